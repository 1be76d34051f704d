"""Controls: calls that fail, updates that come twice or late, time, and the account of the bot's duties."""

from musbot.emulator.core.control_base import ControlBase
from musbot.emulator.core.errors import ApiError, ControlError, describe
from musbot.emulator.core.faults import Fault
from musbot.emulator.core.outcome import DropMode
from musbot.emulator.core.presses import Press


class FailureControls(ControlBase):
    """What goes wrong on request."""

    def fail_next(
        self,
        method: str | None = None,
        *,
        chat: int | None = None,
        code: int = 429,
        text: str | None = None,
        retry_after: int | None = None,
        times: int = 1,
    ) -> None:
        """Make the next calls fail without effect.

        Args:
            method: Only this method; by default any but getUpdates.
            chat: Only calls with this `chat_id`.
            code: 429 (the default), 400, 403, 500, ...
            text: The description, with or without its prefix; for a 429 it is made from `retry_after`.
            retry_after: Seconds of a 429, 5 by default.
            times: How many calls.
        """
        parameters: dict[str, object] = {}
        if code == 429:
            seconds = 5 if retry_after is None else retry_after
            parameters["retry_after"] = seconds
            text = text or f"retry after {seconds}"
        error = ApiError(code, describe(code, text), parameters)
        self._faults.add(Fault(method, chat, times, error=error))

    def drop_next(
        self, method: str | None = None, *, chat: int | None = None, times: int = 1, mode: str = "timeout"
    ) -> None:
        """Apply the next calls but lose their answers: `mode` "timeout" or "close" (the connection breaks)."""
        self._faults.add(Fault(method, chat, times, drop=DropMode(mode)))

    def delay_next(
        self,
        seconds: float,
        method: str | None = None,
        *,
        chat: int | None = None,
        times: int = 1,
        before: bool = False,
    ) -> None:
        """Let the next calls take `seconds` of the emulator's clock longer, by default after they were applied."""
        first, last = (seconds, 0.0) if before else (0.0, seconds)
        self._faults.add(Fault(method, chat, times, before=first, after=last))

    def hold_next(self, method: str | None = None, *, chat: int | None = None) -> int:
        """Apply the next call but keep its answer until `release`. Gives a number for `release`."""
        number = len(self._held) + 1
        self._held[number] = self._faults.add(Fault(method, chat, 1, hold=self._world.clock.waiter()))
        return number

    def is_held(self, number: int) -> bool:
        """Say whether a call has met the hold."""
        return bool(self._held[number].met)

    def release(self, number: int) -> None:
        """Give a held answer."""
        self._held[number].release()

    def clear_faults(self) -> None:
        """Forget all failures that have not happened yet; held answers are given."""
        self._faults.clear()
        for fault in self._held.values():
            fault.release()

    def duplicate_next(self, times: int = 1) -> None:
        """Deliver each of the next updates a second time after the bot confirmed it."""
        self._world.updates.duplicate_next(times)

    def late_next(self, seconds: float, times: int = 1) -> None:
        """Let each of the next updates reach the bot only after `seconds` of the emulator's clock."""
        self._world.updates.delay_next(seconds, times)

    def redeliver(self, update_id: int | None = None) -> int:
        """Deliver an old update again, the newest by default. Gives its number."""
        try:
            number = self._world.updates.redeliver(update_id)
        except KeyError:
            raise ControlError(f"there was no update {update_id}") from None
        for press in self._world.presses.by_id.values():
            if press.update_id == number:
                press.repeated = True
        return number

    def advance(self, seconds: float) -> float:
        """Move the emulator's clock on. Gives the new time."""
        self._world.clock.advance(seconds)
        self._world.feed.add("clock")
        return self._world.clock.now()

    def excuse_open_presses(self, reason: str = "the bot was killed") -> int:
        """Excuse every press that has no answer yet from needing one. Gives how many."""
        return self._world.presses.excuse_open(reason)

    def check_unanswered(self, *, final: bool = False) -> list[Press]:
        """Record presses that are open for too long as violations, with `final` all open ones. Gives the new ones."""
        return self._world.presses.check_unanswered(final)
