"""From texts to words: arguments, markup, escaping, fallbacks, plurals."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from musbot.app.text import Cards, Joined, Name, Text, text
from musbot.engine.cards import DECK
from musbot.engine.notation import read_cards
from musbot.i18n import MissingText, Translator


@pytest.fixture(scope="module")
def ours() -> Translator:
    return Translator(strict=True)


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    for locale, said in {
        "es": "hola = <b>Hola, { $who }</b>\nsolo = solo aquí\nrota = { $a } { $b }\n",
        "en": "hola = <b>Hello, { $who }</b>\nrota = { $a } { $c }\n",
        "pt-br": "hola = Oi, { $who }\n",
    }.items():
        (tmp_path / locale).mkdir()
        (tmp_path / locale / "all.ftl").write_text(said, encoding="utf-8")
    (tmp_path / "notes").mkdir()
    return tmp_path


def test_what_people_typed_is_escaped_and_isolated_in_messages(ours: Translator) -> None:
    said = ours.say("es", text("cancel-waits", names=Name("<b>&")), html=True)
    assert said == "Falta uno de \u2068&lt;b&gt;&amp;\u2069."


def test_plain_words_have_no_markup_and_no_escapes(ours: Translator) -> None:
    asked = text("ask-open", lance="grande", who=Name("A<b>&"))
    assert ours.say("es", asked, html=False) == "Grande: habla \u2068A<b>&\u2069."
    assert ours.say("es", asked, html=True) == "<b>Grande: habla \u2068A&lt;b&gt;&amp;\u2069.</b>"


def test_ranks_are_large_and_suits_are_small_letters_that_need_no_colour(ours: Translator) -> None:
    cards = Cards(read_cards("12o7c1e10b"))
    assert ours.say("es", cards, html=True) == "<b>R</b>ᵒ <b>7</b>ᶜ <b>A</b>ᵉ <b>S</b>ᵇ"
    assert ours.say("en", cards, html=False) == "R 7 A S"


def test_every_card_looks_different_in_a_message(ours: Translator) -> None:
    assert len({ours.say("es", Cards((card,)), html=True) for card in DECK}) == len(DECK)


def test_joined_texts_keep_their_separator(ours: Translator) -> None:
    assert (
        ours.say("es", Joined((text("call-paso"), text("call-mas", n=5)), " & "), html=True)
        == "paso &amp; 5 más"
    )


def test_numbers_are_plain_and_plurals_right(ours: Translator) -> None:
    assert ours.say("en", text("call-envido", n=12345), html=False) == "envido 12345 (bet 12345)"
    assert ours.say("es", text("lobby-missing", n=1), html=False) == "Falta 1 jugador."
    assert ours.say("es", text("lobby-missing", n=3), html=False) == "Faltan 3 jugadores."


def test_a_blank_name_gets_a_word(ours: Translator) -> None:
    assert ours.say("es", Name("\u3164"), html=False) == "Sin nombre"


@pytest.mark.parametrize(
    ("call", "said"),
    [("call-corto", "No hay mus ✔"), ("call-ordago", "¡Órdago a pares! ✔"), ("call-paso", "Paso ✔")],
)
def test_a_call_begins_large_at_the_start_of_a_toast(ours: Translator, call: str, said: str) -> None:
    inner = text(call, lance="pares") if call == "call-ordago" else text(call)
    toast = text("toast-taken-last", call=inner, hand=Name("R"))
    assert ours.say("es", toast, html=False).startswith(f"{said} · ")


def test_the_default_locale_comes_first_and_folders_without_messages_are_no_locales(made_up: Path) -> None:
    assert Translator(made_up).locales == ("es", "en", "pt-br")


@pytest.mark.parametrize(
    ("code", "locale"),
    [
        (None, "es"),
        ("", "es"),
        ("es-419", "es"),
        ("EN_us", "en"),
        ("pt-BR", "pt-br"),
        ("ca", "es"),
        ("eu", "es"),
        ("de", "en"),
        ("zh-hans", "en"),
    ],
)
def test_a_language_code_finds_the_nearest_locale(made_up: Path, code: str | None, locale: str) -> None:
    translator = Translator(made_up)
    assert translator.pick(code) == locale
    assert translator.say(code, text("hola", who="X"), html=False) == translator.say(
        locale, text("hola", who="X"), html=False
    )


def test_a_strict_translator_refuses_what_is_missing(made_up: Path) -> None:
    strict = Translator(made_up, strict=True)
    for missing in (text("nothing"), text("hola"), text("rota", a=1)):
        with pytest.raises(MissingText):
            strict.say("es", missing, html=True)
    with pytest.raises(MissingText):
        strict.say("en", text("solo"), html=True)


def test_in_production_what_is_missing_is_said_in_spanish_or_by_its_key_and_logged(made_up: Path) -> None:
    translator = Translator(made_up)
    with capture_logs() as logs:
        assert translator.say("en", text("solo"), html=True) == "solo aquí"
        assert translator.say("en", text("rota", a=1, b=2), html=True) == "1 2"
        assert translator.say("en", Text("a<b"), html=True) == "a&lt;b"
        assert translator.say("es", text("hola"), html=True) == "hola"
    assert [log["log_level"] for log in logs] == ["error"] * 5
    assert {log["key"] for log in logs} == {"solo", "rota", "a<b", "hola"}
