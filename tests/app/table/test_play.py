"""A running game: presses against questions, two presses for an órdago, discards, early calls, the next hand."""

import pytest

from musbot.app.commands import Slash, SlashCommand, TypedCall, Word
from musbot.app.commit import Accepted, By, Refused
from musbot.app.document import Stage
from musbot.app.screens import Press, Verb
from musbot.app.text import Cards, Text
from musbot.engine import question
from musbot.engine.actions import Corto, Envido, Mas, Mus, NoQuiero, Ordago, Paso, Quiero, Siguiente
from musbot.engine.state import Lance, Phase, Question
from tests.support.tables import (
    ANE,
    FOUR,
    ITZIAR,
    JON,
    MIKEL,
    MIRON,
    Table,
    key_of,
    replayed,
    reply_key,
    running_table,
    toast_of,
)


def grande(seed: int = 1) -> Table:
    """Ane is mano and has cut: grande is open, Ane speaks."""
    table = running_table(seed)
    table.call(ANE, Corto())
    return table


def discarding(seed: int = 1) -> Table:
    """All have said mus."""
    table = running_table(seed)
    for person in FOUR:
        table.call(person, Mus())
    return table


def test_calls_go_round_in_speaking_order() -> None:
    table = running_table()
    for person in FOUR:
        assert table.speaker == person
        assert key_of(table.call(person, Mus())) == "toast-taken"
    assert table.state.phase is Phase.DESCARTE


def test_out_of_turn_is_told_who_may_speak_and_changes_nothing() -> None:
    table = running_table()
    before = table.document
    outcome = table.call(JON, Mus())
    assert key_of(outcome) == "toast-out-of-turn"
    assert table.document is before


def test_onlookers_are_made_of_stone() -> None:
    table = running_table()
    assert key_of(table.call(MIRON, Mus())) == "toast-onlooker"
    assert key_of(table.press(MIRON, Verb.CARDS)) == "toast-onlooker"
    assert key_of(table.press(MIRON, Verb.REPOST)) == "toast-onlooker"


def test_a_button_holds_when_the_turn_has_passed_within_the_same_question() -> None:
    table = grande()
    asked = question(table.state)
    table.call(ANE, Paso())
    outcome = table.do(Press(77, Verb.CALL, asked, "e5"), JON)
    assert key_of(outcome) == "toast-taken"
    assert table.state.envite is not None
    assert table.state.envite.stake == 5


def test_a_button_of_an_older_question_is_refused_and_says_what_is_asked_now() -> None:
    table = grande()
    asked = question(table.state)
    table.call(ANE, Envido(2))
    before = table.document
    outcome = table.do(Press(77, Verb.CALL, asked, "p"), JON)
    assert key_of(outcome) == "toast-stale"
    assert isinstance(outcome, Refused)
    assert outcome.retire_pressed
    assert table.document is before


@pytest.mark.parametrize("notation", ["", "zz", "e", "d:11", "or2"])
def test_a_forged_call_is_refused(notation: str) -> None:
    table = running_table()
    assert key_of(table.press(ANE, Verb.CALL, notation, ask=True)) == "toast-unknown"


def test_an_illegal_call_is_refused_with_the_reason() -> None:
    table = grande()
    toast = toast_of(table.press(ANE, Verb.CALL, "e41", ask=True))
    assert toast.key == "toast-illegal"
    assert dict(toast.args)["code"] == "over_target"


def test_a_toast_ends_with_the_hand_of_the_presser() -> None:
    table = running_table()
    toast = toast_of(table.call(ANE, Mus()))
    assert Cards(table.state.hands[0]) in _cards_in(toast)


def _cards_in(toast: Text) -> list[Cards]:
    found: list[Cards] = []

    def walk(value: object) -> None:
        match value:
            case Cards():
                found.append(value)
            case Text():
                for _, arg in value.args:
                    walk(arg)
            case _ if hasattr(value, "parts"):
                for part in value.parts:
                    walk(part)

    walk(toast)
    return found


def test_a_refused_bet_is_answered_by_both_rivals_in_any_order() -> None:
    table = grande()
    table.call(ANE, Envido(2))
    table.call(ITZIAR, NoQuiero())
    table.call(JON, NoQuiero())
    assert table.state.score == (1, 0)


def test_a_refusal_cannot_be_said_twice() -> None:
    table = grande()
    table.call(ANE, Envido(2))
    table.call(ITZIAR, NoQuiero())
    toast = toast_of(table.call(ITZIAR, NoQuiero()))
    assert dict(toast.args)["code"] == "already_refused"


class TestOrdago:
    """Two presses, 0.7 to 6 s apart."""

    def test_the_first_press_only_arms_it(self) -> None:
        table = grande()
        assert key_of(table.call(ANE, Ordago())) == "toast-ordago-again"
        assert table.state.envite is not None
        assert not table.state.envite.ordago

    def test_the_second_press_calls_it(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 1
        assert key_of(table.call(ANE, Ordago())) == "toast-taken"
        assert table.state.envite is not None
        assert table.state.envite.ordago

    def test_a_double_tap_does_not_call_it(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 0.3
        assert key_of(table.call(ANE, Ordago())) == "toast-ordago-again"
        table.now += 0.5
        table.call(ANE, Ordago())
        assert table.state.envite is not None
        assert table.state.envite.ordago

    def test_a_late_second_press_is_a_first_one_again(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 6.1
        assert key_of(table.call(ANE, Ordago())) == "toast-ordago-again"
        table.now += 2
        assert key_of(table.call(ANE, Ordago())) == "toast-taken"

    def test_another_call_in_between_disarms_it(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 1
        table.call(ANE, Paso())
        assert table.document.armed == ()

    def test_accepting_one_takes_two_presses_too(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 1
        table.call(ANE, Ordago())
        assert key_of(table.call(JON, Quiero())) == "toast-ordago-again"
        table.now += 1
        table.call(JON, Quiero())
        assert table.state.juego_winner is not None

    def test_refusing_one_takes_one(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 1
        table.call(ANE, Ordago())
        table.call(JON, NoQuiero())
        table.call(ITZIAR, NoQuiero())
        assert table.state.score == (1, 0)

    def test_two_people_do_not_make_one_pair_of_presses(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 1
        table.call(ANE, Ordago())
        table.call(JON, Quiero())
        table.now += 1
        assert key_of(table.call(ITZIAR, Quiero())) == "toast-ordago-again"

    def test_a_typed_one_may_take_longer(self) -> None:
        table = grande()
        assert reply_key(table.type(ANE, TypedCall(Word.ORDAGO))) == "toast-ordago-again"
        table.now += 15
        table.type(ANE, TypedCall(Word.ORDAGO))
        assert table.state.envite is not None
        assert table.state.envite.ordago

    def test_it_is_announced_by_one_loud_message(self) -> None:
        table = grande()
        table.call(ANE, Ordago())
        table.now += 1
        outcome = table.call(ANE, Ordago())
        assert isinstance(outcome, Accepted)
        assert [notice.screen.loud for notice in outcome.commit.notices] == [True]


class TestDiscards:
    """Numbered buttons, private toasts, a throw."""

    def test_a_number_marks_and_unmarks(self) -> None:
        table = discarding()
        table.press(ANE, Verb.TOGGLE, "1", ask=True)
        assert table.document.drafts is not None
        assert table.document.drafts.masks[0] == (False, True, False, False)
        table.now += 1
        table.press(ANE, Verb.TOGGLE, "1", ask=True)
        assert table.document.drafts.masks[0] == (False, False, False, False)

    def test_the_same_number_twice_at_once_counts_once(self) -> None:
        table = discarding()
        table.press(ANE, Verb.TOGGLE, "1", ask=True)
        table.now += 0.3
        table.press(ANE, Verb.TOGGLE, "1", ask=True)
        assert table.document.drafts is not None
        assert table.document.drafts.masks[0] == (False, True, False, False)

    def test_the_toast_gives_the_whole_choice(self) -> None:
        table = discarding()
        toast = toast_of(table.press(ANE, Verb.TOGGLE, "0", ask=True))
        hand = table.state.hands[0]
        assert _cards_in(toast) == [Cards(hand[1:]), Cards(hand[:1])]  # args by name: keep, throw

    def test_throwing_nothing_is_refused(self) -> None:
        assert key_of(discarding().press(ANE, Verb.CONFIRM, ask=True)) == "toast-choose-one"

    def test_all_marks_four_and_a_throw_is_final(self) -> None:
        table = discarding()
        table.press(ANE, Verb.ALL, ask=True)
        assert key_of(table.press(ANE, Verb.CONFIRM, ask=True)) == "toast-thrown"
        assert key_of(table.press(ANE, Verb.TOGGLE, "0", ask=True)) == "toast-already-chosen"

    def test_everybody_chooses_at_the_same_time_and_new_cards_come(self) -> None:
        table = discarding()
        before = table.state.hands
        for person in (MIKEL, ANE, ITZIAR, JON):
            table.press(person, Verb.TOGGLE, "2", ask=True)
            table.press(person, Verb.CONFIRM, ask=True)
        assert table.state.phase is Phase.MUS
        assert table.state.drawn == ((1, 1, 1, 1),)
        assert all(a[2] != b[2] and a[:2] == b[:2] for a, b in zip(before, table.state.hands, strict=True))
        assert table.document.drafts is None

    def test_marks_never_reach_the_group(self) -> None:
        table = discarding()
        outcome = table.press(ANE, Verb.TOGGLE, "0", ask=True)
        assert isinstance(outcome, Accepted)
        assert not outcome.commit.notices
        assert not [slot for slot in outcome.commit.slots if slot.name.startswith("board")]

    def test_typed_positions_are_thrown_at_once(self) -> None:
        table = discarding()
        table.type(ANE, TypedCall(Word.DISCARD, 13), private=True)
        assert table.state.chosen[0] == (True, False, True, False)


class TestEarly:
    """A quiet call may be said early, in private."""

    def test_it_is_made_when_the_turn_comes(self) -> None:
        table = grande()
        assert key_of(table.call(JON, Paso(), private=True)) == "toast-early"
        table.call(ANE, Paso())
        assert table.speaker == MIKEL

    def test_once_more_takes_it_back(self) -> None:
        table = grande()
        table.call(JON, Paso(), private=True)
        table.call(JON, Paso(), private=True)
        table.call(ANE, Paso())
        assert table.speaker == JON

    def test_it_falls_when_the_question_changes(self) -> None:
        table = grande()
        table.call(JON, Paso(), private=True)
        table.call(ANE, Envido(2))
        assert table.document.early == ()
        assert table.speaker == JON

    def test_a_bet_cannot_be_said_early(self) -> None:
        assert key_of(grande().call(JON, Envido(2), private=True)) == "toast-out-of-turn"

    def test_it_is_logged_for_the_person_who_said_it(self) -> None:
        table = grande()
        table.call(JON, Paso(), private=True)
        outcome = table.call(ANE, Paso())
        assert isinstance(outcome, Accepted)
        callers = [event.person_id for event in outcome.commit.events]
        assert callers == [ANE.id, JON.id]


class TestTyped:
    """Typed calls do what buttons do."""

    def test_a_bare_number_bets_and_then_raises(self) -> None:
        table = grande()
        table.type(ANE, TypedCall(Word.NUMBER, 7))
        assert table.state.envite is not None
        assert table.state.envite.stake == 7
        table.type(JON, TypedCall(Word.NUMBER, 3))
        assert table.state.envite.stake == 10

    def test_a_taken_call_says_nothing_in_the_group_but_answers_in_private(self) -> None:
        table = grande()
        outcome = table.type(ANE, TypedCall(Word.PASO))
        assert isinstance(outcome, Accepted)
        assert outcome.commit.replies == ()
        assert reply_key(table.type(JON, TypedCall(Word.PASO), private=True)) == "toast-taken"

    def test_a_refused_one_says_why_where_it_was_typed(self) -> None:
        table = grande()
        assert reply_key(table.type(JON, TypedCall(Word.ENVIDO, 5))) == "toast-out-of-turn"
        assert reply_key(table.type(ANE, TypedCall(Word.ENVIDO, 1))) == "toast-illegal"
        assert reply_key(table.type(ANE, TypedCall(Word.MAS))) == "toast-bad-amount"
        assert reply_key(table.type(MIRON, TypedCall(Word.PASO))) == "toast-onlooker"


def play_out(table: Table) -> None:
    """Everybody passes to the end of the hand."""
    while table.state.phase is Phase.LANCE:
        table.call(table.speaker, Paso())


class TestHandsAndJuegos:
    """The end of a hand, of a juego, of a partida."""

    def test_the_next_hand_comes_by_anyone_seated(self) -> None:
        table = grande()
        play_out(table)
        assert table.state.phase is Phase.RECUENTO
        table.call(MIKEL, Siguiente())
        assert (table.state.hand_no, table.state.mano) == (2, 1)

    def test_the_next_hand_comes_by_itself(self) -> None:
        table = grande()
        play_out(table)
        table.wait(11)
        assert table.state.hand_no == 1
        table.wait(2)
        assert table.state.hand_no == 2
        outcome = table.outcomes[-1]
        assert isinstance(outcome, Accepted)
        assert {event.by for event in outcome.commit.events} == {By.TIME}

    def test_a_siguiente_pressed_twice_deals_once(self) -> None:
        table = grande()
        play_out(table)
        asked = question(table.state)
        table.do(Press(77, Verb.CALL, asked, "sg"), ANE)
        assert key_of(table.do(Press(77, Verb.CALL, asked, "sg"), JON)) == "toast-stale"
        assert table.state.hand_no == 2

    def win(self, table: Table) -> None:
        table.call(table.speaker, Ordago())
        table.now += 1
        caller = table.speaker
        table.call(caller, Ordago())
        rival = table.speaker
        table.call(rival, Quiero())
        table.now += 1
        table.call(rival, Quiero())

    def test_a_partida_ends_in_the_tally_and_a_rematch_goes_on_counting(self) -> None:
        table = grande()
        self.win(table)
        assert table.document.stage is Stage.BETWEEN
        winner = table.state.partida_winner
        assert winner is not None
        assert table.document.tally[winner] == 1
        table.press(JON, Verb.REMATCH)
        assert table.document.stage is Stage.PLAYING
        assert (table.state.hand_no, table.state.mano, table.state.score) == (2, 1, (0, 0))
        assert sum(table.document.tally) == 1

    def test_changing_the_pairs_starts_a_new_tally(self) -> None:
        table = grande()
        self.win(table)
        table.press(JON, Verb.SWAP)
        assert table.document.stage is Stage.LOBBY
        table.press(ANE, Verb.STAND)
        table.press(JON, Verb.STAND)
        table.press(ANE, Verb.SIT, "1")
        table.press(JON, Verb.SIT, "0")
        table.press(ANE, Verb.START)
        assert table.document.tally == (0, 0)
        assert table.state.hand_no == 2

    def test_enough_frees_the_seat_for_others(self) -> None:
        table = grande()
        self.win(table)
        table.press(ANE, Verb.ENOUGH)
        assert table.document.stage is Stage.LOBBY
        assert table.document.seats[0] is None

    def test_seats_are_kept_three_minutes(self) -> None:
        table = grande()
        self.win(table)
        table.wait(179)
        assert table.document.stage is Stage.BETWEEN
        table.wait(2)
        assert table.document.stage is Stage.CLOSED

    def test_buttons_of_a_closed_table_are_answered(self) -> None:
        table = grande()
        self.win(table)
        table.wait(200)
        outcome = table.press(ANE, Verb.REMATCH)
        assert key_of(outcome) == "toast-table-closed"


def test_the_log_replays_to_the_document() -> None:
    table = grande()
    for _ in range(6):
        play_out(table)
        if table.document.stage is not Stage.PLAYING:
            break
        table.call(ANE, Siguiente())
        table.call(table.speaker, Corto())
    assert replayed(table) == table.document.state


def test_a_raise_answers_a_bet() -> None:
    table = grande()
    table.call(ANE, Envido(2))
    table.call(JON, Mas(5))
    assert table.state.envite is not None
    assert (table.state.envite.stake, table.state.envite.lance) == (7, Lance.GRANDE)
    assert table.speaker in (ANE, MIKEL)


class TestLooking:
    """Cards, score, board again."""

    def test_my_cards_come_as_an_alert_and_write_nothing(self) -> None:
        table = running_table()
        outcome = table.press(JON, Verb.CARDS)
        assert isinstance(outcome, Refused)
        assert outcome.answer is not None
        assert outcome.answer.alert

    def test_the_board_is_posted_again(self) -> None:
        outcome = running_table().press(JON, Verb.REPOST)
        assert isinstance(outcome, Accepted)
        assert [slot.name for slot in outcome.commit.slots if slot.fresh] == ["board:1"]

    def test_the_showdown_is_posted_again_after_the_hand(self) -> None:
        table = grande()
        play_out(table)
        outcome = table.press(JON, Verb.REPOST)
        assert isinstance(outcome, Accepted)
        assert [notice.name for notice in outcome.commit.notices] == ["showdown:1"]

    def test_cartas_in_a_group_without_private_chat_gives_a_button(self) -> None:
        outcome = running_table().type(JON, SlashCommand(Slash.CARTAS))
        assert isinstance(outcome, Refused)
        presses = [b.press for row in outcome.replies[0].screen.keyboard for b in row if b.press]
        assert [press.verb for press in presses] == [Verb.CARDS]

    def test_cartas_in_private_sends_the_hand_again(self) -> None:
        outcome = running_table().type(JON, SlashCommand(Slash.CARTAS), private=True)
        assert isinstance(outcome, Accepted)
        assert [slot.name for slot in outcome.commit.slots if slot.fresh] == [f"hand:1:{JON.id}"]

    def test_playing_from_here_is_switched_in_private_only(self) -> None:
        table = running_table()
        assert key_of(table.press(JON, Verb.HERE, "1")) == "toast-here-private-only"
        table.press(JON, Verb.HERE, "1", private=True)
        assert table.document.here == (JON.id,)
        table.press(JON, Verb.HERE, "0", private=True)
        assert table.document.here == ()

    def test_score_and_rules_are_replies(self) -> None:
        table = running_table()
        for slash in (Slash.SCORE, Slash.REGLAS, Slash.AYUDA):
            outcome = table.type(MIRON, SlashCommand(slash))
            assert isinstance(outcome, Refused)
            assert outcome.replies


def test_a_question_that_never_was_is_stale() -> None:
    table = running_table()
    outcome = table.do(Press(77, Verb.CALL, Question(99, "g", 0), "p"), ANE)
    assert key_of(outcome) == "toast-stale"
