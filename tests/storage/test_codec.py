"""Stored values: round trips, readable for ever, and clear words about what cannot be read."""

import json
import os
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musbot.app.document import TableDocument
from musbot.app.screens import Screen
from musbot.app.text import Joined, Name, text
from musbot.engine.actions import Descarte, Envido, Paso
from musbot.engine.cards import DECK, Card
from musbot.engine.events import Called, Dealt, Event
from musbot.engine.state import Question
from musbot.storage.codec import Codec, CodecError
from musbot.storage.kinds import CODEC, KINDS, SCHEMA
from tests.storage.examples import EXAMPLES
from tests.storage.samples import screen
from tests.storage.values import types_within, values

DATA = Path(__file__).with_name("data")


@pytest.mark.parametrize("hint", [TableDocument, Screen, *get_args(Event)], ids=lambda hint: hint.__name__)
def test_a_round_trip_gives_the_same_value_and_the_same_text(hint: type) -> None:
    @given(values(hint))
    @settings(max_examples=40)
    def check(value: Any) -> None:
        stored = CODEC.encode(value)
        back: Any = CODEC.decode(stored, hint)
        assert back == value
        assert CODEC.encode(back) == stored

    check()


@given(st.permutations(DECK))
def test_a_dealt_deck_keeps_its_order(deck: list[Card]) -> None:
    event = Dealt(3, 1, tuple(deck))
    assert CODEC.decode(CODEC.encode(event), Dealt) == event


def test_every_class_that_is_stored_has_a_kind() -> None:
    stored = set().union(*(types_within(hint) for hint in (TableDocument, Screen, Event)))
    assert {cls for cls in stored if is_dataclass(cls)} - set(KINDS.values()) == {Card}
    assert set(KINDS.values()) - stored == set()


def test_the_text_names_kinds_and_no_python() -> None:
    assert CODEC.encode(Called(2, Envido(5))) == (
        '{"k":"called","s":1,"seat":2,"action":{"k":"envido","n":5}}'
    )
    assert CODEC.encode(Called(0, Descarte((True, False, False, True)))) == (
        '{"k":"called","s":1,"seat":0,"action":{"k":"descarte","mask":[true,false,false,true]}}'
    )
    assert CODEC.encode(Dealt(1, 0, DECK[:2])) == '{"k":"dealt","s":1,"hand_no":1,"mano":0,"deck":"1o 2o"}'


def test_texts_may_hold_each_other_words_and_numbers() -> None:
    inner = Joined((text("a", n=1, who=Name("Ane \ud83c ﷽")), Name("")), ", ")
    value = Screen((text("line", inner=inner, n=2**60, word="grande"),))
    assert CODEC.decode(CODEC.encode(value), Screen) == value


def test_a_shape_does_not_change_under_its_schema_number() -> None:
    """A red line here: the change needs a new schema number, an upcaster and a new file of texts, never an edit.

    MUSBOT_WRITE_GOLDEN writes the file of the present schema when there is none.
    """
    path = DATA / f"schema-{SCHEMA}.json"
    written = {name: CODEC.encode(value) for name, value in sorted(EXAMPLES.items())}
    if os.environ.get("MUSBOT_WRITE_GOLDEN") and not path.exists():
        path.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == written


def test_texts_written_by_older_musbots_mean_what_they_meant() -> None:
    paths = sorted(DATA.glob("schema-*.json"))
    assert len(paths) == SCHEMA
    for path in paths:
        for name, stored in json.loads(path.read_text(encoding="utf-8")).items():
            assert CODEC.decode(stored, object) == EXAMPLES[name], f"{path.name}: {name}"


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        ("", "not JSON"),
        ("[]", "not a stored value"),
        ('{"seat":1}', "not a stored value"),
        ('{"k":"paso"}', "not a stored value"),
        ('{"k":"poker","s":1}', "unknown kind 'poker'"),
        ('{"k":"paso","s":2}', "a paso of schema 2, but this musbot knows schemas up to 1"),
        ('{"k":"paso","s":0}', "nothing reads schema 0"),
        ('{"k":"envido","s":1}', "cannot read a envido: KeyError('n')"),
        ('{"k":"envido","s":1,"n":2,"m":3}', "unknown fields"),
        ('{"k":"called","s":1,"seat":0,"action":{"k":"poker"}}', "KeyError('poker')"),
        ('{"k":"called","s":1,"seat":0,"action":{"k":"called","seat":1,"action":null}}', "KeyError"),
        ('{"k":"dealt","s":1,"hand_no":1,"mano":0,"deck":"13o"}', "KeyError('13o')"),
        ('{"k":"lance_opened","s":1,"lance":"poker","eligible":[]}', "KeyError('poker')"),
        ('{"k":"text","s":1,"key":"a","args":[["n",1.5]]}', "does not belong here"),
    ],
)
def test_what_cannot_be_read_says_why(stored: str, reason: str) -> None:
    with pytest.raises(CodecError) as caught:
        CODEC.decode(stored, object)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_value_of_another_kind_than_expected_is_refused() -> None:
    with pytest.raises(CodecError, match="found a paso"):
        CODEC.decode(CODEC.encode(Paso()), Screen)


@pytest.mark.parametrize(
    "value",
    [
        object(),
        DECK[0],
        Called(0, "paso"),  # type: ignore[arg-type]
        Called(0, Question(1, "g")),  # type: ignore[arg-type]
        text("a", n=1.5),  # type: ignore[arg-type]
        Dealt(1, 0, ("1o",)),  # type: ignore[arg-type]
        Screen((screen("a"),)),  # type: ignore[arg-type]
        Envido(float("nan")),  # type: ignore[arg-type]
    ],
)
def test_a_value_that_its_type_does_not_allow_is_never_written(value: object) -> None:
    with pytest.raises(CodecError):
        CODEC.encode(value)


# -- older and newer shapes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chair:
    """A class that has changed twice: `legs` was `feet`, and before that there was no colour."""

    legs: int
    colour: str
    cushion: bool = False


def _feet_to_legs(kind: str, raw: dict[str, Any]) -> dict[str, Any]:
    return {"legs" if key == "feet" else key: value for key, value in raw.items()} if kind == "chair" else raw


def _colour(kind: str, raw: dict[str, Any]) -> dict[str, Any]:
    return raw | {"colour": "red"} if kind == "chair" else raw


def test_older_shapes_are_read_through_a_chain_of_upcasters() -> None:
    codec = Codec({"chair": Chair}, 3, {1: _colour, 2: _feet_to_legs})
    assert codec.decode('{"k":"chair","s":1,"feet":3}', Chair) == Chair(3, "red")
    assert codec.decode('{"k":"chair","s":2,"feet":3,"colour":"blue"}', Chair) == Chair(3, "blue")
    assert codec.decode('{"k":"chair","s":3,"legs":4,"colour":"b"}', Chair) == Chair(4, "b")
    assert codec.encode(Chair(4, "b", True)) == '{"k":"chair","s":3,"legs":4,"colour":"b","cushion":true}'
    with pytest.raises(CodecError, match="too old for this data"):
        codec.decode('{"k":"chair","s":4,"legs":4,"colour":"b"}', Chair)


@dataclass(frozen=True)
class _Listed:
    items: list[int]


@dataclass(frozen=True)
class _Tagged:
    k: int


@pytest.mark.parametrize("cls", [_Listed, _Tagged, int])
def test_a_class_that_cannot_be_stored_is_refused_at_import(cls: type) -> None:
    with pytest.raises(TypeError):
        Codec({"x": cls}, 1, {})


def test_a_class_has_one_kind() -> None:
    with pytest.raises(TypeError, match="two kind names"):
        Codec({"a": Chair, "b": Chair}, 1, {})
