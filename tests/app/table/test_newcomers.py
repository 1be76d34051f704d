"""Taking a computer's seat in a running game."""

from dataclasses import replace

import pytest

from musbot.app.commands import ComputerCall, Person
from musbot.app.commit import Accepted
from musbot.app.document import Computer, Human
from musbot.app.screens import Verb
from musbot.engine import question, to_act
from musbot.engine.actions import Corto, Ordago, Paso, Quiero, Siguiente
from musbot.engine.state import Phase
from tests.support.tables import ANE, ITZIAR, JON, MIKEL, MIRON, Table, key_of, open_lobby


def with_computers(*seats: int) -> Table:
    """A running game, Ane mano; at `seats` computers, else Ane, Jon, Mikel, Itziar."""
    table = open_lobby()
    people = dict(enumerate((ANE, JON, MIKEL, ITZIAR)))
    occupants = tuple(
        Computer("jugador", f"Bot {seat}") if seat in seats else Human(people[seat].id, people[seat].name)
        for seat in range(4)
    )
    table.document = replace(table.document, seats=occupants, next_mano=0)
    table.press(ANE, Verb.START)
    return table


def to_next_hand(table: Table) -> None:
    """Everybody passes (computers too) and Ane deals on."""
    table.call(ANE, Corto())
    while table.state.phase is Phase.LANCE:
        seat = to_act(table.state)[0]
        if table.document.computer_at(seat):
            table.do(ComputerCall(seat, question(table.state), Paso()))
        else:
            table.call(table.at(seat), Paso())
    table.call(ANE, Siguiente())


def test_the_seat_is_taken_when_the_next_hand_is_dealt() -> None:
    table = with_computers(1)
    assert key_of(table.press(MIRON, Verb.TAKE, "1")) == "toast-newcomer"
    assert isinstance(table.document.seats[1], Computer)
    to_next_hand(table)
    assert table.document.seats[1] == Human(MIRON.id, "Mirón")
    assert table.document.newcomers == ()


def test_the_group_is_told_and_the_message_goes_when_it_is_settled() -> None:
    table = with_computers(1)
    outcome = table.press(MIRON, Verb.TAKE, "1")
    assert isinstance(outcome, Accepted)
    (notice,) = outcome.commit.notices
    assert [button.press.verb for row in notice.screen.keyboard for button in row if button.press] == [
        Verb.OBJECT
    ]
    outcome = table.press(ITZIAR, Verb.OBJECT, "1")
    assert isinstance(outcome, Accepted)
    assert [(retire.name, retire.delete) for retire in outcome.commit.retires] == [(notice.name, True)]


def test_the_human_partner_may_object_and_the_computer_stays() -> None:
    table = with_computers(1)
    table.press(MIRON, Verb.TAKE, "1")
    assert key_of(table.press(ITZIAR, Verb.OBJECT, "1")) == "toast-newcomer-refused"
    to_next_hand(table)
    assert isinstance(table.document.seats[1], Computer)


@pytest.mark.parametrize("person", [ANE, MIRON])
def test_nobody_else_objects(person: Person) -> None:
    table = with_computers(1)
    table.press(MIRON, Verb.TAKE, "1")
    assert key_of(table.press(person, Verb.OBJECT, "1")) == "toast-newcomer-partner"


def test_two_people_do_not_take_one_seat_and_one_does_not_take_two() -> None:
    table = with_computers(1, 3)
    other = replace(MIRON, id=998, name="Otra")
    table.press(MIRON, Verb.TAKE, "1")
    assert key_of(table.press(other, Verb.TAKE, "1")) == "toast-newcomer-taken"
    table.press(MIRON, Verb.TAKE, "3")
    assert [(one.seat, one.person_id) for one in table.document.newcomers] == [(3, MIRON.id)]
    assert key_of(table.press(other, Verb.TAKE, "1")) == "toast-newcomer"


def test_a_persons_seat_and_a_forged_one_are_refused() -> None:
    table = with_computers(1)
    assert key_of(table.press(MIRON, Verb.TAKE, "0")) == "toast-newcomer-taken"
    assert key_of(table.press(MIRON, Verb.TAKE, "9")) == "toast-unknown"
    assert key_of(table.press(ANE, Verb.TAKE, "1")) == "toast-newcomer-seated"


def test_a_newcomer_plays_the_rematch() -> None:
    table = with_computers(3)
    table.call(ANE, Corto())
    table.press(MIRON, Verb.TAKE, "3")
    table.call(ANE, Ordago())
    table.now += 1
    table.call(ANE, Ordago())
    table.call(JON, Quiero())
    table.now += 1
    table.call(JON, Quiero())
    table.press(ANE, Verb.REMATCH)
    assert table.document.seats[3] == Human(MIRON.id, "Mirón")
