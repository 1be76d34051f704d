"""The bot's update queue: numbering, confirmation, long polls and webhooks, and updates that come twice or late."""

from collections.abc import Callable
from dataclasses import dataclass, field

from musbot.emulator.core.errors import ApiError
from musbot.emulator.core.feed import Feed
from musbot.emulator.core.ports import Clock, Json, Waiter

NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
MAX_BATCH = 100


@dataclass(slots=True)
class Update:
    """A pending update.

    Attributes:
        id: `update_id`.
        kind: Its one field, such as "message".
        payload: That field's object.
        again: It was confirmed before and is delivered once more, whatever the offset.
    """

    id: int
    kind: str
    payload: Json
    again: bool = False

    def json(self) -> Json:
        """Give an `Update`."""
        return {"update_id": self.id, self.kind: self.payload}


@dataclass(slots=True)
class Webhook:
    """Where updates are sent.

    Attributes:
        url: The address, "" for none.
        secret: Value of the header X-Telegram-Bot-Api-Secret-Token, "" for none.
        max_connections: As the bot asked.
        last_error: Text of the last failed delivery.
        last_error_at: Its time.
    """

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    last_error: str = ""
    last_error_at: float = 0.0


@dataclass(slots=True)
class UpdateQueue:
    """Updates that the bot has not confirmed.

    Attributes:
        clock: Time.
        feed: Told of every update.
        check: Raises when an update is not what the Bot API documents.
        pending: In order; those to be delivered again come first.
        delivered: Every update ever made, by id.
        allowed: Kinds the bot asked for; `None` is Telegram's default.
        webhook: Where to send them.
        poll: A `getUpdates` that waits.
    """

    clock: Clock
    feed: Feed
    check: Callable[[Json], None]
    pending: list[Update] = field(default_factory=list)
    delivered: dict[int, Update] = field(default_factory=dict)
    allowed: frozenset[str] | None = None
    webhook: Webhook = field(default_factory=Webhook)
    poll: Waiter | None = None
    _last_id: int = 0
    _twice: int = 0
    _late: list[float] = field(default_factory=list)
    _given: set[int] = field(default_factory=set)
    _given_again: set[int] = field(default_factory=set)
    _waiters: list[Waiter] = field(default_factory=list)

    def start_at(self, update_id: int) -> None:
        """Let numbers start after `update_id`."""
        self._last_id = update_id

    def wants(self, kind: str) -> bool:
        """Say whether the bot gets this kind."""
        return kind not in NOT_BY_DEFAULT if self.allowed is None else kind in self.allowed

    def duplicate_next(self, times: int) -> None:
        """Deliver each of the next `times` updates a second time after it was confirmed."""
        self._twice += times

    def delay_next(self, seconds: float, times: int) -> None:
        """Let each of the next `times` updates come only after `seconds`; it is numbered when it comes."""
        self._late += [seconds] * times

    def push(self, kind: str, payload: Json, ready: Callable[[int, bool], None] | None = None) -> None:
        """Queue an update unless the bot did not ask for its kind.

        Args:
            kind: The update's field.
            payload: Its object.
            ready: Told the update's number, and whether it will come twice, once it can be fetched.
        """
        if not self.wants(kind):
            return
        if self._late:
            seconds = self._late.pop(0)
            self.clock.call_at(self.clock.now() + seconds, lambda: self._enqueue(kind, payload, ready))
        else:
            self._enqueue(kind, payload, ready)

    def _enqueue(self, kind: str, payload: Json, ready: Callable[[int, bool], None] | None) -> None:
        self._last_id += 1
        update = Update(self._last_id, kind, payload)
        self.check(update.json())
        self.pending.append(update)
        self.delivered[update.id] = update
        twice = self._twice > 0
        if twice:
            self._twice -= 1
            self.pending.append(Update(update.id, kind, payload, again=True))
        if ready is not None:
            ready(update.id, twice)
        self.feed.add("update", update_id=update.id, update_kind=kind)
        self._wake()

    def redeliver(self, update_id: int | None) -> int:
        """Deliver an update again, the newest by default; gives its number.

        Raises:
            KeyError: There is no such update.
        """
        update = self.delivered[self._last_id if update_id is None else update_id]
        self.pending.insert(0, Update(update.id, update.kind, update.payload, again=True))
        self._wake()
        return update.id

    def confirm(self, offset: int) -> None:
        """Forget updates below `offset`; a negative one keeps only that many from the end."""
        plain = [update.id for update in self.pending if not update.again]
        if offset < 0:
            offset = plain[offset] if len(plain) >= -offset else (plain[0] if plain else 0)
        self.pending = [update for update in self.pending if update.again or update.id >= offset]

    def take(self, limit: int) -> list[Update]:
        """Give up to `limit` pending updates; those that come again are given once.

        A repeated update waits until its first delivery was confirmed, as Telegram would only then err.
        """
        batch: list[Update] = []
        open_ids = {update.id for update in self.pending if not update.again}
        for update in list(self.pending):
            if len(batch) >= limit:
                break
            if update.again:
                if update.id in open_ids:
                    continue
                self.pending.remove(update)
            batch.append(update)
        ids = {update.id for update in batch}
        self._given_again |= ids & self._given
        self._given |= ids
        return batch

    def came_again(self, update_id: int | None) -> bool:
        """Say whether `getUpdates` gave an update more than once, as to a bot that died before it confirmed it."""
        return update_id in self._given_again

    def next_for_webhook(self) -> Update | None:
        """Give the update to send next, without forgetting it."""
        batch = [update for update in self.pending if not update.again] or self.pending
        return batch[0] if batch else None

    def done(self, update: Update) -> None:
        """Forget an update that a webhook has taken."""
        if update in self.pending:
            self.pending.remove(update)
            self.feed.add("delivered", update_id=update.id)

    def drop_pending(self) -> None:
        """Forget everything pending (`drop_pending_updates`)."""
        self.pending.clear()

    def end_poll(self, reason: str) -> None:
        """End a waiting `getUpdates` with 409."""
        if self.poll is not None:
            self.poll.set(ApiError(409, f"Conflict: {reason}"))
            self.poll = None

    def waiter(self) -> Waiter:
        """Give something that is set when an update may be there or the webhook changed."""
        waiter = self.clock.waiter()
        self._waiters.append(waiter)
        return waiter

    def wake(self) -> None:
        """Wake those who wait with `waiter`, for a change of the webhook or a shutdown."""
        self._wake()

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            waiter.set()
        if self.poll is not None and self.take_would_give():
            poll, self.poll = self.poll, None
            poll.set()

    def take_would_give(self) -> bool:
        """Say whether `take` would give anything."""
        open_ids = {update.id for update in self.pending if not update.again}
        return bool(open_ids) or bool(self.pending)
