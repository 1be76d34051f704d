"""Leaving, coming back, cancelling, computers at the table."""

from dataclasses import replace

from musbot.app.commands import ComputerCall, Gone, Person, Reach, Slash, SlashCommand
from musbot.app.commit import Accepted, By, Refused
from musbot.app.document import Computer, Stage
from musbot.app.screens import Verb
from musbot.app.table import due_computers
from musbot.engine import question
from musbot.engine.actions import Corto, Envido, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import Phase
from tests.support.tables import (
    ANE,
    ITZIAR,
    JON,
    MIKEL,
    MIRON,
    Table,
    key_of,
    open_lobby,
    reply_key,
    running_table,
)


def left(person: Person = JON) -> Table:
    """A running game that a person has left."""
    table = running_table()
    table.type(person, SlashCommand(Slash.SALIR))
    table.now += 2
    table.press(person, Verb.LEAVE)
    return table


def with_computers() -> Table:
    """Ane and three computers."""
    table = open_lobby()
    for _ in range(3):
        table.press(ANE, Verb.BOT, "honesto")
    table.document = replace(table.document, next_mano=0)
    table.press(ANE, Verb.START)
    return table


def test_leaving_is_asked_twice() -> None:
    table = running_table()
    outcome = table.type(JON, SlashCommand(Slash.SALIR))
    assert isinstance(outcome, Accepted)
    presses = [b.press for row in outcome.commit.replies[0].screen.keyboard for b in row if b.press]
    assert Verb.LEAVE in [press.verb for press in presses]
    assert not table.document.computer_at(1)


def test_the_seat_is_kept_and_a_computer_plays() -> None:
    table = left()
    assert table.document.seat_of(JON.id) == 1
    assert table.document.computer_at(1)


def test_a_leave_button_pressed_much_later_does_nothing() -> None:
    table = running_table()
    table.type(JON, SlashCommand(Slash.SALIR))
    table.now += 21
    assert key_of(table.press(JON, Verb.LEAVE)) == "toast-leave-again"
    assert not table.document.computer_at(1)


def test_nobody_leaves_for_another() -> None:
    table = running_table()
    table.type(JON, SlashCommand(Slash.SALIR))
    assert key_of(table.press(ANE, Verb.LEAVE)) == "toast-leave-again"


def test_any_press_brings_a_person_back() -> None:
    table = left()
    assert key_of(table.press(JON, Verb.REPOST)) == "toast-back"
    assert not table.document.computer_at(1)


def test_the_computer_that_sits_in_is_asked_and_logged_as_one() -> None:
    table = left()
    table.call(ANE, Mus())
    assert due_computers(table.document, table.now, table.pace) == ()
    table.now += 2
    (turn,) = due_computers(table.document, table.now, table.pace)
    assert (turn.seat, turn.player) == (1, "jugador")
    assert turn.view.hand == table.state.hands[1]
    outcome = table.do(ComputerCall(turn.seat, turn.question, Mus()))
    assert isinstance(outcome, Accepted)
    assert {event.by for event in outcome.commit.events} == {By.COMPUTER}


def test_a_seat_left_during_a_juego_is_given_up_at_its_end() -> None:
    table = left(MIKEL)
    table.call(ANE, Corto())
    table.call(ANE, Ordago())
    table.now += 1
    table.call(ANE, Ordago())
    table.call(JON, Quiero())
    table.now += 1
    table.call(JON, Quiero())
    assert isinstance(table.document.seats[2], Computer)
    assert table.document.seat_of(MIKEL.id) is None


def test_the_last_person_to_leave_closes_the_table() -> None:
    table = with_computers()
    table.type(ANE, SlashCommand(Slash.SALIR))
    table.press(ANE, Verb.LEAVE)
    assert table.document.stage is Stage.CLOSED


def test_cancelling_takes_one_of_each_pair() -> None:
    table = running_table()
    table.type(ANE, SlashCommand(Slash.CANCELAR))
    assert key_of(table.press(MIKEL, Verb.CANCEL)) == "toast-cancel-vote"
    assert table.document.stage is Stage.PLAYING
    assert key_of(table.press(JON, Verb.CANCEL)) == "toast-cancelled"
    assert table.document.stage is Stage.CLOSED


def test_a_vote_to_cancel_lapses_after_two_minutes() -> None:
    table = running_table()
    table.press(ANE, Verb.CANCEL)
    table.now += 121
    assert key_of(table.press(JON, Verb.CANCEL)) == "toast-cancel-vote"


def test_a_pair_of_computers_has_no_say_in_cancelling() -> None:
    table = with_computers()
    assert key_of(table.press(ANE, Verb.CANCEL)) == "toast-cancelled"


def test_an_admin_cancels_alone_and_an_onlooker_cannot() -> None:
    table = running_table()
    assert key_of(table.press(MIRON, Verb.CANCEL)) == "toast-cancel-seated"
    assert key_of(table.press(Person(5, "Admin", admin=True), Verb.CANCEL)) == "toast-cancelled"


def test_anyone_seated_cancels_an_idle_game() -> None:
    table = running_table()
    table.now += 901
    assert key_of(table.press(ITZIAR, Verb.CANCEL)) == "toast-cancelled"


def test_computers_call_one_after_the_other_with_a_pause() -> None:
    table = with_computers()
    table.call(ANE, Corto())
    table.call(ANE, Paso())
    for seat in (1, 2, 3):
        assert due_computers(table.document, table.now, table.pace) == ()
        table.wait(1.5 * 1.6)  # the slowest character
        (turn,) = due_computers(table.document, table.now, table.pace)
        assert turn.seat == seat
        table.do(ComputerCall(seat, turn.question, Paso()))


def test_a_computer_takes_longer_over_an_ordago() -> None:
    table = with_computers()
    table.call(ANE, Corto())
    table.call(ANE, Ordago())
    table.now += 1
    table.call(ANE, Ordago())
    table.now += 2
    assert due_computers(table.document, table.now, table.pace) == ()
    table.now += 2.1
    assert len(due_computers(table.document, table.now, table.pace)) == 1


def test_all_computers_choose_their_discards_at_once() -> None:
    table = with_computers()
    table.call(ANE, Mus())
    for seat in (1, 2, 3):
        table.wait(1.6)
        table.do(ComputerCall(seat, question(table.state), Mus()))
    table.now += 1.6
    assert table.state.phase is Phase.DESCARTE
    assert [turn.seat for turn in due_computers(table.document, table.now, table.pace)] == [1, 2, 3]


def test_a_computer_answering_an_old_question_is_ignored() -> None:
    table = with_computers()
    table.call(ANE, Corto())
    asked = question(table.state)
    table.call(ANE, Envido(2))
    before = table.document
    assert isinstance(table.do(ComputerCall(1, asked, Paso())), Refused)
    assert isinstance(table.do(ComputerCall(0, question(table.state), NoQuiero())), Refused)
    assert isinstance(table.do(ComputerCall(1, question(table.state), Paso())), Refused)
    assert table.document is before


def test_a_computer_never_counts_as_a_press() -> None:
    table = with_computers()
    touched = table.document.touched_at
    table.call(ANE, Corto())
    table.call(ANE, Paso())
    touched = table.document.touched_at
    table.now += 5
    table.do(ComputerCall(1, question(table.state), Paso()))
    assert table.document.touched_at == touched


def test_an_opened_private_chat_gets_the_hand() -> None:
    table = running_table()
    outcome = table.do(Reach(reachable=True), JON, private=True)
    assert isinstance(outcome, Accepted)
    assert [slot.name for slot in outcome.commit.slots] == [f"hand:1:{JON.id}"]
    outcome = table.do(Reach(reachable=False), JON, private=True)
    assert table.document.reachable == ()


def test_salir_of_an_onlooker_is_answered() -> None:
    assert reply_key(running_table().type(MIRON, SlashCommand(Slash.SALIR))) == "toast-not-seated"


def test_who_leaves_the_group_gives_the_seat_up_whatever_is_going_on() -> None:
    lobby = open_lobby()
    lobby.do(Gone(), ANE)
    assert lobby.document.stage is Stage.CLOSED
    table = running_table()
    outcome = table.do(Gone(), JON)
    assert isinstance(outcome, Accepted)
    assert outcome.commit.replies == ()
    assert table.document.computer_at(1)
    assert isinstance(table.do(Gone(), JON), Refused)
    assert isinstance(table.do(Gone(), MIRON), Refused)


def test_who_leaves_the_group_in_mid_mus_does_not_stop_the_others() -> None:
    table = running_table()
    table.do(Gone(), ANE)
    table.now += 2
    (turn,) = due_computers(table.document, table.now, table.pace)
    table.do(ComputerCall(turn.seat, turn.question, Mus()))
    assert table.speaker == JON
