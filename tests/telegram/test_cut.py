"""Cut texts are still whole: tags closed, signs unbroken, within the limit that Telegram counts."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.telegram.cut import cut_html, cut_plain, utf16_length


def seen(written: str) -> str:
    return html.unescape(re.sub(r"<[^<>]*>", "", written))


def test_a_sign_outside_the_basic_plane_counts_twice() -> None:
    assert utf16_length("añ🂠") == 4


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("🂠🂠", 4, "🂠🂠"),
        ("🂠🂠🂠", 4, "🂠…"),
        ("ab👩‍👧", 5, "ab…"),
        ("abo\u0301x", 4, "ab…"),
        ("\u2068Ane Etxeberria\u2069 dice", 8, "\u2068Ane E…\u2069"),
        ("\u2068An\u2069 dice", 8, "\u2068An\u2069 di…"),
    ],
)
def test_plain_text_is_cut_between_signs(text: str, limit: int, cut: str) -> None:
    assert cut_plain(text, limit) == cut
    assert utf16_length(cut) <= limit


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("<b>abc</b>", 3, "<b>abc</b>"),
        ("<b>abcd</b>", 3, "<b>ab…</b>"),
        ("<b>a<i>bcd</i></b>e", 3, "<b>a<i>b…</i></b>"),
        ("a&lt;b&amp;c", 5, "a&lt;b&amp;c"),
        ("a&lt;b&amp;cd", 4, "a&lt;b…"),
        ("<b>a</b>bcd", 3, "<b>a</b>b…"),
        ('<a href="tg://user?id=7">Ane</a> paso', 5, '<a href="tg://user?id=7">Ane</a> …'),
    ],
)
def test_html_is_cut_outside_its_tags_and_escapes(text: str, limit: int, cut: str) -> None:
    assert cut_html(text, limit) == cut


words = st.text(alphabet=st.sampled_from("ab <>&🂠\u0301\u200d\u2068\u2069"), max_size=30)
tagged = st.lists(st.tuples(st.sampled_from(["", "b", "i", "code"]), words), max_size=6).map(
    lambda parts: "".join(
        f"<{tag}>{html.escape(text, quote=False)}</{tag}>" if tag else html.escape(text, quote=False)
        for tag, text in parts
    )
)


@given(tagged, st.integers(1, 60))
def test_cut_html_is_never_too_long_and_stays_well_formed(text: str, limit: int) -> None:
    cut = cut_html(text, limit)
    assert utf16_length(seen(cut)) <= limit
    assert re.sub(r"<(/?)(b|i|code)>|&(lt|gt|amp);", "", cut).count("<") == 0
    opened: list[str] = []
    for close, tag in re.findall(r"<(/?)(b|i|code)>", cut):
        if close:
            assert opened.pop() == tag
        else:
            opened.append(tag)
    assert not opened
    if utf16_length(seen(text)) <= limit:
        assert cut == text


@given(st.text(max_size=300))
def test_a_toast_always_fits(text: str) -> None:
    assert utf16_length(cut_plain(text)) <= 200
