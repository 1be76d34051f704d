"""Telegram's HTML, keyboards and texts as the Bot API reads them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.emulator.core import ApiError
from musbot.emulator.core.html import check_url, parse_html, to_html, utf16
from musbot.emulator.core.keyboards import check_data, read_keyboard
from musbot.emulator.core.text import clean, read_text, shows_nothing


def entity(kind: str, offset: int, length: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "offset": offset, "length": length, **more}


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("hola", "hola", []),
        ("<b>a</b>", "a", [entity("bold", 0, 1)]),
        ("<B>a</b >", "a", [entity("bold", 0, 1)]),
        ("a</>", None, "Unexpected end tag at byte offset 1"),
        ("<b>a</>", "a", [entity("bold", 0, 1)]),
        ("<i>a<b>b</b></i>", "ab", [entity("italic", 0, 2), entity("bold", 1, 1)]),
        ("🃏<u>x</u>", "🃏x", [entity("underline", 2, 1)]),
        ("<s></s>x", "x", []),
        ("a &lt;b&gt; &amp; &quot;c&quot; &#8364; &#x1F0A1;", 'a <b> & "c" € 🂡', []),
        ("&nbsp; &copy; & &;", "&nbsp; &copy; & &;", []),
        ("<tg-spoiler>x</tg-spoiler>", "x", [entity("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">x</span>', "x", [entity("spoiler", 0, 1)]),
        ('<a href="https://a.example/?q=1&amp;r=2">x</a>', "x", [entity("text_link", 0, 1, url="https://a.example/?q=1&r=2")]),
        ("<a href='a.example'>x</a>", "x", [entity("text_link", 0, 1, url="http://a.example")]),
        ("<a href='nonsense'>x</a>", "x", []),
        ("<pre><code class='language-python'>x</code></pre>", "x", [entity("pre", 0, 1, language="python")]),
        ("<code>x</code>", "x", [entity("code", 0, 1)]),
        ("<blockquote expandable>x</blockquote>", "x", [entity("expandable_blockquote", 0, 1)]),
        ("<blockquote>x</blockquote>", "x", [entity("blockquote", 0, 1)]),
        ("<tg-emoji emoji-id='536'>👍</tg-emoji>", "👍", [entity("custom_emoji", 0, 2, custom_emoji_id="536")]),
        ("<b>a", None, 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b>a</i>", None, 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("ñ<x>", None, 'Unsupported start tag "x" at byte offset 2'),
        ("a < b", None, 'Unclosed start tag|Unsupported start tag "" at byte offset 2'),
        ("<b", None, "Unclosed start tag at byte offset 0"),
        ("<b>x</b", None, "Unclosed end tag at byte offset 4"),
        ("<a href>x</a>", None, 'Expected equal sign in declaration of an attribute of the tag "a"'),
        ("<a ='x'>x</a>", None, 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=x/y>x</a>", None, "Unexpected end of name token at byte offset 8"),
        ("<a href=", None, 'Unclosed start tag "a" at byte offset 0'),
        ("<a href='x", None, "Unclosed start tag at byte offset 0"),
        ("<span>x</span>", None, 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<tg-emoji emoji-id='x'>👍</tg-emoji>", None, "Invalid custom emoji identifier specified"),
        ("<br>", None, 'Unsupported start tag "br" at byte offset 0'),
    ],
)  # fmt: skip
def test_html_becomes_text_with_entities_or_the_complaint_of_the_bot_api(
    source: str, text: str | None, entities: Any
) -> None:
    if text is not None:
        assert parse_html(source) == (text, entities)
        return
    with pytest.raises(ApiError) as caught:
        parse_html(source)
    assert caught.value.code == 400
    assert caught.value.description.startswith("Bad Request: can't parse entities: ")
    assert any(part in caught.value.description for part in entities.split("|"))


def test_a_mention_by_id_names_the_user() -> None:
    _, (found,) = parse_html("<a href='tg://user?id=7'>Ane</a>")
    assert found == entity("text_mention", 0, 3, user={"id": 7, "is_bot": False, "first_name": ""})


@given(st.text(alphabet="ab<>&\"'/🃏ñ \n=;#x1biu"))
def test_any_text_is_either_read_or_refused(source: str) -> None:
    try:
        text, entities = parse_html(source)
    except ApiError:
        return
    for item in entities:
        assert item["length"] > 0
        assert item["offset"] + item["length"] <= utf16(text)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert parse_html(to_html(text, [])) == (text, [])


@pytest.mark.parametrize(
    "source",
    [
        "<b>a🃏<i>b</i></b>c",
        "<blockquote expandable>x &lt;y&gt;</blockquote>",
        '<a href="https://a.example/?a&amp;b">x</a>',
    ],
)
def test_writing_and_reading_again_gives_the_same(source: str) -> None:
    assert parse_html(to_html(*parse_html(source))) == parse_html(source)


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("a.example/x", "http://a.example/x"),
        ("https://t.me/b?start=1", "https://t.me/b?start=1"),
        ("x", ""),
        ("http://x", ""),
        ("ftp://a.example", ""),
        ("tg://resolve?domain=a", "tg://resolve?domain=a"),
    ],
)
def test_links_are_checked(url: str, kept: str) -> None:
    assert check_url(url) == kept


def test_texts_are_trimmed_and_their_entities_move() -> None:
    assert clean("  \n <hola> \n", [entity("bold", 4, 6)]).text == "<hola>"
    assert clean("  hola  ", [entity("bold", 2, 6)]).entities == (entity("bold", 0, 4),)
    assert clean("a\r\nb\x01c", [entity("bold", 3, 1)]) == clean("a\nb c", [entity("bold", 2, 1)])


def test_commands_mentions_and_links_are_found_by_themselves() -> None:
    text = "🃏 /mus@Some_bot y /cartas, @ane_1 https://a.example/x. a/b <c>/d"
    kinds = {(item["type"], item["offset"], item["length"]) for item in clean(text, []).entities}
    assert kinds == {("bot_command", 3, 13), ("bot_command", 19, 7), ("mention", 28, 6), ("url", 35, 19)}


def test_nothing_is_found_inside_code() -> None:
    assert [item["type"] for item in read_text("<code>/mus</code> /mesa", "HTML", None).entities] == [
        "code",
        "bot_command",
    ]


@pytest.mark.parametrize("text", ["", "  ", "\u200b\u200d", "\u2800", "\u3164\n"])
def test_blank_texts_show_nothing(text: str) -> None:
    assert shows_nothing(text)


def test_entities_outside_the_text_are_refused() -> None:
    with pytest.raises(ApiError, match="ends after the end of the text at UTF-16 offset 9"):
        read_text("hola", None, [entity("bold", 0, 9)])


def button(**fields: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[fields]]}


@pytest.mark.parametrize(
    ("markup", "complaint"),
    [
        (button(text="x"), "Text buttons are unallowed in the inline keyboard"),
        (button(text="x", callback_data=""), "Text buttons are unallowed in the inline keyboard"),
        (button(text=" ", callback_data="a"), "must be non-empty"),
        (button(text="x", url="nodot"), "inline keyboard button URL 'nodot' is invalid: Wrong HTTP URL"),
        (button(text="x", url="app://a.b"), "is invalid: Unsupported URL protocol"),
    ],
)
def test_bad_buttons_are_refused(markup: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ApiError, match="Bad Request") as caught:
        read_keyboard(markup)
    assert complaint in caught.value.description


@pytest.mark.parametrize(
    ("data", "fits"), [("a" * 64, True), ("a" * 65, False), ("ñ" * 32, True), ("ñ" * 33, False)]
)
def test_callback_data_is_measured_in_bytes(data: str, fits: bool) -> None:
    rows = read_keyboard(button(text="x", callback_data=data))
    if fits:
        check_data(rows)
        return
    with pytest.raises(ApiError, match="BUTTON_DATA_INVALID"):
        check_data(rows)


def test_a_hundred_buttons_fit_and_one_more_does_not() -> None:
    row = [{"text": "x", "callback_data": "x"}]
    check_data(read_keyboard({"inline_keyboard": [row] * 100}))
    with pytest.raises(ApiError, match="reply markup is too long"):
        check_data(read_keyboard({"inline_keyboard": [row] * 101}))


def test_empty_rows_vanish_and_of_two_actions_the_first_stays() -> None:
    rows = read_keyboard(
        {
            "inline_keyboard": [
                [],
                [{"text": "x", "url": "a.example", "callback_data": "y", "style": "danger"}],
            ]
        }
    )
    assert rows == (({"text": "x", "style": "danger", "url": "http://a.example"},),)
    assert read_keyboard({"inline_keyboard": []}) == ()
