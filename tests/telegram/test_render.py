"""Screens, drawn."""

import pytest

from musbot.app.screens import Button, Link, Press, Screen, Style, Verb
from musbot.app.text import Name, text
from musbot.engine.state import Question
from musbot.telegram.callbacks import decode
from musbot.telegram.cut import MESSAGE_LIMIT
from musbot.telegram.render import Address, content_of, group_link
from tests.telegram.plain_words import PlainWords

WORDS = PlainWords()
ADDRESS = Address("musbot")
PASO = Press(3, Verb.CALL, Question(4, "g"), "p")


def drawn(
    screen: Screen, locale: str = "es", address: Address = ADDRESS
) -> tuple[str, list[list[dict[str, str]]]]:
    content = content_of(screen, locale, WORDS, address)
    rows = content.keyboard.inline_keyboard if content.keyboard else ()
    return content.text, [[button.to_dict() for button in row] for row in rows]


def test_lines_and_buttons_are_drawn_in_the_language_of_the_chat() -> None:
    screen = Screen((text("ask", who=Name("<Ane>")), text("stake", n=2)), ((Button(text("paso"), PASO),),))
    said, keyboard = drawn(screen, "en")
    assert said == "en:ask(who=&lt;Ane&gt;)\nen:stake(n=2)"
    assert keyboard[0][0]["text"] == "en:paso"
    assert decode(keyboard[0][0]["callback_data"]) == PASO


def test_a_screen_without_buttons_takes_the_keyboard_away() -> None:
    assert content_of(Screen((text("over"),)), "es", WORDS, ADDRESS).keyboard is None


def test_a_button_has_its_colour() -> None:
    screen = Screen(
        (text("a"),), ((Button(text("ordago"), PASO, style=Style.DANGER), Button(text("paso"), PASO)),)
    )
    (ordago, paso), = drawn(screen)[1]  # fmt: skip
    assert ordago["style"] == "danger"
    assert "style" not in paso


def test_the_link_to_the_private_chat_seats_nobody() -> None:
    screen = Screen((text("a"),), ((Button(text("open"), link=Link.PRIVATE),),))
    assert drawn(screen)[1] == [[{"text": "open", "url": "https://t.me/musbot?start=hola"}]]


@pytest.mark.parametrize(
    ("address", "url"),
    [
        (Address("musbot", "penya"), "https://t.me/penya"),
        (Address("musbot", "penya", -1001, 7), "https://t.me/penya/7"),
        (Address("musbot", None, -1001234, 7), "https://t.me/c/1234/7"),
        (Address("musbot", None, -1001234), None),
        (Address("musbot", None, -55, 7), None),
        (Address("musbot"), None),
    ],
)
def test_the_link_to_a_group_is_there_when_it_leads_somewhere(address: Address, url: str | None) -> None:
    assert group_link(address) == url
    screen = Screen((text("a"),), ((Button(text("back"), link=Link.GROUP),), (Button(text("paso"), PASO),)))
    rows = drawn(screen, address=address)[1]
    assert [row[0].get("url") for row in rows] == ([url, None] if url else [None])


def test_a_text_too_long_is_cut_to_the_limit() -> None:
    said, _ = drawn(Screen(tuple(text("x" * 1000) for _ in range(9))))
    assert len(said) == MESSAGE_LIMIT
    assert said.endswith("…")


def test_nothing_to_say_and_a_label_of_blanks_still_draw() -> None:
    said, keyboard = drawn(Screen((), ((Button(text("  "), PASO),),)))
    assert (said, keyboard[0][0]["text"]) == ("…", "…")


def test_a_button_that_cannot_be_written_is_an_error_of_ours() -> None:
    with pytest.raises(ValueError, match="a button cannot carry"):
        drawn(Screen((text("a"),), ((Button(text("b"), Press(1, Verb.PRESET, None, "ñ")),),)))
