"""What the chats are owed after a commit: the difference between what was shown and what is to be shown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from musbot.app.commit import Amend, Chat, ChatKind, Notice, Retire, SlotWrite
from musbot.app.document import Stage, TableDocument
from musbot.app.presenter.arrivals import arrivals, settled
from musbot.app.presenter.board import board_screen, ended_board
from musbot.app.presenter.hand import ended_hand, hand_screen
from musbot.app.presenter.lobby import ended_lobby, lobby_screen
from musbot.app.presenter.reminders import answered, reminders
from musbot.app.presenter.showdown import notices, showdown_name, showdown_notice
from musbot.app.presenter.words import played
from musbot.app.screens import Screen
from musbot.engine import State
from musbot.engine.events import Event
from musbot.engine.state import Phase

LOBBY = "lobby"
"""Name of the lobby's slot."""

Slots = dict[str, tuple[Chat, Screen]]


@dataclass(frozen=True, slots=True)
class Owed:
    """What one commit owes."""

    slots: tuple[SlotWrite, ...] = ()
    notices: tuple[Notice, ...] = ()
    retires: tuple[Retire, ...] = ()
    amends: tuple[Amend, ...] = ()


def present(before: TableDocument | None, events: Sequence[Event], after: TableDocument) -> Owed:
    """What the chats are owed when `before` became `after`.

    Args:
        before: the document as it was stored; None for a new table.
        events: the engine's events in between.
        after: the next document.
    """
    shown = screens(before) if before is not None else {}
    wanted = screens(after)
    ended = (_ended(name, chat, before, after) for name, (chat, _) in shown.items() if name not in wanted)
    return Owed(
        slots=(*ended, *_written(before, shown, after, wanted)),
        notices=(*notices(events, after), *reminders(before, after), *arrivals(before, after)),
        retires=(*_retired(before, after), *answered(before, after), *settled(before, after)),
        amends=tuple(_amended(before, after)),
    )


def screens(document: TableDocument) -> Slots:
    """What every slot of a table shows now, by name."""
    place = Chat(ChatKind.PLACE, document.place_id)
    match document.stage:
        case Stage.LOBBY:
            return {LOBBY: (place, lobby_screen(document))}
        case Stage.BETWEEN | Stage.CLOSED:
            return {}
        case Stage.PLAYING:
            state = played(document)
            return _playing(document, state, place) if state is not None else {}


def _playing(document: TableDocument, state: State, place: Chat) -> Slots:
    slots: Slots = {f"board:{state.hand_no}": (place, board_screen(document, state))}
    if document.practice:
        return slots  # the board shows the hand: its place is the private chat
    for human in document.humans:
        seat = document.seat_of(human.person_id)
        if seat is not None and human.person_id in document.reachable:
            screen = hand_screen(document, state, seat, human.person_id)
            name = f"hand:{state.hand_no}:{human.person_id}"
            slots[name] = (Chat(ChatKind.PERSON, human.person_id), screen)
    return slots


def _written(
    before: TableDocument | None, shown: Slots, after: TableDocument, wanted: Slots
) -> Iterator[SlotWrite]:
    spoken = before is not None and before.language != after.language
    for name, (chat, screen) in wanted.items():
        in_place = chat.kind is ChatKind.PLACE
        # A lobby that opens again is a new message: the old one ended long ago, far up in the chat.
        again = name == LOBBY and before is not None and name not in shown
        if (name not in shown or shown[name][1] != screen) or (in_place and spoken):
            yield SlotWrite(name, chat, screen, fresh=again)


def _ended(name: str, chat: Chat, before: TableDocument | None, after: TableDocument) -> SlotWrite:
    """The last screen of a slot: what it showed, in its final state, without a keyboard."""
    assert before is not None  # a slot that was shown belongs to a document
    return SlotWrite(name, chat, _last_screen(name, chat, before, after), close=True)


def _last_screen(name: str, chat: Chat, before: TableDocument, after: TableDocument) -> Screen:
    kind = name.partition(":")[0]
    state = before.state
    if kind == LOBBY or state is None:
        return ended_lobby(after)
    same = after.state is not None and after.state.hand_no == state.hand_no
    last = after.state if same and after.state is not None else state
    if kind == "board":
        return ended_board(replace(after, seats=before.seats), last)
    seat = before.seat_of(chat.id)
    assert seat is not None  # only seated persons have a hand
    # Without calls in it there is nothing to take away: it stays as it is, and closing it costs no write.
    here = chat.id in before.here or state.phase is Phase.DESCARTE
    return ended_hand(before, last, seat) if here else hand_screen(before, state, seat, chat.id)


def _retired(before: TableDocument | None, after: TableDocument) -> Iterator[Retire]:
    """The keyboard of the last showdown, once nothing can be pressed there."""
    was = _open_showdown(before) if before is not None else None
    if was is not None and was != _open_showdown(after):
        yield Retire(was)


def _amended(before: TableDocument | None, after: TableDocument) -> Iterator[Amend]:
    """The showdown that ended a juego, once it is known what decided it."""
    if before is None or after.review is None or before.review == after.review:
        return
    if _open_showdown(after) is not None:
        showdown = showdown_notice(after)
        yield Amend(showdown.name, showdown.chat, showdown.screen)


def _open_showdown(document: TableDocument) -> str | None:
    """The showdown whose buttons do something now."""
    state = document.state
    if state is None or document.stage not in (Stage.PLAYING, Stage.BETWEEN):
        return None
    counted = state.phase in (Phase.RECUENTO, Phase.FIN)
    return showdown_name(state.hand_no) if counted else None
