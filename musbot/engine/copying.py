"""A quick `dataclasses.replace` for `State`, which has thirty fields and is copied at every event.

Most of the time of a game went into building copies through `__init__`; here the slots are filled
directly. Only `evolve` uses it. The copy is as frozen as any other state.
"""

from dataclasses import fields
from operator import attrgetter
from typing import Any

from musbot.engine.state import State

_NAMES = tuple(field.name for field in fields(State))
_values = attrgetter(*_NAMES)
_SETTERS = {name: State.__dict__[name].__set__ for name in _NAMES}  # the slots' own, below the frozen guard
_ALL = tuple(_SETTERS.values())


def changed(state: State, **changes: Any) -> State:
    """A copy of the state with some fields changed.

    Raises:
        KeyError: there is no such field.
    """
    copy: State = object.__new__(State)
    for put, value in zip(_ALL, _values(state), strict=True):
        put(copy, value)
    for name, value in changes.items():
        _SETTERS[name](copy, value)
    return copy
