"""The change feed: everything that happens gets a number, and whoever waits for a change is woken.

Entries name what changed (chat, message, user), never a text: what may be shown to whom is for `reading` to say.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from musbot.emulator.core.ports import Clock, Json, Waiter

KEPT = 100_000


@dataclass(frozen=True, slots=True)
class Change:
    """One entry.

    Attributes:
        seq: 1, 2, 3, ...; never a gap.
        at: When.
        kind: message, edit, delete, press, answer, call (answered), waiting (a poll, a delayed or a held call),
            update, delivered (a webhook took it), member, chat, user, topic, pin, commands, violation, clock or
            closing.
        data: Ids of what changed.
    """

    seq: int
    at: float
    kind: str
    data: Json


class Feed:
    """The changes in order, the newest `KEPT` of them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changes: deque[Change] = deque(maxlen=KEPT)
        self._waiters: list[Waiter] = []
        self.seq = 0

    def add(self, kind: str, **data: object) -> Change:
        """Append a change and wake everybody who waits."""
        self.seq += 1
        change = Change(self.seq, self._clock.now(), kind, dict(data))
        self._changes.append(change)
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            waiter.set()
        return change

    def since(self, seq: int) -> list[Change]:
        """Give the changes after number `seq`."""
        if not self._changes or seq >= self.seq:
            return []
        first = self._changes[0].seq
        return [self._changes[place] for place in range(max(seq + 1 - first, 0), len(self._changes))]

    async def wait_beyond(self, seq: int, timeout: float | None = None) -> bool:
        """Wait until there is a change after number `seq`.

        Args:
            seq: The last number already known.
            timeout: Seconds of the event loop's time, `None` for ever.

        Returns:
            Whether there is one now.
        """
        while self.seq <= seq:
            waiter = self._clock.waiter()
            self._waiters.append(waiter)
            if not await self._clock.guard(waiter, timeout):
                self._waiters = [other for other in self._waiters if other is not waiter]
                return False
        return True

    async def wait_until(self, predicate: Callable[[], bool], timeout: float | None = 10.0) -> None:
        """Wait until `predicate()` holds; it is asked again after every change.

        Args:
            predicate: A look at the world that changes nothing.
            timeout: Seconds of the event loop's time without the world changing, `None` for ever.

        Raises:
            TimeoutError: Nothing changed for that long and the predicate does not hold.
        """
        while not predicate():
            seq = self.seq
            if not await self.wait_beyond(seq, timeout) and not predicate():
                raise TimeoutError(
                    f"nothing changed for {timeout} s after change {seq}, and it does not hold"
                )
