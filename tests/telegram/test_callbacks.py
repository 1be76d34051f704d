"""Callback data holds every press in 64 bytes, exactly, and takes nothing else for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.app.screens import Press, Verb
from musbot.engine.rules import PRESETS
from musbot.engine.state import Question
from musbot.telegram.callbacks import LIMIT, decode, encode

ARGS = (
    "",
    "0",
    "1",
    "3",
    "mus",
    "co",
    "p",
    "q",
    "nq",
    "or",
    "sg",
    "e2",
    "e40",
    "m60",
    "d:0110",
    "es",
    *PRESETS,
)
stages = st.sampled_from(("m0", "m1", "d0", "d17", "m999", *"gcpjurfn"))
questions = st.builds(Question, st.integers(0, 10**6), stages, st.integers(0, 10**4))
presses = st.builds(
    Press,
    st.integers(0, 2**40),
    st.sampled_from(Verb),
    st.none() | questions,
    st.sampled_from(ARGS) | st.from_regex(r"[A-Za-z0-9_:+\-]{1,30}", fullmatch=True),
)


@given(presses)
def test_every_press_fits_and_comes_back_as_it_was(press: Press) -> None:
    data = encode(press)
    assert len(data.encode()) <= LIMIT
    assert decode(data) == press


def test_the_biggest_press_of_all_fits() -> None:
    longest = Press(2**40, Verb.CALL, Question(10**6, "d999", 10**6), "x" * 30)
    assert len(encode(longest).encode()) <= LIMIT
    assert decode(encode(longest)) == longest


@given(
    st.text(max_size=70)
    | st.from_regex(r"1\.[0-9a-z]{1,4}\.[a-z]([0-9a-z]-[a-z][0-9]?(-[0-9a-z])?)?(\.\w+)?")
)
def test_whatever_is_read_would_be_written_the_same_way(data: str) -> None:
    press = decode(data)
    assert press is None or encode(press) == data


@pytest.mark.parametrize(
    "data",
    [
        "", "1", "1.", "1.1.", "2.1.s", "1.1.S", "1.01.s", "1.-1.s", "1.1.s.", "1.1.s.ñ", "1.1.s.a b", "1.1.ss",
        "1.1.a1-x", "1.1.a1-m", "1.1.a1-m01", "1.1.a1-g-0", "1.1.a1-g-01", "1.1.a01-g", "1.1.s\n", " 1.1.s", "1.١.s",
        "1.1.J", "1." + "z" * 60 + ".s", "1.1.s." + "x" * 31,
    ],
)  # fmt: skip
def test_data_that_no_button_carries_is_nothing(data: str) -> None:
    assert decode(data) is None


@pytest.mark.parametrize(
    "press",
    [
        Press(1, Verb.PRESET, None, "x" * 31),
        Press(1, Verb.PRESET, None, "a.b"),
        Press(1, Verb.PRESET, None, "año"),
        Press(-1, Verb.SIT),
        Press(36**9, Verb.SIT),
        Press(1, Verb.CALL, Question(1, "quiet")),
    ],
)
def test_a_press_that_does_not_fit_is_refused_when_it_is_drawn(press: Press) -> None:
    with pytest.raises(ValueError, match="a button cannot carry"):
        encode(press)
