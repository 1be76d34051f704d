"""A quick copy of a `State`, which has thirty fields, for `evolve` alone to fill in before anybody else sees it.

Most of the time of a game went into building copies through `__init__`, one for every event. Here a copy is a copied
dictionary, and all events of a call are folded into one. Once it is handed out it is as frozen as any other state.
"""

from typing import Any

from musbot.engine.state import State


def draft(state: State) -> tuple[State, dict[str, Any]]:
    """A copy of the state and the dictionary of its fields, which may be written to until the copy is handed out."""
    copy: State = object.__new__(State)
    values = copy.__dict__
    values.update(state.__dict__)
    return copy, values
