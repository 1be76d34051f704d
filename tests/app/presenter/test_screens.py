"""Single screens: what stands where, how long texts get, what names may do to them."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from musbot.app import toasts
from musbot.app.document import NO_CARDS, Early, Mask, TableDocument
from musbot.app.presenter import (
    action_text,
    board_screen,
    hand_alert,
    hand_screen,
    hand_summary,
    language_screen,
    lobby_screen,
    score_screen,
    screens,
    showdown_screen,
    who_may_speak,
)
from musbot.app.screens import Screen, Verb
from musbot.app.text import Arg, Text
from musbot.engine import CLASICO, PRESETS, IllegalCode, LaReal, Rules, State, question
from musbot.engine.actions import Action, Corto, Envido, Mas, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.cards import Card, Rank, Suit
from musbot.engine.notation import read_cards
from musbot.engine.state import Hand, Lance
from musbot.i18n import Translator
from tests.app.presenter.playing import Play, random_game, stacked, table

TRANSLATOR = Translator(strict=True)
LOCALES = TRANSLATOR.locales
WIDE = ("W" * 64, "😀" * 64, "Mmmmm Wwwww Mmmmm Wwwww", "漢" * 64)
NASTY = (
    "<b>&amp;\"'</b>",
    "\u202eenA\u202c\u2066",
    "👩\u200d👩\u200d👧\u200d👦" * 20,
    " \u2800\u3164 ",
    "a\nb\r\n</pre>",
    "Z" + "\u0301" * 200,
    "@admin /mus #x a.com",
    "&" * 40,
    "\ud83d",
)


def plain(value: Arg, locale: str = "es") -> str:
    return TRANSLATOR.say(locale, value, html=False)


def board(play: Play) -> Screen:
    return board_screen(play.document, play.state)


def labels(screen: Screen, locale: str = "es") -> list[list[str]]:
    return [[plain(key.label, locale) for key in row] for row in screen.keyboard]


def all_hands(kings: int) -> Iterator[Hand]:
    """Every different hand by rank, with suits."""
    ranks = [rank for rank in Rank if kings == 4 or rank not in (Rank.DOS, Rank.TRES)]
    for four in combinations_with_replacement(ranks, 4):
        yield tuple(Card(rank, suit) for rank, suit in zip(four, Suit, strict=True))


@pytest.mark.parametrize(
    ("cards", "rules", "words"),
    [
        ("12o12c7o4o", CLASICO, "R R 7 4 · par de reyes · 31"),
        ("12o3c7o4o", CLASICO, "R 3 7 4 · par de reyes · 31"),
        ("12o3c7o4o", Rules(kings=4), "R 3 7 4 · sin pares · 24 al punto"),
        ("1o2c1c4o", CLASICO, "A 2 A 4 · medias de ases · 7 al punto"),
        ("12o12c12e12b", CLASICO, "R R R R · duples de reyes · 40"),
        ("10o10c6e6b", CLASICO, "S S 6 6 · duples de sotas y seises · 32"),
        ("7o7c7e10b", Rules(la_real=LaReal.SOTA), "7 7 7 S · medias de sietes · la real"),
    ],
)
def test_a_hand_is_summed_up_as_players_would(cards: str, rules: Rules, words: str) -> None:
    assert plain(hand_summary(read_cards(cards), rules)) == words


def test_the_open_lance_offers_openings_then_ordago_then_paso() -> None:
    play = Play(table())
    play.begin()
    assert labels(board(play)) == [["Mus", "No hay mus"], ["🎴 Mis cartas", "⬇️"]]
    play.calls("co")
    rows = [
        ["Envido 2", "Envido 3", "Envido 5"],
        ["Envido 7", "Envido 10"],
        ["¡Órdago!"],
        ["Paso"],
        ["🎴 Mis cartas", "⬇️"],
    ]
    assert labels(board(play)) == rows
    play.calls("e2")
    rows = [["Quiero"], ["2 más", "5 más", "10 más"], ["¡Órdago!"], ["No quiero"], ["🎴 Mis cartas", "⬇️"]]
    assert labels(board(play)) == rows
    play.calls("or")
    assert labels(board(play)) == [["Quiero"], ["No quiero"], ["🎴 Mis cartas", "⬇️"]]


def test_calls_are_spanish_on_buttons_in_every_language() -> None:
    play = Play(table())
    play.begin()
    play.calls("co e2")
    for locale in LOCALES:
        assert labels(board(play), locale)[:-1] == labels(board(play))[:-1]


@pytest.mark.parametrize(("stake", "raises"), [(38, ["2 más"]), (39, ["1 más"]), (34, ["2 más", "5 más"])])
def test_raises_stop_at_the_target(stake: int, raises: list[str]) -> None:
    play = Play(table())
    play.begin()
    play.calls(f"co e{stake}")
    assert labels(board(play))[1] == raises


def test_discards_are_chosen_by_number_and_the_board_tells_only_who_has_chosen() -> None:
    play = Play(table())
    play.begin()
    play.calls("mus mus mus mus d:0110")
    shown = board(play)
    assert labels(shown)[:2] == [["1", "2", "3", "4"], ["Todas", "✔ Tirar"]]
    words = [plain(line) for line in shown.lines]
    assert sum("ya ha elegido" in line for line in words) == 1
    assert sum("elige…" in line for line in words) == 3


@pytest.mark.parametrize(("score", "said"), [(34, False), (35, True), (39, True)])
def test_a_pair_is_adentro_from_five_stones_to_go(score: int, said: bool) -> None:
    play = Play(table())
    play.begin()
    state = replace(play.state, score=(score, 0))
    words = plain(board_screen(play.document, state).lines[0])
    assert ("¡adentro!" in words) is said
    assert "⬤" * (score // 5) + "•" * (score % 5) in words


def test_a_quiet_call_said_early_is_marked_on_its_button() -> None:
    play = Play(table(reachable=(102,)))
    play.begin()
    play.change(here=(102,), early=(Early(1, question(play.state), "mus"),))
    (slot,) = play.owed.slots
    assert labels(slot.screen)[0] == ["✓ Mus (cuando te toque)", "No hay mus"]


def test_who_does_not_hold_the_lance_has_no_calls_in_private() -> None:
    deal = stacked("12o12c7o4o", "11o11c1o6c", "4e5b6o7c", "7e7b1c1e")
    play = Play(table(reachable=(101, 102, 103, 104)), deal)
    play.begin()
    play.change(here=(101, 102, 103, 104))
    play.calls("co p p p p p p p p")
    state = play.state
    calls = [
        any(key.press and key.press.verb is Verb.CALL for row in hand.keyboard for key in row)
        for seat in range(4)
        for hand in (hand_screen(play.document, state, seat, 101 + seat),)
    ]
    assert calls == [True, True, False, True]


def test_a_lobby_offers_what_can_be_done() -> None:
    def verbs(document: TableDocument) -> set[Verb]:
        return {key.press.verb for row in lobby_screen(document).keyboard for key in row if key.press}

    full = table()
    empty = replace(full, seats=(None,) * 4)
    assert verbs(empty) == {Verb.SIT, Verb.BOT, Verb.PRESET, Verb.HINTS, Verb.CLOSE}
    assert verbs(full) == {Verb.START, Verb.STAND, Verb.DRAW, Verb.PRESET, Verb.HINTS, Verb.CLOSE}
    half = replace(full, seats=(full.seats[0], None, full.seats[2], None))
    presses = [key.press for row in lobby_screen(half).keyboard for key in row if key.press]
    assert [press.arg for press in presses if press.verb is Verb.SIT] == ["1"]


def test_the_preset_button_goes_round_all_presets() -> None:
    document = table()
    seen = []
    for _ in PRESETS:
        seen.append(document.preset)
        (press,) = (
            key.press
            for row in lobby_screen(document).keyboard
            for key in row
            if key.press is not None and key.press.verb is Verb.PRESET
        )
        document = replace(document, preset=press.arg, rules=PRESETS[press.arg])
    assert seen == list(PRESETS)
    assert document.preset == seen[0]


def test_the_languages_offered_are_those_we_have() -> None:
    offered = [key.press.arg for row in language_screen().keyboard for key in row if key.press]
    assert tuple(offered) == LOCALES


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("locale", LOCALES)
def test_no_alert_is_longer_than_200_characters(locale: str, kings: int) -> None:
    play = Play(table(rules=Rules(kings=kings, la_real=LaReal.FIGURE)))
    play.begin()
    play.calls("mus mus mus mus")
    drafts = play.document.drafts
    assert drafts is not None
    masks: list[Mask] = [(True, True, True, False), (True, True, True, True), NO_CARDS]
    for hand in all_hands(kings):
        state = replace(play.state, hands=(hand,) * 4)
        for mask in masks:
            document = replace(play.document, state=state, drafts=replace(drafts, masks=(mask,) * 4))
            assert len(plain(hand_alert(document, 0), locale).encode("utf-16-le")) <= 2 * 200


@pytest.mark.parametrize("locale", LOCALES)
def test_no_toast_is_longer_than_200_characters(locale: str) -> None:
    for text in _toasts():
        words = plain(text, locale)
        assert words
        assert "<b>" not in words
        assert len(words.encode("utf-16-le")) <= 2 * 200, words


def _toasts() -> Iterator[Text]:
    play = Play(table(names=WIDE))
    play.begin()
    clauses = [who_may_speak(play.document)]
    for written in ["mus", "mus", "mus", "mus", "d:1000", "d:1000", "d:1000", "d:1000", "co", "e2", "nq"]:
        play.call(written)
        clauses.append(who_may_speak(play.document))
    hand = max(all_hands(8), key=lambda hand: len(plain(hand_summary(hand, CLASICO))))
    summary = hand_summary(hand, CLASICO)
    calls: list[Action] = [Mus(), Corto(), Paso(), Envido(40), Quiero(), NoQuiero(), Mas(38), Ordago()]
    for call in calls:
        said = action_text(call, Lance.GRANDE)
        yield toasts.taken_last(said, summary)
        for noted in (True, False):
            yield toasts.early(said, noted=noted)
        for clause in clauses:
            if isinstance(call, Mus) or clause.key != "turn-discards":  # only a mus opens the discards
                yield toasts.taken(said, clause, summary)
    for clause in clauses:
        yield from (toasts.stale(clause), toasts.out_of_turn(clause))
    yield from map(toasts.illegal, IllegalCode)
    yield from (toasts.ordago_again(lance, accepting=yes) for lance in Lance for yes in (True, False))
    yield from map(toasts.plain, toasts.PLAIN_KEYS)
    yield from (toasts.preset_chosen(preset) for preset in PRESETS)
    for pair in (0, 1):
        yield from (toasts.sat(pair, reachable=True), toasts.sat(pair, reachable=False))
        yield from (toasts.already_seated(pair), toasts.pair_full(pair), toasts.cancel_vote(pair))
    yield from (toasts.missing(1), toasts.missing(3), toasts.bot_added(WIDE[1]), toasts.bot_removed(WIDE[1]))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("names", [NASTY[:4], NASTY[4:8], WIDE, (*NASTY[8:], "Ane", "Jon", "")])
def test_no_name_breaks_a_screen(names: tuple[str, ...], locale: str) -> None:
    document = replace(table(rules=Rules(target=25, juegos_to_win=2), names=names), reachable=(101, 102))
    longest = 0
    for play in random_game(11, document, moves=120):
        shown = [screen for _, screen in screens(play.document).values()]
        shown += [notice.screen for notice in play.owed.notices] + [score_screen(play.document)]
        for screen in shown:
            for line in screen.lines:
                _assert_sound(TRANSLATOR.say(locale, line, html=True))
            for row in screen.keyboard:
                for key in row:
                    _assert_no_tricks(plain(key.label, locale))
        state = play.state
        if state.envite is not None or state.shown:
            screen = showdown_screen(play.document, state) if state.shown else board(play)
            longest = max(longest, len("\n".join(plain(line, locale) for line in screen.lines)))
    assert longest < 1500


def test_every_screen_of_many_games_can_be_said_in_every_language() -> None:
    for seed, preset in enumerate(PRESETS):
        for play in random_game(
            seed, table(rules=PRESETS[preset], reachable=(101, 104), computers=1), moves=120
        ):
            owed = [slot.screen for slot in play.owed.slots] + [one.screen for one in play.owed.notices]
            for screen in owed:
                for locale in LOCALES:
                    for line in screen.lines:
                        _assert_sound(TRANSLATOR.say(locale, line, html=True))


def _assert_sound(words: str) -> None:
    """Only tags of ours, each closed; nothing else that HTML could read; one line."""
    open_tags: list[str] = []
    for closing, tag in re.findall(r"<(/?)([^<>]*)>", words):
        assert tag in {"b", "i", "code"}
        if closing:
            assert open_tags.pop() == tag
        else:
            open_tags.append(tag)
    assert open_tags == []
    bare = re.sub(r"<[^<>]*>", "", words)
    assert "<" not in bare
    assert ">" not in bare
    assert html.escape(html.unescape(bare), quote=False) == bare
    _assert_no_tricks(words)


def _assert_no_tricks(words: str) -> None:
    assert words.count("\u2068") == words.count("\u2069")
    assert not re.search(r"[\n\r\u200e\u200f\u202a-\u202e\u2066\u2067\ud800-\udfff]", words)
    for name in re.findall("\u2068(.*?)\u2069", words):
        assert 0 < len(html.unescape(name)) <= 240


def test_a_state_with_many_rounds_of_mus_still_fits_a_phone_message() -> None:
    play = Play(table(names=WIDE))
    play.begin()
    for _ in range(12):
        play.calls("mus mus mus mus d:1111 d:1111 d:1111 d:1111")
    state: State = play.state
    assert len("\n".join(plain(line) for line in board_screen(play.document, state).lines)) < 1500
