"""How often a chat may be written to: a bucket for each chat id, shared by everything that goes there.

Telegram counts edits and sends of one group together, about 20 a minute, all its topics included. A bucket of two
tokens that gains one each 3.75 s makes at most 17 writes in any minute. Buckets start empty: after a restart nobody
knows what was written in the minute before.
"""

from dataclasses import dataclass, fields, replace

_COUNTS = frozenset({"group_burst", "private_burst", "ambiguous_sends", "slowest"})


@dataclass(frozen=True, slots=True)
class Pacing:
    """Every number of the delivery, times in seconds.

    Attributes:
        group_burst: writes that a rested group takes at once.
        group_every: a group's bucket gains one write each so many seconds.
        group_gap: least time between two writes to one group.
        group_settle: after something changed, a rested group is written to this much later: what several people press
            at one moment comes in one batch and goes out as one write.
        private_burst: the same for a private chat; cards to discard are marked two or three in a second, and the toasts
            tell each mark at once.
        private_every: see `group_every`.
        private_gap: see `group_gap`.
        private_settle: see `group_settle`.
        hold_extra: added to what Telegram asks us to wait.
        relapse: a second flood refusal within this doubles the spacing.
        relapse_for: for how long.
        slowest: the spacing is never multiplied by more than this.
        reply_ttl: an answer to a command that waited longer than this is dropped.
        back_off_first: wait after the first failure; doubled with every other, with jitter.
        back_off_most: the longest of these waits.
        ambiguous_sends: how often a notice is sent when each time it may have arrived.
    """

    group_burst: int = 2
    group_every: float = 3.75
    group_gap: float = 0.7
    group_settle: float = 0.15
    private_burst: int = 3
    private_every: float = 1.0
    private_gap: float = 0.1
    private_settle: float = 0.7
    hold_extra: float = 0.5
    relapse: float = 300.0
    relapse_for: float = 3600.0
    slowest: int = 8
    reply_ttl: float = 20.0
    back_off_first: float = 1.0
    back_off_most: float = 60.0
    ambiguous_sends: int = 2

    def scaled(self, factor: float) -> "Pacing":
        """Every time multiplied by `factor` (0.05 delivers twenty times faster); counts stay."""
        times = {f.name: getattr(self, f.name) * factor for f in fields(self) if f.name not in _COUNTS}
        return replace(self, **times)


class Bucket:
    """The budget of one chat id. Knows no clock: every call is told the time.

    Attributes:
        held_until: nothing goes out before this.
    """

    def __init__(self, pacing: Pacing, *, private: bool, since: float) -> None:
        """A bucket that has been filling since `since`, empty at that moment."""
        self._pacing = pacing
        self._burst = pacing.private_burst if private else pacing.group_burst
        self._every = pacing.private_every if private else pacing.group_every
        self._gap = pacing.private_gap if private else pacing.group_gap
        self._tokens = 0.0
        self._filled_at = since
        self._last = float("-inf")
        self._slow_factor = 1
        self._slow_until = float("-inf")
        self._flooded_at = float("-inf")
        self._failures = 0
        self.held_until = float("-inf")

    def wait(self, now: float) -> float:
        """Seconds until the next write is allowed; 0: now."""
        self._fill(now)
        token = (1.0 - self._tokens) * self._spacing(now) if self._tokens < 1.0 else 0.0
        return max(0.0, self.held_until - now, self._last + self._gap - now, token)

    def take(self, now: float) -> None:
        """A write starts now."""
        self._fill(now)
        self._tokens -= 1.0
        self._last = now

    def hold(self, until: float) -> None:
        """Leave the chat alone until then (a longer hold stays)."""
        self.held_until = max(self.held_until, until)

    def flooded(self, now: float, seconds: float) -> float:
        """Telegram refused a write for flooding.

        Args:
            now: When.
            seconds: How long it asks us to wait.

        Returns:
            Until when the chat is held.
        """
        if now - self._flooded_at <= self._pacing.relapse:
            slower = self._slow_factor * 2 if now < self._slow_until else 2
            self._slow_factor = min(slower, self._pacing.slowest)
            self._slow_until = now + self._pacing.relapse_for
        self._flooded_at = now
        self._tokens = min(self._tokens, 0.0)
        self.hold(now + seconds + self._pacing.hold_extra)
        return self.held_until

    def failed(self, now: float, jitter: float) -> float:
        """A write failed for no fault of ours: wait, longer each time.

        Args:
            now: When.
            jitter: A random number from 0 to 1.

        Returns:
            The seconds to wait.
        """
        growing = self._pacing.back_off_first * float(1 << min(self._failures, 16))
        longest = min(self._pacing.back_off_most, growing)
        self._failures += 1
        seconds = longest * (0.5 + jitter / 2)
        self.hold(now + seconds)
        return seconds

    def succeeded(self) -> None:
        """A write arrived: the next failure is a first one."""
        self._failures = 0

    def _fill(self, now: float) -> None:
        gained = max(0.0, now - self._filled_at) / self._spacing(now)
        # A clock set back must not take tokens away, nor give them twice.
        self._filled_at = now
        self._tokens = min(float(self._burst), self._tokens + gained)
        if self._tokens > 1.0 - 1e-9:
            self._tokens = max(self._tokens, 1.0)

    def _spacing(self, now: float) -> float:
        return self._every * (self._slow_factor if now < self._slow_until else 1)
