"""Values to JSON text and back: how documents, events and screens are stored.

A value is a dataclass named in an explicit registry of kinds (`musbot.storage.kinds`); no Python path is ever
written. Its text is one JSON object, always the same for equal values:

    {"k": "envido", "s": 1, "n": 5}        k: kind, s: schema number, then the fields in their order

Fields that hold their default are left out, so a field with a default can be added without a new schema (and a
default that changes is a change of shape). Inside, a value is tagged with its kind only where several are
possible. Any other change of shape raises the schema number and adds an *upcaster*: a function from (kind, fields
of the older schema) to the fields of the next one, in raw JSON.

Coders are made once for each class from its type hints; `Card` alone is written by hand (``"12o 7c"``), because a
document holds a whole deck.
"""

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from musbot.engine.cards import DECK, Card

T = TypeVar("T")
Raw = dict[str, Any]
Upcaster = Callable[[str, Raw], Raw]
Coder = Callable[[Any], Any] | None  # None: JSON holds the value as it is
Coders = tuple[Coder, Coder]  # encoder, decoder

KIND, SCHEMA = "k", "s"
_PLAIN = (bool, int, float, str)
_PLAIN_SET = frozenset(_PLAIN)
_CARDS = {f"{card.rank.value}{card.suit.value}": card for card in DECK}
_CARD_TEXTS = {(card.rank.value, card.suit.value): text for text, card in _CARDS.items()}
_JSON = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)


class CodecError(Exception):
    """A stored text cannot be read, or a value has no stored form; the message says why."""


class Codec:
    """Encodes and decodes the values of a registry of kinds.

    Args:
        kinds: class by kind name. Names are short, stable, and all that the data says about a class.
        schema: number of the present shape.
        upcasters: by the schema that they read: the step from there to the next one.

    Raises:
        TypeError: a class of the registry has a field of a type that this codec does not know.
    """

    def __init__(self, kinds: Mapping[str, type], schema: int, upcasters: Mapping[int, Upcaster]) -> None:
        self._kinds = dict(kinds)
        self._names = {cls: kind for kind, cls in kinds.items()}
        self._schema = schema
        self._upcasters = dict(upcasters)
        self._structs: dict[type, _Struct] = {}
        if len(self._names) != len(self._kinds):
            raise TypeError("a class has two kind names")
        for cls in self._names:
            self._struct(cls)

    def encode(self, value: object) -> str:
        """The text of a value of a registered kind.

        Raises:
            CodecError: its class is not registered, or a field holds what its type does not allow.
        """
        kind = self._names.get(type(value))
        if kind is None:
            raise CodecError(f"{type(value).__name__} is not a kind that is stored")
        try:
            return _JSON.encode(self._structs[type(value)].encode(value, {KIND: kind, SCHEMA: self._schema}))
        except _BROKEN as error:
            raise CodecError(f"cannot store a {kind}: {error!r}") from error

    def decode(self, text: str, expected: type[T]) -> T:
        """The value that a text stands for.

        Args:
            text: what `encode` gave, now or with an older schema.
            expected: the class that it must be, or a union of classes.

        Raises:
            CodecError: not such a text, an unknown kind, a kind that is not expected, or a newer schema.
        """
        try:
            raw = json.loads(text)
        except ValueError as error:
            raise CodecError(f"not JSON: {text[:40]!r}") from error
        if not isinstance(raw, dict) or KIND not in raw or type(raw.get(SCHEMA)) is not int:
            raise CodecError(f"not a stored value: {text[:40]!r}")
        kind, schema = raw.pop(KIND), raw.pop(SCHEMA)
        raw = self._upcast(kind, schema, raw)
        cls = self._kinds.get(kind)
        if cls is None:
            raise CodecError(f"unknown kind {kind!r}: was this written by a newer musbot?")
        try:
            value = self._structs[cls].decode(raw)
        except _BROKEN as error:
            raise CodecError(f"cannot read a {kind}: {error!r}") from error
        if not isinstance(value, expected):
            raise CodecError(f"found a {kind} where something else belongs")
        return value

    def _upcast(self, kind: str, schema: int, raw: Raw) -> Raw:
        if schema > self._schema:
            raise CodecError(
                f"a {kind} of schema {schema}, but this musbot knows schemas up to {self._schema}: "
                "it is too old for this data"
            )
        for number in range(schema, self._schema):
            step = self._upcasters.get(number)
            if step is None:
                raise CodecError(f"a {kind} of schema {schema}: nothing reads schema {number} any more")
            raw = step(kind, raw)
        return raw

    def _struct(self, cls: type) -> "_Struct":
        if cls not in self._structs:
            if cls not in self._names or not is_dataclass(cls):
                raise TypeError(f"{cls.__name__} is not a registered dataclass")
            self._structs[cls] = struct = _Struct(cls)  # before its fields: types may contain themselves
            hints = get_type_hints(cls)
            struct.plan = tuple(
                (field.name, _default(field), *self._coders(hints[field.name])) for field in fields(cls)
            )
            struct.settle()
        return self._structs[cls]

    def _coders(self, hint: Any) -> Coders:
        origin = get_origin(hint)
        if hint is Card:
            return _card_text, _CARDS.__getitem__
        if hint in _PLAIN:
            return None, None
        if origin is tuple:
            return self._tuple_coders(get_args(hint))
        if origin in (Union, types.UnionType):
            return self._union_coders(get_args(hint))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _enum_coders(hint)
        if isinstance(hint, type):
            struct = self._struct(hint)
            return struct.encode, struct.decode
        raise TypeError(f"no stored form for {hint!r}")

    def _tuple_coders(self, args: tuple[Any, ...]) -> Coders:
        if args == (Card, ...):
            return _cards_text, _cards_of
        if len(args) == 2 and args[1] is ...:
            encode, decode = self._coders(args[0])
            return _each(list, encode) if encode else None, _each(tuple, decode) if decode else tuple
        parts = [self._coders(arg) for arg in args]
        encoders, decoders = [encode for encode, _ in parts], [decode for _, decode in parts]
        return _positions(list, encoders) if any(encoders) else None, _positions(tuple, decoders)

    def _union_coders(self, args: tuple[Any, ...]) -> Coders:
        rest = tuple(arg for arg in args if arg is not types.NoneType)
        if len(rest) == 1:
            encode, decode = self._coders(rest[0])
            return _optional(encode), _optional(decode)
        plain = frozenset(rest) & _PLAIN_SET
        structs = {cls: self._struct(cls) for cls in rest if cls not in plain}
        accepted = plain | ({types.NoneType} if len(rest) < len(args) else frozenset())
        by_kind = {self._names[cls]: struct for cls, struct in structs.items()}
        tagged = {cls: (self._names[cls], struct) for cls, struct in structs.items()}

        def encode_union(value: Any) -> Any:
            found = tagged.get(type(value))
            if found is not None:
                return found[1].encode(value, {KIND: found[0]})
            if type(value) not in accepted:
                raise TypeError(f"{type(value).__name__} does not belong here")
            return value

        def decode_union(raw: Any) -> Any:
            if type(raw) is dict:
                return by_kind[raw.pop(KIND)].decode(raw)
            if type(raw) not in accepted:
                raise TypeError(f"{raw!r} does not belong here")
            return raw

        return encode_union, decode_union


class _Struct:
    """One dataclass: its fields as (name, default, encoder, decoder)."""

    __slots__ = ("_items", "_outward", "cls", "plan")

    def __init__(self, cls: type) -> None:
        self.cls = cls
        self.plan: tuple[tuple[str, Any, Coder, Coder], ...] = ()

    def settle(self) -> None:
        """Prepare for encoding, of which every commit does a lot: all fields are fetched at once."""
        names = [name for name, *_ in self.plan]
        self._items: Callable[[Any], tuple[Any, ...]]
        match names:
            case []:
                self._items = lambda value: ()
            case [name]:
                self._items = lambda value: (getattr(value, name),)
            case _:
                self._items = attrgetter(*names)
        self._outward = tuple(
            (name, default, default is not MISSING and not _single(default), encode)
            for name, default, encode, _ in self.plan
        )

    def encode(self, value: Any, raw: Raw | None = None) -> Raw:
        """The fields that do not hold their default, put into `raw` if there is one."""
        if type(value) is not self.cls:
            raise TypeError(f"{type(value).__name__} where {self.cls.__name__} belongs")
        if raw is None:
            raw = {}
        for (name, default, compared, encode), item in zip(self._outward, self._items(value), strict=True):
            if item is default or (compared and item == default):
                continue
            raw[name] = item if encode is None else encode(item)
        return raw

    def decode(self, raw: Raw) -> Any:
        values = []
        found = 0
        for name, default, _, decode in self.plan:
            if name in raw:
                found += 1
                item = raw[name]
                values.append(item if decode is None else decode(item))
            elif default is MISSING:
                raise KeyError(name)
            else:
                values.append(default)
        if found != len(raw):
            unknown = sorted(set(raw) - {name for name, *_ in self.plan})
            raise ValueError(f"unknown fields {unknown}")
        return self.cls(*values)


def _default(field: Field[Any]) -> Any:
    if not field.init or field.kw_only or field.name in (KIND, SCHEMA):
        raise TypeError(f"field {field.name} cannot be stored")
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _single(default: object) -> bool:
    """Whether nothing but the very same object equals it."""
    return default is None or (isinstance(default, Enum) and not isinstance(default, int | str))


def _card_text(card: Card) -> str:
    return _CARD_TEXTS[card.rank, card.suit._value_]


def _cards_text(cards: tuple[Card, ...]) -> str:
    return " ".join([_CARD_TEXTS[card.rank, card.suit._value_] for card in cards])


def _cards_of(text: str) -> tuple[Card, ...]:
    return tuple([_CARDS[part] for part in text.split()])


def _enum_coders(enum: type[Enum]) -> Coders:
    members = {member.value: member for member in enum}

    def encode(member: Any) -> Any:
        if type(member) is not enum:
            raise TypeError(f"{member!r} is not a {enum.__name__}")
        return member._value_

    return encode, members.__getitem__


def _each(container: type, coder: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def code(items: Any) -> Any:
        return container([coder(item) for item in items])

    return code


def _positions(container: type, coders: list[Coder]) -> Callable[[Any], Any]:
    def code(items: Any) -> Any:
        pairs = zip(coders, items, strict=True)
        return container([item if coder is None else coder(item) for coder, item in pairs])

    return code


def _optional(coder: Coder) -> Coder:
    if coder is None:
        return None

    def code(item: Any) -> Any:
        return None if item is None else coder(item)

    return code
