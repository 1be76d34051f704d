"""Values of any stored type, made by walking its type hints."""

import types
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from musbot.engine.rules import PRESETS, LaReal, Rules

NAMES = st.text(max_size=6)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
RULES = st.sampled_from([*PRESETS.values(), Rules(kings=4, seats=6, la_real=LaReal.SOTA, senas=True)])


def values(hint: Any, depth: int = 5) -> st.SearchStrategy[Any]:
    """Values that a hint allows; below `depth` containers are empty, so that types may contain themselves."""
    origin = get_origin(hint)
    plain = {int: st.integers(), float: FLOATS, bool: st.booleans(), str: NAMES, types.NoneType: st.none()}
    if hint in plain:
        return plain[hint]
    if hint is Rules:
        return RULES
    if origin in (Union, types.UnionType):
        args = get_args(hint)
        flat = [arg for arg in args if not is_dataclass(arg)] if depth <= 0 else []
        return st.one_of([_later(arg, depth) for arg in flat or args])
    if origin is tuple:
        args = get_args(hint)
        if args[-1] is not ...:
            return st.tuples(*(values(arg, depth) for arg in args))
        if depth <= 0:
            return st.just(())
        return st.lists(_later(args[0], depth - 1), max_size=3).map(tuple)
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    hints = get_type_hints(hint)
    return st.builds(hint, *(values(hints[field.name], depth - 1) for field in fields(hint)))


def _later(hint: Any, depth: int) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: values(hint, depth))


def types_within(hint: Any, seen: set[type] | None = None) -> set[type]:
    """All dataclasses and enums that values of a hint can hold."""
    seen = set() if seen is None else seen
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Enum)):
        if hint in seen:
            return seen
        seen.add(hint)
        if is_dataclass(hint):
            for inner in get_type_hints(hint).values():
                types_within(inner, seen)
    for arg in get_args(hint):
        types_within(arg, seen)
    return seen
