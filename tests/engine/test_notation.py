"""Texts of cards, calls, rules and games, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musbot.engine.cards import DECK, Card
from musbot.engine.errors import NotationError
from musbot.engine.events import Called, Dealt
from musbot.engine.notation import (
    Deal,
    Game,
    Move,
    Reshuffle,
    Step,
    card_text,
    cards_text,
    game_text,
    games_of,
    move_text,
    read_action,
    read_card,
    read_cards,
    read_game,
    read_move,
    read_rules,
    rules_text,
)
from musbot.engine.rules import PRESETS, Rules
from tests.support.engine import actions, cards, random_partida, rule_sets

SEATS = st.none() | st.integers(0, 5)
ORDERS = st.lists(cards(), max_size=45).map(tuple)
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(Move, SEATS, actions()), st.builds(Deal, ORDERS), st.builds(Reshuffle, ORDERS)
)


def test_every_card_has_a_text_of_its_own() -> None:
    assert [read_card(card_text(card)) for card in DECK] == list(DECK)
    assert len({card_text(card) for card in DECK}) == 40


@given(ORDERS)
def test_cards_in_a_row_are_read_as_they_were_written(order: tuple[Card, ...]) -> None:
    assert read_cards(cards_text(order)) == order


@given(st.builds(Move, SEATS, actions()))
def test_a_call_is_read_as_it_was_written(move: Move) -> None:
    assert read_move(move_text(move)) == move


@given(rule_sets())
def test_rules_are_read_as_they_were_written(rules: Rules) -> None:
    assert read_rules(rules_text(rules)) == rules


@given(rule_sets(), st.integers(0, 1), st.integers(0, 999), st.lists(STEPS, max_size=40).map(tuple))
def test_any_game_is_read_as_it_was_written(
    rules: Rules, mano: int, hand_no: int, steps: tuple[Step, ...]
) -> None:
    game = Game(rules, mano, hand_no, steps)
    assert read_game(game_text(game)) == game


@pytest.mark.parametrize(
    "rules", [*PRESETS.values(), Rules(seats=6, mus_corrido=True), Rules(seats=2)], ids=str
)
def test_a_played_game_is_read_as_it_was_written(rules: Rules) -> None:
    _, log = random_partida(rules, 8)
    (game,) = games_of(log)
    text = game_text(game)
    assert read_game(text) == game
    assert game_text(read_game(text)) == text


def test_a_log_of_a_rematch_holds_two_games() -> None:
    (_, one), (_, two) = random_partida(Rules(target=20), 1), random_partida(Rules(), 2)
    assert games_of((*one, *two)) == games_of(one) + games_of(two)


@pytest.mark.parametrize("events", [(Dealt(1, 0, DECK),), (Called(0, None),)], ids=str)
def test_a_log_without_a_beginning_is_no_game(events: tuple[Dealt | Called, ...]) -> None:
    with pytest.raises(ValueError, match="begins"):
        games_of(events)


def test_a_redacted_log_cannot_be_written_down() -> None:
    _, log = random_partida(Rules(target=20), 1)
    with pytest.raises(ValueError, match="redacted"):
        games_of((log[0], Dealt(1, 0, ())))


@pytest.mark.parametrize("text", ["", "8o", "0c", "13b", "12", "o12", "12x", "12o ", "012o", "1oo"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_card(text)


@pytest.mark.parametrize(
    "text",
    ["", "e", "e02", "e+2", "e 2", "m", "m1.5", "e-0", "d:01", "d:01101", "d:0120", "MUS", "x", "6:p", "p:1"],
)
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_move(text)
    with pytest.raises(NotationError):
        read_action(text)


@pytest.mark.parametrize(
    "text",
    ["kings=6", "kings", "target=040", "reyes=4", "kings=4 kings=8", "senas=yes", "la_real=on", "pair_of=1"],
)
def test_what_are_no_rules_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_rules(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        ("mano 0\n", 1),
        ("rules\nmano 4\nhand 1\n", None),
        ("rules\n\nmano 0\nhand 1\ndeal 99o\n", 5),
        ("rules\nmano 0\nhand 1\n0:mus 1:what\n", 4),
    ],
)
def test_an_unreadable_game_says_where(text: str, line: int | None) -> None:
    with pytest.raises(NotationError) as caught:
        read_game(text)
    assert caught.value.line == line


def test_empty_lines_and_comments_are_not_read() -> None:
    text = "# a game\nrules target=30  # short\n\nmano 1\nhand 3\n0:mus # first\n"
    assert read_game(text) == Game(Rules(target=30), 1, 3, (Move(0, read_action("mus")),))
