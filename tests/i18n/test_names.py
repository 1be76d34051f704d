"""Names people chose, before they stand in a line of ours."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.i18n.names import NAME_WIDTH, clean_name

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ane", "Ane"),
        ("  Ane \n\t Etxeberria ", "Ane Etxeberria"),
        ("x\u202egpj.exe", "xgpj.\u2060exe"),
        ("\u2066\u2067Jon\u2069\u200f", "Jon"),
        ("a\x00b\x1bc\ufeffd\u00ad", "abcd"),
        ("\ud83dJon", "Jon"),
        ("Abcdefghijklmnopqrstuvwxyz", "Abcdefghijklmnopqrs…"),
        ("😀" * 64, "😀" * 9 + "…"),
        (FAMILY * 10, FAMILY * 10),
        (FAMILY * 11, FAMILY * 9 + "…"),
        ("🇪🇸🇫🇷", "🇪🇸🇫🇷"),
        ("👍🏽 Mikel", "👍🏽 Mikel"),
        ("e\u0301" * 3, "e\u0301" * 3),
        ("Z" + "\u0301" * 50, "Z" + "\u0301" * 3),
        ("محمد", "محمد"),
        ("", ""),
        ("   ", ""),
        ("\u3164\u2800\u200b\u200d", ""),
        ("\u0301\u0302", ""),
        ("@admin", "@\u2060admin"),
        ("/cancelar", "/\u2060cancelar"),
        ("J. Jon", "J. Jon"),
        ("<b>&", "<b>&"),  # escaped later, in one place
    ],
)
def test_a_name_is_made_fit_for_a_line(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@given(st.text(max_size=300))
def test_whatever_is_typed_stays_in_its_place(typed: str) -> None:
    shown = clean_name(typed)
    for char in shown:
        assert (
            char in "\u200c\u200d\u2060"
            or char >= "\U000e0020"
            or unicodedata.category(char) not in ("Cc", "Cf", "Cs")
        )
    assert len(shown) <= NAME_WIDTH * 14
    assert shown == shown.strip()
    assert not shown.endswith("\u200d")


@given(st.text(alphabet="aé 👨👩\u200d\ufe0f🏽🇪🇸漢\u0301", max_size=80))
def test_a_cut_never_splits_what_the_eye_takes_for_one_character(typed: str) -> None:
    shown = clean_name(typed)
    assert "\u200d…" not in shown
    assert not shown.startswith("\u200d")
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown if char in "aé漢 …")
    assert wide <= NAME_WIDTH
