"""Failures on request: rules that make a coming call of the bot fail, get lost, or take long."""

from dataclasses import dataclass, field

from musbot.emulator.core.errors import ApiError
from musbot.emulator.core.outcome import DropMode
from musbot.emulator.core.ports import Clock, Json, Waiter

NEVER_BY_CHANCE = "getUpdates"
"""A rule without a method does not meet the poll."""


@dataclass(slots=True, eq=False)
class Fault:
    """One rule; it meets the first `times` calls that fit.

    Attributes:
        method: Only this method, `None` for any.
        chat_id: Only this chat, `None` for any.
        times: How many calls are left.
        error: The refusal to give instead of doing anything.
        drop: Lose the answer after the call was applied.
        before: Seconds to wait before the call is applied.
        after: Seconds to wait before the answer is given.
        hold: Keep the answer back until this is set.
        met: Numbers of the calls that met it.
    """

    method: str | None
    chat_id: int | None
    times: int
    error: ApiError | None = None
    drop: DropMode | None = None
    before: float = 0.0
    after: float = 0.0
    hold: Waiter | None = None
    met: list[int] = field(default_factory=list)

    def release(self) -> None:
        """Give the held answer."""
        if self.hold is not None:
            self.hold.set()

    def fits(self, method: str, params: Json) -> bool:
        """Say whether a call meets this rule."""
        if self.times <= 0:
            return False
        if self.method is None and method == NEVER_BY_CHANCE:
            return False
        if self.method is not None and self.method.lower() != method.lower():
            return False
        return self.chat_id is None or params.get("chat_id") == self.chat_id


@dataclass(slots=True)
class Faults:
    """The rules, oldest first; a call meets the first that fits."""

    clock: Clock
    rules: list[Fault] = field(default_factory=list)

    def add(self, rule: Fault) -> Fault:
        """Add a rule."""
        self.rules.append(rule)
        return rule

    def meet(self, method: str, params: Json, number: int) -> Fault | None:
        """Find the rule that this call meets and use it up once."""
        for rule in self.rules:
            if rule.fits(method, params):
                rule.times -= 1
                rule.met.append(number)
                self.rules = [other for other in self.rules if other.times > 0]
                return rule
        return None

    def clear(self) -> None:
        """Forget all rules; held answers are given."""
        for rule in self.rules:
            rule.release()
        self.rules.clear()
