"""Reminders at half time: in private where that is open, else one loud message in the group; gone when answered."""

from collections.abc import Iterator

from musbot.app.commit import Chat, ChatKind, Notice, Retire
from musbot.app.document import Human, TableDocument, Turn
from musbot.app.presenter.board import question_line
from musbot.app.presenter.hand import hand_keyboard
from musbot.app.presenter.keys import board_row
from musbot.app.presenter.words import hand_summary
from musbot.app.screens import Screen
from musbot.app.text import Name, text
from musbot.engine import State


def reminders(before: TableDocument | None, after: TableDocument) -> tuple[Notice, ...]:
    """The reminders that are due now and were not before."""
    known = {_name(turn) for turn in _reminded(before)}
    return tuple(
        _notice(after, after.state, turn)
        for turn in _reminded(after)
        if _name(turn) not in known and after.state is not None
    )


def answered(before: TableDocument | None, after: TableDocument) -> Iterator[Retire]:
    """The reminders that have no use any more."""
    wanted = {_name(turn) for turn in _reminded(after)}
    for turn in _reminded(before):
        if _name(turn) not in wanted:
            yield Retire(_name(turn), delete=True)


def _reminded(document: TableDocument | None) -> tuple[Turn, ...]:
    return tuple(turn for turn in document.turns if turn.reminded) if document is not None else ()


def _name(turn: Turn) -> str:
    asked = turn.question
    return f"reminder:{asked.hand_no}:{asked.stage}{asked.level}:{turn.seat}"


def _notice(document: TableDocument, state: State, turn: Turn) -> Notice:
    occupant = document.seats[turn.seat]
    assert isinstance(occupant, Human)  # turns are for persons
    left = round(turn.limit / 2)
    if occupant.person_id in document.reachable:
        lines = (
            text("remind-private", seconds=left),
            question_line(document, state),
            text("remind-hand", hand=hand_summary(state.hands[turn.seat], state.rules)),
        )
        screen = Screen(lines, hand_keyboard(document, state, turn.seat), protect=True)
        return Notice(_name(turn), Chat(ChatKind.PERSON, occupant.person_id), screen)
    mention = Name(occupant.name, occupant.person_id)
    asked = (text("remind-group", who=mention, seconds=left), question_line(document, state))
    screen = Screen(asked, (board_row(document),), loud=True)
    return Notice(_name(turn), Chat(ChatKind.PLACE, document.place_id), screen)
