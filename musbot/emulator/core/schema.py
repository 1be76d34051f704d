"""The Bot API's own shape: are these parameters and objects what the documentation says?

Types are compiled once from `bot_api.json` into small checkers. `number` of the source covers integers and decimals,
so a decimal where an integer is meant is caught only for names that end in `id`, `ids`, `limit` or `offset`.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

Path = tuple[Any, str]
"""Where a value stands: the path before it and its own last part. Written out only in a complaint."""

Checker = Callable[[Any, Path, list[str]], None]
"""Checks a value at a path and appends what is wrong to a list."""

_SIMPLE: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "true": (bool,),
    "false": (bool,),
}
_INTEGERS = ("id", "ids", "limit", "offset")


def split_union(text: str) -> list[str]:
    """Cut `A | B` at its outer bars; brackets and quoted literals stay whole."""
    parts, depth, start, quoted = [], 0, 0, False
    for place, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif not quoted and char in "([":
            depth += 1
        elif not quoted and char in ")]":
            depth -= 1
        elif char == "|" and not quoted and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return parts


class Schema:
    """Methods and types of one Bot API version.

    Attributes:
        version: For example "10.3".
        methods: Method name → its parameters (name → type text) and what it returns.
        types: Type name → its fields, or the text of an alias. A `?` after a name marks what may be missing.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.version: str = document["bot_api"]
        self.methods: dict[str, Any] = document["methods"]
        self.types: dict[str, Any] = document["types"]
        self._by_lower = {name.lower(): name for name in self.methods}
        self._checkers: dict[str, Checker] = {}

    def method_name(self, name: str) -> str | None:
        """Give the documented spelling of a method (Telegram ignores case), or `None`."""
        return self._by_lower.get(name.lower())

    def parameters(self, method: str) -> dict[str, str]:
        """Give a method's parameters without the marks: name → type text."""
        return {name.rstrip("?"): kind for name, kind in self.methods[method]["params"].items()}

    def check(self, value: Any, kind: str, path: str) -> list[str]:
        """Check a value against a type.

        Returns:
            What is wrong, each with its path; empty when it fits.
        """
        wrong: list[str] = []
        self._checker(kind)(value, (None, path), wrong)
        return wrong

    def check_parameters(self, method: str, values: Mapping[str, Any], uploads: frozenset[str]) -> list[str]:
        """Check a request's parameters.

        Args:
            method: Documented name of the method.
            values: Typed parameters (see `coerce`).
            uploads: Names of uploaded parts; one that is a parameter counts as present, any other must be referred
                to as `attach://name`.
        """
        wrong: list[str] = []
        known = self.methods[method]["params"]
        plain = {name.rstrip("?") for name in known}
        wrong += [f"{method}: unknown parameter {name!r}" for name in values if name not in plain]
        for name, kind in known.items():
            bare = name.rstrip("?")
            if bare in values:
                wrong += self.check(values[bare], kind, f"{method}.{bare}")
            elif not name.endswith("?") and bare not in uploads:
                wrong.append(f"{method}: {bare} is missing")
        referred = json.dumps(dict(values), default=str)
        wrong += [
            f"{method}: the upload {name!r} belongs to nothing"
            for name in sorted(uploads - plain)
            if f"attach://{name}" not in referred
        ]
        return wrong

    def coerce(self, method: str, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Turn text parameters of a form or query into typed values, as far as their types say how.

        A value that cannot be read stays as it is; `check_parameters` then complains.
        """
        kinds = self.parameters(method)
        return {name: _coerce(value, kinds.get(name, "string")) for name, value in raw.items()}

    def _checker(self, kind: str) -> Checker:
        checker = self._checkers.get(kind)
        if checker is None:
            checker = self._checkers[kind] = self._compile(kind)
        return checker

    def _compile(self, kind: str) -> Checker:
        parts = split_union(kind)
        if len(parts) > 1:
            return self._union(kind, parts)
        if kind.endswith("[]"):
            return self._array(kind[:-2])
        if kind.startswith("(") and kind.endswith(")"):
            return self._checker(kind[1:-1])
        if kind.startswith('"') or kind.lstrip("-").isdigit():
            return _literal(json.loads(kind))
        if kind in _SIMPLE:
            return _simple(kind)
        if kind == "number":
            return _number
        if kind in ("InputFile", "Blob"):
            return _upload
        shape = self.types.get(kind)
        if shape is None:
            raise ValueError(f"bot_api.json has no type {kind}")
        return (
            (lambda v, p, w: self._checker(shape)(v, p, w))
            if isinstance(shape, str)
            else self._object(kind, shape)
        )

    def _union(self, kind: str, parts: list[str]) -> Checker:
        def check(value: Any, path: Path, wrong: list[str]) -> None:
            best: list[str] | None = None
            for part in parts:
                found: list[str] = []
                self._checker(part)(value, path, found)
                if not found:
                    return
                if best is None or len(found) < len(best):
                    best = found
            # With many alternatives the nearest one explains best.
            wrong.extend(best or [f"{_written(path)}: not one of {kind}"])

        return check

    def _array(self, inner: str) -> Checker:
        def check(value: Any, path: Path, wrong: list[str]) -> None:
            if not isinstance(value, list):
                wrong.append(f"{_written(path)}: {_short(value)} is not an array")
                return
            checker = self._checker(inner)
            for place, item in enumerate(value):
                checker(item, (path, f"[{place}]"), wrong)

        return check

    def _object(self, kind: str, shape: Mapping[str, str]) -> Checker:
        fields = {name.rstrip("?"): text for name, text in shape.items()}
        required = [name for name in shape if not name.endswith("?")]
        # Filled when a field is first met: objects refer to each other in circles.
        checkers: dict[str, Checker] = {}

        def check(value: Any, path: Path, wrong: list[str]) -> None:
            if not isinstance(value, dict):
                wrong.append(f"{_written(path)}: {_short(value)} is not an object {kind}")
                return
            missing = [name for name in required if name not in value]
            wrong.extend(f"{_written(path)}: {kind}.{name} is missing" for name in missing)
            for name, item in value.items():
                checker = checkers.get(name)
                if checker is None and name not in fields:
                    wrong.append(f"{_written(path)}: {kind} has no field {name!r}")
                    continue
                if checker is None:
                    checker = checkers[name] = self._checker(fields[name])
                checker(item, (path, "." + name), wrong)

        return check


def _written(path: Path) -> str:
    before, last = path
    return last if before is None else _written(before) + last


def _last_word(path: Path) -> str:
    return _written(path).rpartition(".")[2].partition("[")[0].rpartition("_")[2]


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _literal(wanted: object) -> Checker:
    def check(value: Any, path: Path, wrong: list[str]) -> None:
        if value != wanted or type(value) is not type(wanted):
            wrong.append(f"{_written(path)}: {_short(value)} is not {wanted!r}")

    return check


def _simple(kind: str) -> Checker:
    types = _SIMPLE[kind]

    def check(value: Any, path: Path, wrong: list[str]) -> None:
        if not isinstance(value, types) or (kind == "true" and value is not True):
            wrong.append(f"{_written(path)}: {_short(value)} is not {kind}")

    return check


def _number(value: Any, path: Path, wrong: list[str]) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        wrong.append(f"{_written(path)}: {_short(value)} is not a number")
    elif isinstance(value, float) and _last_word(path) in _INTEGERS:
        wrong.append(f"{_written(path)}: {value} is not an integer")


def _upload(value: Any, path: Path, wrong: list[str]) -> None:
    wrong.append(f"{_written(path)}: {_short(value)} is not an uploaded file")


def _coerce(value: Any, kind: str) -> Any:
    if not isinstance(value, str):
        return value
    parts = split_union(kind)
    if "number" in parts and value.strip().lstrip("-").isdigit():
        return int(value)
    if "string" in parts or all(part.startswith('"') for part in parts):
        return value
    if set(parts) <= {"boolean", "true", "false"}:
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(
            value.lower(), value
        )
    try:
        return json.loads(value)
    except ValueError:
        return value


@cache
def bundled() -> Schema:
    """Give the schema that comes with musbot (`bot_api.json`); read once."""
    text = resources.files("musbot.emulator").joinpath("bot_api.json").read_text(encoding="utf-8")
    return Schema(json.loads(text))
