"""The emulated Telegram as one object: build a world, let the bot call it, control it, read it."""

import inspect
import random
from collections.abc import Mapping
from typing import Any

from musbot.emulator.core.controls import Controls
from musbot.emulator.core.errors import ApiError
from musbot.emulator.core.faults import Fault, Faults
from musbot.emulator.core.feed import Feed
from musbot.emulator.core.limits import Limits
from musbot.emulator.core.methods import METHODS, Request
from musbot.emulator.core.model import User
from musbot.emulator.core.outcome import Call, Outcome, Upload
from musbot.emulator.core.ports import Clock, Json
from musbot.emulator.core.presses import PressBook
from musbot.emulator.core.reading import Reading
from musbot.emulator.core.schema import Schema, bundled
from musbot.emulator.core.updates import UpdateQueue
from musbot.emulator.core.violations import Violation, ViolationKind
from musbot.emulator.core.watch import Watch
from musbot.emulator.core.world import World

TOKEN = "4242:local-emulator-no-secret-at-all"  # noqa: S105 - opens nothing but this emulator


class Emulator:
    """A Telegram with one bot in it.

    Attributes:
        clock: Its time.
        token: The bot's token; any other gets 401.
        world: Its state; tests use `controls` and `reading` instead.
        controls: What people do, and what goes wrong.
        reading: What people see.
        calls: Every request of the bot.
        feed: Every change, numbered.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        rng: random.Random | None = None,
        token: str = TOKEN,
        username: str = "musbot_local_bot",
        name: str = "Mus",
        privacy: bool = True,
        limits: Limits | None = None,
        schema: Schema | None = None,
    ) -> None:
        """Make an empty world.

        Args:
            clock: Time (see `musbot.emulator.clocks`).
            rng: Chance for ids; a fixed seed by default, so that runs repeat.
            token: What the bot must know; its part before the colon is the bot's id.
            username: The bot's username.
            name: The bot's first name.
            privacy: Privacy mode, on as Telegram's default.
            limits: Numbers that differ from Telegram's.
            schema: Another Bot API than the bundled one.
        """
        self.clock = clock
        self.token = token
        self.schema = schema or bundled()
        limits = limits or Limits()
        rng = rng or random.Random(4242)
        bot = User(int(token.partition(":")[0]), name, username=username, is_bot=True)
        self.feed = Feed(clock)
        watch = Watch(clock, self.feed)
        updates = UpdateQueue(clock, self.feed, self._check_update)
        updates.start_at(rng.randrange(10**8, 9 * 10**8))
        presses = PressBook(clock, rng, limits, self.feed, watch, updates, {})
        self.world = World(clock, rng, limits, bot, privacy, self.feed, watch, updates, presses)
        self.world.users[bot.id] = bot
        self.faults = Faults(clock)
        self.calls: list[Call] = []
        self.controls = Controls(self.world, self.faults)
        self.reading = Reading(self.world)

    @property
    def limits(self) -> Limits:
        """The numbers in force."""
        return self.world.limits

    @property
    def violations(self) -> list[Violation]:
        """Give what the bot did wrong so far, oldest first."""
        return list(self.world.watch.found)

    async def call(
        self, token: str, method: str, raw: Mapping[str, Any], uploads: Mapping[str, Upload] | None = None
    ) -> Outcome:
        """Serve one request.

        Args:
            token: From the address.
            method: From the address; its case does not matter.
            raw: Parameters: typed from JSON, or texts from a form or query.
            uploads: Uploaded parts by name.

        Returns:
            What the client gets. Waits as long as a poll, a delay or a held answer takes.
        """
        files = dict(uploads or {})
        name = self.schema.method_name(method)
        call = Call(len(self.calls) + 1, self.clock.now(), name or method)
        self.calls.append(call)
        drop = None
        try:
            if token != self.token:
                raise ApiError(401, "Unauthorized")
            if name is None:
                self._report(ViolationKind.UNKNOWN_METHOD, f"there is no method {method}", method)
                raise ApiError(404, "Not Found: method not found")
            params = self.schema.coerce(name, raw)
            call.params = params | {part: f"<{len(file.content)} bytes>" for part, file in files.items()}
            rule = self.faults.meet(name, params, call.number)
            result = await self._perform(name, params, files, call, rule)
            drop = None if rule is None else rule.drop
            call.result = result
            outcome = Outcome(200, {"ok": True, "result": result}, drop)
        except ApiError as error:
            call.error = error.description
            outcome = Outcome(error.code, error.body())
        call.status, call.finished_at, call.dropped = outcome.status, self.clock.now(), drop is not None
        self.feed.add("call", number=call.number, method=call.method, status=call.status)
        return outcome

    async def _perform(
        self, name: str, params: Json, files: dict[str, Upload], call: Call, rule: Fault | None
    ) -> object:
        if rule is not None and name == "answerCallbackQuery":
            self.world.presses.excuse(str(params.get("callback_query_id")), "a test made its answer fail")
        self._check(name, params, files)
        if rule is not None:
            call.forced = True
            if rule.before:
                self.feed.add("waiting", number=call.number)
                await self.clock.sleep(rule.before)
            if rule.error is not None:
                raise rule.error
        # A request counts from its arrival: what a test adds to its way is not the bot's fault.
        answer = METHODS[name].run(Request(self.world, params, files, call.at))
        result = await answer if inspect.isawaitable(answer) else answer
        self._check_result(name, result)
        if rule is not None and (rule.after or rule.hold is not None):
            self.feed.add("waiting", number=call.number)
            if rule.after:
                await self.clock.sleep(rule.after)
            if rule.hold is not None:
                await rule.hold
        return result

    def _check(self, name: str, params: Json, files: dict[str, Upload]) -> None:
        wrong = self.schema.check_parameters(name, params, frozenset(files))
        if wrong:
            for line in wrong:
                self._report(ViolationKind.SCHEMA, line, name)
            raise ApiError(400, f"Bad Request: emulator: {wrong[0]}")
        handler = METHODS.get(name)
        unmodelled = [f"{name} is not modelled"] if handler is None else []
        if handler is not None:
            unmodelled += [
                f"{name}.{part} is not modelled" for part in params if part not in handler.parameters
            ]
            if params.get("parse_mode", "HTML") != "HTML":
                unmodelled.append(f"parse_mode {params['parse_mode']} is not modelled")
        if unmodelled:
            for line in unmodelled:
                self._report(ViolationKind.UNMODELLED, line, name)
            raise ApiError(400, f"Bad Request: emulator: {unmodelled[0]}")

    def _check_result(self, name: str, result: object) -> None:
        # The emulator must not tell the bot what Telegram never would.
        wrong = self.schema.check(result, self.schema.methods[name]["returns"], name)
        if wrong:
            raise AssertionError(f"the emulator's own answer is wrong: {wrong}")

    def _check_update(self, update: Json) -> None:
        wrong = self.schema.check(update, "Update", "update")
        if wrong:
            raise AssertionError(f"the emulator's own update is wrong: {wrong}")

    def _report(self, kind: ViolationKind, detail: str, method: str) -> None:
        self.world.watch.report(kind, detail, method=method)
