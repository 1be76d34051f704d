"""Keeps the list of violations and tells the change feed."""

from dataclasses import dataclass, field

from musbot.emulator.core.feed import Feed
from musbot.emulator.core.ports import Clock
from musbot.emulator.core.violations import Violation, ViolationKind


@dataclass(slots=True)
class Watch:
    """What was wrong so far.

    Attributes:
        clock: Time.
        feed: Told of every violation.
        found: All violations, oldest first.
    """

    clock: Clock
    feed: Feed
    found: list[Violation] = field(default_factory=list)

    def report(self, kind: ViolationKind, detail: str, **data: object) -> None:
        """Record a violation."""
        self.found.append(Violation(self.clock.now(), kind, detail, dict(data)))
        self.feed.add("violation", violation=kind.value, detail=detail)
