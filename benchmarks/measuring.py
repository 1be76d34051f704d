"""Medians of interleaved runs, and the rows of the table that they end in."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One measure.

    Attributes:
        name: what is measured.
        unit: of `ours` and `theirs`.
        ours: median of our side.
        theirs: median of what it is held against, in the same run.
        ratio: ours over theirs; the figure that the goal is about, unless `goal_on` is "ours".
        goal: the bound; None: only reported.
        at_least: the goal is a lower bound; else an upper one.
        goal_on: which figure the goal bounds.
        spread: smallest and largest ratio of a single pair of runs.
        more: further figures, by name.
    """

    name: str
    unit: str
    ours: float
    theirs: float
    ratio: float
    goal: float | None = None
    at_least: bool = True
    goal_on: str = "ratio"
    spread: tuple[float, float] | None = None
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def holds(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        if self.goal is None:
            return None
        figure = self.ours if self.goal_on == "ours" else self.ratio
        return figure >= self.goal if self.at_least else figure <= self.goal

    def as_json(self) -> dict[str, Any]:
        """Everything, for `--json`."""
        return asdict(self) | {"holds": self.holds}


def interleaved(rounds: int, *runs: Callable[[], float]) -> list[list[float]]:
    """Run A B, B A, A B ... so that noise and drift hit all sides; gives the figures of each side."""
    figures: list[list[float]] = [[] for _ in runs]
    for number in range(rounds):
        order = list(range(len(runs)))
        for side in order if number % 2 == 0 else reversed(order):
            figures[side].append(runs[side]())
    return figures


def row(name: str, unit: str, ours: Sequence[float], theirs: Sequence[float], **more: Any) -> Row:
    """A row of the medians of two sides that ran in pairs."""
    pairs = [a / b for a, b in zip(ours, theirs, strict=True)]
    mine, other = statistics.median(ours), statistics.median(theirs)
    return Row(name, unit, mine, other, mine / other, spread=(min(pairs), max(pairs)), **more)


def table(rows: Sequence[Row]) -> str:
    """The rows as people read them."""
    lines = [("measure", "ours", "against", "ratio", "pairs", "goal", "")]
    for each in rows:
        goal = "" if each.goal is None else f"{'>=' if each.at_least else '<='} {each.goal:,g}"
        spread = "" if each.spread is None else f"{each.spread[0]:.2f}..{each.spread[1]:.2f}"
        verdict = {None: "", True: "holds", False: "FAILS"}[each.holds]
        lines.append(
            (
                each.name,
                f"{_figure(each.ours)} {each.unit}",
                f"{_figure(each.theirs)} {each.unit}",
                f"{each.ratio:.2f}",
                spread,
                goal,
                verdict,
            )
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
