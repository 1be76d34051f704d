"""Names are always showable."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.telegram.names import FALLBACK, MAX_NAME, clean, person_name


@pytest.mark.parametrize(
    ("first", "last", "username", "shown"),
    [
        ("Ane", None, None, "Ane"),
        ("Ane", "Etxe", "ane", "Ane Etxe"),
        ("\u200b\u2060", "Etxe", None, "Etxe"),
        ("\u3164", None, "hidden", "hidden"),
        ("\u2800\u2800", None, None, FALLBACK),
        ("", None, None, FALLBACK),
        (None, None, None, FALLBACK),
        ("\u0301\u0301", None, None, FALLBACK),
        ("<b>&", None, None, "<b>&"),
        ("\u202eenA", None, None, "enA"),
        ("A\nB\t C", None, None, "A B C"),
        ("👩‍👩‍👧", None, None, "👩‍👩‍👧"),
        ("a" + "\u0336" * 9, None, None, "a" + "\u0336" * 3),
        ("x" * 300, None, None, "x" * MAX_NAME),
        ("‏שלום", None, None, "שלום"),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(
    first: str | None, last: str | None, username: str | None, shown: str
) -> None:
    assert person_name(first, last, username) == shown


TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(max_size=300), st.none() | st.text(max_size=300), st.none() | st.text(max_size=40))
def test_no_name_is_empty_long_or_turns_the_line_around(
    first: str, last: str | None, username: str | None
) -> None:
    name = person_name(first, last, username)
    assert name.strip()
    assert len(name) <= MAX_NAME
    assert not {unicodedata.bidirectional(c) for c in name} & {
        "LRE",
        "RLE",
        "LRO",
        "RLO",
        "PDF",
        "LRI",
        "RLI",
        "FSI",
        "PDI",
    }
    assert clean(name) == name
