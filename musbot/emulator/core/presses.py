"""Presses of buttons, and the answers that the bot gives to them."""

import random
from dataclasses import dataclass
from enum import Enum

from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.feed import Feed
from musbot.emulator.core.limits import Limits
from musbot.emulator.core.model import Chat, Message, User
from musbot.emulator.core.ports import Clock, Json
from musbot.emulator.core.render import inaccessible_json, message_json, user_json
from musbot.emulator.core.updates import UpdateQueue
from musbot.emulator.core.violations import ViolationKind
from musbot.emulator.core.watch import Watch

MAX_TOAST = 200
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class PressKind(Enum):
    """Where a press came from."""

    BUTTON = "button"
    """A button that the message shows now."""
    STALE = "stale"
    """A button that the message showed earlier; a client may lag, or the message was deleted."""
    FORGED = "forged"
    """Data that no button carried; a modified client can send anything."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot said to a press.

    Attributes:
        at: When.
        text: Toast or alert, may be empty.
        alert: An alert with a button instead of a toast.
        url: A link that the presser's client opens, or "".
    """

    at: float
    text: str
    alert: bool
    url: str


@dataclass(slots=True, eq=False)
class Press:
    """One press.

    Attributes:
        id: `callback_query.id`.
        user: Who pressed.
        chat: Where.
        message: On what.
        label: The button's text, "" for forged data.
        data: What the bot receives.
        kind: Where it came from.
        at: When it was pressed.
        ready_at: When the bot could first fetch it; `None` while it is kept back.
        update_id: Number of its update.
        repeated: Its update was delivered more than once.
        answer: What the bot said, `None` so far.
        excused: Why the bot need not answer in time, "" when it must.
        reported: It is recorded as unanswered.
    """

    id: str
    user: User
    chat: Chat
    message: Message
    label: str
    data: str
    kind: PressKind
    at: float
    ready_at: float | None = None
    update_id: int | None = None
    repeated: bool = False
    answer: Answer | None = None
    excused: str = ""
    reported: bool = False


@dataclass(slots=True)
class PressBook:
    """All presses, by id of their query."""

    clock: Clock
    rng: random.Random
    limits: Limits
    feed: Feed
    watch: Watch
    updates: UpdateQueue
    by_id: dict[str, Press]

    def open(self, user: User, message: Message, label: str, data: str, kind: PressKind) -> Press:
        """Record a press and send it to the bot."""
        query_id = str(self.rng.randrange(10**17, 10**18))
        press = Press(query_id, user, message.chat, message, label, data, kind, self.clock.now())
        self.by_id[query_id] = press
        shown: Json = inaccessible_json(message) if message.deleted else message_json(message)
        query: Json = {
            "id": query_id,
            "from": user_json(user),
            "message": shown,
            "chat_instance": message.chat.instance,
            "data": data,
        }

        def ready(update_id: int, twice: bool) -> None:
            press.ready_at, press.update_id, press.repeated = self.clock.now(), update_id, twice

        self.feed.add(
            "press",
            query_id=query_id,
            user_id=user.id,
            chat_id=message.chat.id,
            message_id=message.id,
            ephemeral_id=message.ephemeral_id,
            press_kind=kind.value,
        )
        self.updates.push("callback_query", query, ready)
        return press

    def answer(self, query_id: str, text: str, alert: bool, url: str, at: float) -> None:
        """Take the bot's answer.

        Args:
            query_id: Which press.
            text: Toast or alert.
            alert: Whether it is an alert.
            url: A link to open.
            at: When the request arrived; its delay by a test is not the bot's fault.

        Raises:
            ApiError: 400 for a text over 200 characters (the press stays open), an unknown or old press or a second
                answer.
        """
        press = self.by_id.get(query_id)
        if press is None:
            self.watch.report(ViolationKind.UNKNOWN_QUERY, f"an answer to the unknown press {query_id}")
            raise bad_request(TOO_OLD)
        if press.answer is not None:
            if not (press.repeated or self.updates.came_again(press.update_id)):
                self.watch.report(
                    ViolationKind.ANSWERED_TWICE, f"{press.user.first_name}'s press {press.label!r} was answered twice",
                    query_id=query_id,
                )  # fmt: skip
            raise bad_request(TOO_OLD)
        since = press.ready_at if press.ready_at is not None else press.at
        if at - since > self.limits.answer_seconds and not press.excused and not press.reported:
            press.reported = True
            self.watch.report(
                ViolationKind.LATE_ANSWER,
                f"{press.user.first_name}'s press {press.label!r} was answered after {at - since:.1f} s",
                query_id=query_id,
                seconds=at - since,
            )
        if at - since > self.limits.query_seconds:
            raise bad_request(TOO_OLD)
        if len(text) > MAX_TOAST:
            raise bad_request("MESSAGE_TOO_LONG")
        press.answer = Answer(at, text, alert, url)
        self.feed.add("answer", query_id=query_id, user_id=press.user.id, chat_id=press.chat.id)

    def excuse(self, query_id: str, reason: str) -> None:
        """Excuse one press from being answered; unknown ids are ignored."""
        press = self.by_id.get(query_id)
        if press is not None and press.answer is None and not press.excused:
            press.excused = reason

    def excuse_open(self, reason: str) -> int:
        """Excuse every press without an answer (the bot was killed); gives how many."""
        waiting = [press for press in self.by_id.values() if press.answer is None and not press.excused]
        for press in waiting:
            press.excused = reason
        return len(waiting)

    def check_unanswered(self, final: bool) -> list[Press]:
        """Record a violation for every press that is open too long.

        Args:
            final: Nothing more will come: presses still within their time count too.

        Returns:
            The presses found this time.
        """
        now = self.clock.now()
        found = []
        for press in self.by_id.values():
            if press.answer is not None or press.excused or press.reported:
                continue
            since = press.ready_at
            if not final and (since is None or now - since <= self.limits.answer_seconds):
                continue
            press.reported = True
            found.append(press)
            self.watch.report(
                ViolationKind.UNANSWERED,
                f"{press.user.first_name}'s press {press.label!r} was never answered",
                query_id=press.id,
            )
        return found
