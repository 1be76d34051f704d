"""Values to JSON text and back: how documents, events and screens are stored.

A value is a dataclass named in an explicit registry of kinds (`musbot.storage.kinds`); no Python path is ever
written. Its text is one JSON object, always the same for equal values:

    {"k": "envido", "s": 1, "n": 5}        k: kind, s: schema number, then the fields in their order

Fields that hold their default are left out, so a field with a default can be added without a new schema (and a
default that changes is a change of shape). Inside, a value is tagged with its kind only where several are
possible. Any other change of shape raises the schema number and adds an *upcaster*: a function from (kind, fields
of the older schema) to the fields of the next one, in raw JSON.

Coders are made once for each class from its type hints, encoders as compiled text; `Card` alone is written by hand
(``"12o 7c"``), because a document holds a whole deck.
"""

import json
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from json.encoder import encode_basestring_ascii
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from musbot.engine.cards import DECK, Card

T = TypeVar("T")
Raw = dict[str, Any]
Upcaster = Callable[[str, Raw], Raw]
Encoder = Callable[[Any], str]  # gives JSON text
Coder = Callable[[Any], Any] | None  # None: JSON holds the value as it is
Coders = tuple[Encoder, Coder]  # encoder, decoder

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
            return self._structs[type(value)].encode(value, f'"{KIND}":"{kind}","{SCHEMA}":{self._schema}')
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
            return _plain, None
        if origin is tuple:
            return self._tuple_coders(get_args(hint))
        if origin in (Union, types.UnionType):
            return self._union_coders(get_args(hint))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _enum_coders(hint)
        if isinstance(hint, type):
            struct = self._struct(hint)
            return struct.encode_plainly, struct.decode
        raise TypeError(f"no stored form for {hint!r}")

    def _tuple_coders(self, args: tuple[Any, ...]) -> Coders:
        if args == (Card, ...):
            return _cards_text, _cards_of
        if len(args) == 2 and args[1] is ...:
            encode, decode = self._coders(args[0])
            return _each_text(encode), _each(decode) if decode else tuple
        parts = [self._coders(arg) for arg in args]
        return _position_texts([encode for encode, _ in parts]), _positions([decode for _, decode in parts])

    def _union_coders(self, args: tuple[Any, ...]) -> Coders:
        rest = tuple(arg for arg in args if arg is not types.NoneType)
        if len(rest) == 1:
            encode, decode = self._coders(rest[0])
            return _optional_text(encode), _optional(decode)
        plain = frozenset(rest) & _PLAIN_SET
        structs = {cls: self._struct(cls) for cls in rest if cls not in plain}
        accepted = plain | ({types.NoneType} if len(rest) < len(args) else frozenset())
        by_kind = {self._names[cls]: struct for cls, struct in structs.items()}
        tagged = {cls: (struct, f'"{KIND}":"{self._names[cls]}"') for cls, struct in structs.items()}

        def encode_union(value: Any) -> str:
            found = tagged.get(type(value))
            if found is not None:
                struct, tag = found
                return struct.encode(value, tag)
            if type(value) not in accepted:
                raise TypeError(f"{type(value).__name__} does not belong here")
            return _plain(value)

        def decode_union(raw: Any) -> Any:
            if type(raw) is dict:
                return by_kind[raw.pop(KIND)].decode(raw)
            if type(raw) not in accepted:
                raise TypeError(f"{raw!r} does not belong here")
            return raw

        return encode_union, decode_union


class _Struct:
    """One dataclass: its fields as (name, default, encoder, decoder)."""

    __slots__ = ("cls", "encode", "plan")

    def __init__(self, cls: type) -> None:
        self.cls = cls
        self.plan: tuple[tuple[str, Any, Encoder, Coder], ...] = ()
        self.encode: Callable[[Any, str], str]
        """A JSON object of what it begins with and the fields that do not hold their default; there once settled."""

    def settle(self) -> None:
        """Compile the encoder, for every commit writes some hundred fields."""
        self.encode = _compiled(self.cls, self.plan)

    def encode_plainly(self, value: Any) -> str:
        """The same without a beginning; may be taken before the struct is settled."""
        return self.encode(value, "")

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


def _compiled(cls: type, plan: Sequence[tuple[str, Any, Encoder, Coder]]) -> Callable[[Any, str], str]:
    """A function with one line for each field, as `dataclasses` makes its own: a loop takes three times as long.

    Nothing but the names of fields and numbers gets into its text.
    """
    names: dict[str, Any] = {"cls": cls, "refuse": _refuse}
    lines = [
        "def written(value, head):",
        "    if type(value) is not cls: refuse(value, cls)",
        "    text = head",
    ]
    for number, (field, default, encode, _) in enumerate(plan):
        names |= {f"default{number}": default, f"encode{number}": encode}
        lines.append(f"    item = value.{field}")
        written = f"text += ',\"{field}\":' + encode{number}(item)"
        if default is MISSING:
            lines.append(f"    {written}")
        elif _single(default):
            lines.append(f"    if item is not default{number}: {written}")
        else:
            lines.append(f"    if item is not default{number} and item != default{number}: {written}")
    lines.append("    return '{' + (text if head else text[1:]) + '}'")
    exec("\n".join(lines), names)  # noqa: S102 - the text is made here, of our own classes' fields
    compiled: Callable[[Any, str], str] = names["written"]
    return compiled


def _refuse(value: object, cls: type) -> None:
    raise TypeError(f"{type(value).__name__} where {cls.__name__} belongs")


def _single(default: object) -> bool:
    """Whether nothing but the very same object equals it."""
    return default is None or (isinstance(default, Enum) and not isinstance(default, int | str))


def _plain(value: Any) -> str:
    """What JSON holds as it is. Written by the json module's own parts; what they leave to it, it does."""
    kind = type(value)
    if kind is str:
        return encode_basestring_ascii(value)
    return repr(value) if kind is int else _JSON.encode(value)


def _card_text(card: Card) -> str:
    return '"' + _CARD_TEXTS[card.rank, card.suit._value_] + '"'


def _cards_text(cards: tuple[Card, ...]) -> str:
    return '"' + " ".join([_CARD_TEXTS[card.rank, card.suit._value_] for card in cards]) + '"'


def _cards_of(text: str) -> tuple[Card, ...]:
    return tuple([_CARDS[part] for part in text.split()])


def _enum_coders(enum: type[Enum]) -> Coders:
    members = {member.value: member for member in enum}
    texts = {value: _JSON.encode(value) for value in members}

    def encode(member: Any) -> str:
        if type(member) is not enum:
            raise TypeError(f"{member!r} is not a {enum.__name__}")
        return texts[member._value_]

    return encode, members.__getitem__


def _each_text(encode: Encoder) -> Encoder:
    def code(items: Any) -> str:
        return "[" + ",".join([encode(item) for item in items]) + "]"

    return code


def _each(decode: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def code(items: Any) -> Any:
        return tuple([decode(item) for item in items])

    return code


def _position_texts(encoders: list[Encoder]) -> Encoder:
    if len(encoders) == 2:
        return _pair_text(*encoders)

    def code(items: Any) -> str:
        return "[" + ",".join([encode(item) for encode, item in zip(encoders, items, strict=True)]) + "]"

    return code


def _pair_text(first: Encoder, second: Encoder) -> Encoder:
    def code(items: Any) -> str:
        one, other = items
        return f"[{first(one)},{second(other)}]"

    return code


def _positions(decoders: list[Coder]) -> Callable[[Any], Any]:
    def code(items: Any) -> Any:
        pairs = zip(decoders, items, strict=True)
        return tuple([item if decode is None else decode(item) for decode, item in pairs])

    return code


def _optional_text(encode: Encoder) -> Encoder:
    def code(item: Any) -> str:
        return "null" if item is None else encode(item)

    return code


def _optional(coder: Coder) -> Coder:
    if coder is None:
        return None

    def code(item: Any) -> Any:
        return None if item is None else coder(item)

    return code
