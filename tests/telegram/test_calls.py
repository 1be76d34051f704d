"""Typed calls: generous in spelling, deaf to talk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.app.commands import TypedCall, Word
from musbot.telegram.calls import LONGEST, parse_call


@pytest.mark.parametrize(
    ("said", "word", "n"),
    [
        ("7", Word.NUMBER, 7),
        (" siete ", Word.NUMBER, 7),
        ("envido 7", Word.ENVIDO, 7),
        ("Envido", Word.ENVIDO, None),
        ("¡Envido  cinco!", Word.ENVIDO, 5),
        ("5 envido", Word.ENVIDO, 5),
        ("enbido 3", Word.ENVIDO, 3),
        ("imido", Word.ENVIDO, 2),
        ("5 más", Word.MAS, 5),
        ("5 mas", Word.MAS, 5),
        ("MÁS 5", Word.MAS, 5),
        ("+5", Word.MAS, 5),
        ("5 gehiago", Word.MAS, 5),
        ("más", Word.MAS, None),
        ("quiero y 5 más", Word.MAS, 5),
        ("órdago", Word.ORDAGO, None),
        ("o\u0301rdago", Word.ORDAGO, None),
        ("¡¡Órdago!!", Word.ORDAGO, None),
        ("Hordago", Word.ORDAGO, None),
        ("paso", Word.PASO, None),
        ("Paso.", Word.PASO, None),
        ("pass", Word.PASO, None),
        ("quiero", Word.QUIERO, None),
        ("iduki", Word.QUIERO, None),
        ("no quiero", Word.NO_QUIERO, None),
        ("No, quiero", Word.NO_QUIERO, None),
        ("tira", Word.NO_QUIERO, None),
        ("mus", Word.MUS, None),
        ("corto", Word.CORTO, None),
        ("no hay mus", Word.CORTO, None),
        ("mintza", Word.CORTO, None),
        ("tiro 1 3", Word.DISCARD, 13),
        ("tira 4,2", Word.DISCARD, 24),
        ("tiro 13", Word.DISCARD, 13),
        ("tiro 1 y 3", Word.DISCARD, 13),
        ("tiro 1 1", Word.DISCARD, 1),
        ("tiro todas", Word.DISCARD, 1234),
    ],
)  # fmt: skip
def test_a_call_is_understood_however_it_is_spelt(said: str, word: Word, n: int | None) -> None:
    assert parse_call(said, 9) == TypedCall(word, n, 9)


@pytest.mark.parametrize(
    "said",
    [
        "", "...", "hola", "yo paso de esto", "paso paso", "envido mucho", "envido 7 8", "7 y media", "-", "👍",
        "quiero verte",
        "9999999", "envido " + "9" * 30, "9" * 5000, "no", "sí", "tiro una", "tiro 5", "tiro", "mus?no", "12 13",
    ],
)  # fmt: skip
def test_talk_is_no_call(said: str) -> None:
    assert parse_call(said) is None


@given(st.text(max_size=LONGEST + 5))
def test_nothing_that_people_type_breaks_the_reading(said: str) -> None:
    call = parse_call(said)
    assert call is None or call.n is None or 0 <= call.n < 10**6
