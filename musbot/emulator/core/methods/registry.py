"""The table of played methods, and what a handler is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from musbot.emulator.core.outcome import Upload
from musbot.emulator.core.ports import Json
from musbot.emulator.core.world import World


@dataclass(frozen=True, slots=True)
class Request:
    """One call, its parameters checked against the schema.

    Attributes:
        world: Where it acts.
        params: Typed parameters.
        uploads: Uploaded parts by name.
        at: When it arrived.
    """

    world: World
    params: Json
    uploads: dict[str, Upload]
    at: float

    def get(self, name: str, default: Any = None) -> Any:
        """Give a parameter, or a default when it was left out."""
        return self.params.get(name, default)


Run = Callable[[Request], Any] | Callable[[Request], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Handler:
    """A played method.

    Attributes:
        run: Does it; gives `result` or raises `ApiError`. May be a coroutine function.
        parameters: Those it understands; others that exist are refused loudly.
    """

    run: Run
    parameters: frozenset[str]


METHODS: dict[str, Handler] = {}
"""Method name → handler; anything else of the schema is refused as unmodelled."""


def method(name: str, *parameters: str) -> Callable[[Run], Run]:
    """Register a handler for a method and name the parameters it understands."""

    def register(run: Run) -> Run:
        METHODS[name] = Handler(run, frozenset(parameters))
        return run

    return register
