"""Time: limits that shrink, reminders, the call made for who is late, the computer that sits in, downtime."""

from dataclasses import replace

from musbot.app.commands import Alarm, ComputerCall, Resumed
from musbot.app.commit import Accepted, By, ChatKind, Notice
from musbot.app.document import Stage
from musbot.app.screens import Verb
from musbot.app.table import due_computers
from musbot.engine.actions import Action, Corto, Descarte, Mus, NoQuiero, Ordago, Paso
from musbot.engine.state import Phase
from tests.support.tables import ANE, FOUR, JON, START, Table, key_of, open_lobby, running_table


def look(table: Table, shown_at: float | None = START) -> None:
    """Ring the alarm as it is due, with the board shown since `shown_at`."""
    assert table.document.due is not None
    table.now = max(table.now, table.document.due)
    table.do(Alarm(table.document.generation, shown_at))


def spare(table: Table, action: Action) -> None:
    """The careful computer makes the call of the late person."""
    (turn,) = due_computers(table.document, table.now, table.pace)
    assert turn.player == "prudente"
    table.do(ComputerCall(turn.seat, turn.question, action))


def notices(table: Table) -> tuple[Notice, ...]:
    """What the last command owed as notices."""
    outcome = table.outcomes[-1]
    return outcome.commit.notices if isinstance(outcome, Accepted) else ()


def grande() -> Table:
    """Ane is to open grande."""
    table = running_table()
    table.call(ANE, Corto())
    return table


def let_pass(table: Table, action: Action) -> None:
    """The person who is asked lets the whole time pass: a reminder, then the call."""
    asked = table.now
    while not any(turn.late for turn in table.document.turns):
        look(table, asked)
    spare(table, action)


def test_the_first_question_of_a_juego_has_three_minutes_and_others_ninety_seconds() -> None:
    table = running_table()
    assert [turn.limit for turn in table.document.turns] == [180]
    table.call(ANE, Corto())
    assert [turn.limit for turn in table.document.turns] == [90]


def test_an_ordago_doubles_the_limit() -> None:
    table = grande()
    table.call(ANE, Ordago())
    table.now += 1
    table.call(ANE, Ordago())
    assert [turn.limit for turn in table.document.turns] == [180, 180]


def test_no_clock_runs_before_the_board_is_shown() -> None:
    table = grande()
    for _ in range(30):
        look(table, None)
    assert table.document.turns[0].started is None
    assert not table.document.turns[0].reminded
    shown = table.now
    look(table, shown)
    assert table.document.turns[0].started == shown
    look(table, shown)
    assert table.document.turns[0].reminded
    assert table.now >= shown + 45


def test_a_reminder_comes_at_half_time_and_goes_with_the_answer() -> None:
    table = grande()
    look(table)
    (reminder,) = notices(table)
    assert reminder.chat.kind is ChatKind.PLACE
    assert reminder.screen.loud
    assert table.now == START + 45
    outcome = table.call(ANE, Paso())
    assert isinstance(outcome, Accepted)
    assert [(retire.name, retire.delete) for retire in outcome.commit.retires] == [(reminder.name, True)]


def test_a_reminder_is_private_and_quiet_where_private_is_open() -> None:
    table = grande()
    table.document = replace(table.document, reachable=(ANE.id,))
    look(table)
    (reminder,) = notices(table)
    assert (reminder.chat.kind, reminder.chat.id) == (ChatKind.PERSON, ANE.id)
    assert not reminder.screen.loud
    verbs = [button.press.verb for row in reminder.screen.keyboard for button in row if button.press]
    assert Verb.CALL in verbs


def test_a_person_is_reminded_once() -> None:
    table = grande()
    look(table)
    table.press(JON, Verb.REPOST)
    look(table, table.now)
    assert sum(len(o.commit.notices) for o in table.outcomes if isinstance(o, Accepted)) == 1


def test_posting_the_board_again_does_not_wind_the_clock_back() -> None:
    table = grande()
    look(table)
    look(table, table.now + 40)
    assert [turn.late for turn in table.document.turns] == [True]
    assert table.now == START + 90


def test_time_makes_the_one_call_and_the_game_goes_on() -> None:
    table = grande()
    let_pass(table, Paso())
    outcome = table.outcomes[-1]
    assert isinstance(outcome, Accepted)
    assert {event.by for event in outcome.commit.events} == {By.TIME}
    assert table.speaker == JON
    assert table.document.made_by_time == (1,)
    assert not table.document.computer_at(0)


def test_a_call_made_at_the_last_moment_counts_and_the_computers_does_not() -> None:
    table = grande()
    while not table.document.turns[0].late:
        look(table)
    (turn,) = due_computers(table.document, table.now, table.pace)
    assert key_of(table.call(ANE, Paso())) == "toast-taken"
    before = table.document
    table.do(ComputerCall(turn.seat, turn.question, Paso()))
    assert table.document is before


def test_limits_shrink_and_are_whole_again_after_a_call_in_time() -> None:
    table = grande()
    let_pass(table, Paso())
    for person in FOUR[1:]:
        table.call(person, Paso())
    assert [turn.limit for turn in table.document.turns] == [30]
    let_pass(table, Paso())
    for person in FOUR[1:]:
        table.call(person, Paso())
    if table.state.phase is Phase.LANCE and table.document.turns[0].seat == 0:
        assert [turn.limit for turn in table.document.turns] == [15]
        table.call(ANE, Paso())
    assert table.document.lates[1:] == (0, 0, 0)


def mus_rounds_late(table: Table, times: int) -> None:
    """Ane lets mus and discards pass; the others play on."""
    done = 0
    while done < times:
        if table.state.phase is Phase.MUS:
            if table.speaker == ANE:
                let_pass(table, Mus())
                done += 1
            else:
                table.call(table.speaker, Mus())
            continue
        for person in FOUR[1:]:
            if table.state.chosen[table.document.seat_of(person.id) or 0] is None:
                table.press(person, Verb.TOGGLE, "0", ask=True)
                table.press(person, Verb.CONFIRM, ask=True)
        let_pass(table, Descarte((True, False, False, False)))
        done += 1


def test_after_three_in_a_row_the_computer_sits_in_until_any_press() -> None:
    table = running_table()
    mus_rounds_late(table, 3)
    assert table.document.computer_at(0)
    assert key_of(table.press(ANE, Verb.REPOST)) == "toast-back"
    assert not table.document.computer_at(0)


def test_two_late_seats_are_called_for_one_by_one() -> None:
    table = grande()
    table.call(ANE, Ordago())
    table.now += 1
    table.call(ANE, Ordago())
    asked = table.now
    while not all(turn.late for turn in table.document.turns):
        look(table, asked)
    turns = due_computers(table.document, table.now, table.pace)
    assert [turn.seat for turn in turns] == [1, 3]
    for turn in turns:
        table.do(ComputerCall(turn.seat, turn.question, NoQuiero()))
    assert table.state.score == (1, 0)


def absent() -> Table:
    """Ane's game against three computers, which one of them plays for her too."""
    table = open_lobby()
    for _ in range(3):
        table.press(ANE, Verb.BOT, "honesto")
    table.document = replace(table.document, next_mano=0)
    table.press(ANE, Verb.START)
    table.document = replace(table.document, lates=(2, 0, 0, 0))
    let_pass(table, Mus())
    return table


def test_a_table_without_people_pauses() -> None:
    table = absent()
    assert table.document.computer_at(0)
    assert due_computers(table.document, table.now + 60, table.pace) == ()
    assert table.document.due == START + table.pace.abandoned


def test_a_paused_table_goes_on_when_somebody_comes_back() -> None:
    table = absent()
    table.now += 3600
    assert key_of(table.press(ANE, Verb.REPOST)) == "toast-back"
    assert len(due_computers(table.document, table.now + 2, table.pace)) == 1


def test_a_paused_table_closes_after_a_day() -> None:
    table = absent()
    look(table)
    assert table.document.stage is Stage.CLOSED


def test_time_while_the_bot_was_down_does_not_count() -> None:
    table = grande()
    look(table)
    table.now += 3600
    table.do(Resumed())
    assert table.document.turns[0].started == table.now - 45
    assert table.document.due == table.now + 45


def test_a_lobby_and_a_count_survive_a_night_of_downtime_too() -> None:
    lobby = open_lobby()
    lobby.now += 8 * 3600
    lobby.do(Resumed())
    assert lobby.document.due == lobby.now + 900
    table = grande()
    while table.state.phase is Phase.LANCE:
        table.call(table.speaker, Paso())
    table.now += 8 * 3600
    table.do(Resumed())
    assert table.document.due == table.now + 6


def test_nobodys_time_runs_at_the_count() -> None:
    table = grande()
    while table.state.phase is Phase.LANCE:
        table.call(table.speaker, Paso())
    assert table.document.turns == ()
