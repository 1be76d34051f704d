"""The lobby: who sits where, who may do what, when it starts and closes."""

from dataclasses import replace

import pytest

from musbot.app.cast import CHARACTERS, LEVELS
from musbot.app.commands import Person, Slash, SlashCommand
from musbot.app.commit import Accepted, Refused
from musbot.app.document import Computer, Human, Stage
from musbot.app.screens import Verb
from musbot.engine.rules import PRESETS
from tests.support.tables import (
    ANE,
    FOUR,
    ITZIAR,
    JON,
    MIKEL,
    MIRON,
    key_of,
    open_lobby,
    reply_key,
    seat_four,
)


def test_who_opens_a_table_sits_down() -> None:
    assert open_lobby().document.seats[0] == Human(ANE.id, "Ane")


def test_people_sit_in_the_pair_they_press() -> None:
    table = seat_four(open_lobby())
    assert [table.document.name_of(seat) for seat in range(4)] == ["Ane", "Jon", "Mikel", "Itziar"]


def test_sitting_twice_takes_one_seat() -> None:
    table = open_lobby()
    assert key_of(table.press(ANE, Verb.SIT, "0")) == "toast-already-seated"
    assert len(table.document.humans) == 1


def test_pressing_the_other_pair_moves_over() -> None:
    table = open_lobby()
    table.press(ANE, Verb.SIT, "1")
    assert table.document.seat_of(ANE.id) == 1
    assert len(table.document.humans) == 1


def test_a_full_pair_refuses_a_third() -> None:
    table = seat_four(open_lobby())
    assert key_of(table.press(MIRON, Verb.SIT, "0")) == "toast-pair-full"


def test_who_has_not_opened_the_private_chat_is_seated_and_told() -> None:
    outcome = open_lobby().press(JON, Verb.SIT, "1")
    assert outcome.answer is not None
    assert ("private", "closed") in outcome.answer.text.args
    outcome = open_lobby().press(replace(JON, reachable=True), Verb.SIT, "1")
    assert outcome.answer is not None
    assert ("private", "open") in outcome.answer.text.args


def test_a_lobby_that_everybody_leaves_closes() -> None:
    table = open_lobby()
    table.press(ANE, Verb.STAND)
    assert table.document.stage is Stage.CLOSED


def test_salir_stands_up_in_a_lobby() -> None:
    table = seat_four(open_lobby())
    table.type(JON, SlashCommand(Slash.SALIR))
    assert table.document.seat_of(JON.id) is None


def test_pairs_are_drawn_among_those_seated() -> None:
    seen = set()
    for seed in range(12):
        table = seat_four(open_lobby(seed))
        table.press(ANE, Verb.DRAW)
        assert sorted(human.name for human in table.document.humans) == ["Ane", "Itziar", "Jon", "Mikel"]
        seen.add(table.document.seat_of(ANE.id))
    assert len(seen) > 1


def test_computers_fill_seats_and_are_taken_away_again() -> None:
    table = open_lobby()
    for _ in range(3):
        assert key_of(table.press(ANE, Verb.BOT, "honesto")) == "toast-bot-added"
    assert key_of(table.press(ANE, Verb.BOT, "azar")) == "toast-no-seat"
    names = {table.document.name_of(seat) for seat in range(4)}
    assert len(names) == 4
    table.press(ANE, Verb.UNBOT)
    assert table.document.seats.count(None) == 1
    assert isinstance(table.document.seats[1], Computer)


def test_an_unknown_computer_or_preset_is_refused_and_changes_nothing() -> None:
    table = open_lobby()
    before = table.document
    assert key_of(table.press(ANE, Verb.BOT, "x")) == "toast-unknown"
    assert key_of(table.press(ANE, Verb.PRESET, "x")) == "toast-unknown"
    assert key_of(table.press(JON, Verb.SIT, "7")) == "toast-unknown"
    assert table.document == before


@pytest.mark.parametrize("key", list(PRESETS))
def test_a_preset_sets_the_rules(key: str) -> None:
    table = open_lobby()
    table.press(ANE, Verb.PRESET, key)
    assert table.document.rules == PRESETS[key]


@pytest.mark.parametrize("verb", [Verb.DRAW, Verb.BOT, Verb.UNBOT, Verb.PRESET, Verb.START, Verb.STAND])
def test_onlookers_do_not_arrange_the_lobby(verb: Verb) -> None:
    assert key_of(open_lobby().press(MIRON, verb, "honesto")) == "toast-not-seated"


def test_it_does_not_start_with_free_seats() -> None:
    table = open_lobby()
    outcome = table.press(ANE, Verb.START)
    assert key_of(outcome) == "toast-missing"
    assert isinstance(outcome, Refused)


def test_anyone_seated_starts_a_full_table() -> None:
    table = seat_four(open_lobby())
    assert key_of(table.press(ITZIAR, Verb.START)) == "toast-started"
    assert table.document.stage is Stage.PLAYING
    assert table.state.hand_no == 1


def test_a_full_table_starts_by_itself_after_a_minute() -> None:
    table = seat_four(open_lobby())
    table.wait(59)
    assert table.document.stage is Stage.LOBBY
    table.wait(2)
    assert table.document.stage is Stage.PLAYING


def test_standing_up_stops_the_start_by_itself() -> None:
    table = seat_four(open_lobby())
    table.wait(30)
    table.press(JON, Verb.STAND)
    table.wait(60)
    assert table.document.stage is Stage.LOBBY


def test_a_lobby_closes_half_an_hour_after_its_last_press() -> None:
    table = open_lobby()
    table.wait(1700)
    table.press(JON, Verb.SIT, "1")
    table.wait(1700)
    assert table.document.stage is Stage.LOBBY
    table.wait(101)
    assert table.document.stage is Stage.CLOSED
    assert table.document.due is None


def test_onlookers_close_a_lobby_only_when_it_is_idle() -> None:
    table = open_lobby()
    assert key_of(table.press(MIRON, Verb.CLOSE)) == "toast-not-yours-to-close"
    table.wait(901)
    assert key_of(table.press(MIRON, Verb.CLOSE)) == "toast-closed"


def test_an_admin_closes_any_lobby() -> None:
    table = open_lobby()
    assert key_of(table.press(Person(5, "Admin", admin=True), Verb.CLOSE)) == "toast-closed"


def test_lobby_buttons_are_answered_and_retired_while_a_game_runs() -> None:
    table = seat_four(open_lobby())
    table.press(ANE, Verb.START)
    outcome = table.press(MIRON, Verb.SIT, "0")
    assert key_of(outcome) == "toast-game-running"
    assert isinstance(outcome, Refused)
    assert outcome.retire_pressed


def test_a_second_mus_points_to_the_open_table() -> None:
    table = open_lobby()
    outcome = table.type(MIKEL, SlashCommand(Slash.MUS))
    assert isinstance(outcome, Refused)
    assert outcome.replies


def test_mesa_shows_the_lobby_again_at_the_bottom() -> None:
    outcome = open_lobby().type(JON, SlashCommand(Slash.MESA))
    assert isinstance(outcome, Accepted)
    assert [slot.name for slot in outcome.commit.slots if slot.fresh] == ["lobby"]


def test_cards_before_the_deal_are_refused_in_words() -> None:
    table = open_lobby()
    assert key_of(table.press(ANE, Verb.CARDS)) == "toast-no-cards-yet"
    assert reply_key(table.type(ANE, SlashCommand(Slash.CARTAS))) == "toast-no-cards-yet"


def test_every_commit_raises_the_revision_by_one_and_keeps_the_version_at_the_log() -> None:
    table = seat_four(open_lobby())
    table.press(ANE, Verb.START)
    logged = sum(len(one.commit.events) for one in table.outcomes if isinstance(one, Accepted))
    assert table.document.version == logged > 0
    assert table.document.rev == sum(isinstance(one, Accepted) for one in table.outcomes)
    assert len(FOUR) == 4


def test_every_character_has_a_level_and_a_name_of_its_own_and_a_table_can_be_filled_from_one_level() -> None:
    assert len({one.name for one in CHARACTERS}) == len(CHARACTERS)
    for level in LEVELS:
        assert sum(one.level == level for one in CHARACTERS) >= 3
