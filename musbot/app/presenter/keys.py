"""The buttons of a table: calls in the game's own words, where the thumb expects them. Which are legal says the engine.

The quiet call stands at the left of the last row of calls, órdago alone in a row of its own.
"""

from collections.abc import Iterable

from musbot.app.document import Computer, Mask, TableDocument
from musbot.app.screens import Button, Link, Press, Style, Verb
from musbot.app.text import Cards, Name, Text, text
from musbot.engine import State, question
from musbot.engine.actions import Action, Corto, Envido, Mas, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.notation import action_text as written
from musbot.engine.state import Hand

Row = tuple[Button, ...]
Rows = tuple[Row, ...]

ENVIDOS = ((2, 3, 5), (7, 10))
"""Openings that have a button, in rows that a phone does not cut short; any other amount is typed."""
RAISES = (2, 5, 10)
"""Raises that have a button."""


def button(
    document: TableDocument, label: Text, verb: Verb, arg: str = "", *, style: Style | None = None
) -> Button:
    """A button that belongs to no question."""
    return Button(label, Press(document.table_id, verb, None, arg), style=style)


def call_button(
    document: TableDocument, state: State, label: Text, action: Action, *, style: Style | None = None
) -> Button:
    """A button that makes a call for the present question."""
    press = Press(document.table_id, Verb.CALL, question(state), written(action))
    return Button(label, press, style=style)


def call_rows(
    document: TableDocument, state: State, legal: Iterable[Action], *, noted: Action | None = None
) -> Rows:
    """The legal calls in rows; none for discards and between hands.

    Args:
        document: the table.
        state: its game.
        legal: the calls of a seat that may act.
        noted: the quiet call that the reader has said early.
    """
    calls = set(legal)

    def row(*actions: tuple[Action, Text], style: Style | None = None) -> Row:
        return tuple(
            call_button(document, state, label, action, style=style)
            for action, label in actions
            if action in calls
        )

    rows = (
        row((Quiero(), text("label-quiero")), style=Style.SUCCESS),
        *(row(*((Envido(n), text("label-envido", n=n)) for n in amounts)) for amounts in ENVIDOS),
        row(*((Mas(n), text("label-mas", n=n)) for n in _raises(calls))),
        row((Ordago(), text("label-ordago")), style=Style.DANGER),
        row((Paso(), _quiet(text("label-paso"), noted == Paso()))),
        row((NoQuiero(), text("label-no-quiero"))),
        row((Mus(), _quiet(text("label-mus"), noted == Mus())), (Corto(), text("label-corto"))),
    )
    return tuple(filter(None, rows))


def discard_rows(document: TableDocument, state: State, mask: Mask | None = None, hand: Hand = ()) -> Rows:
    """Buttons to choose discards.

    Args:
        document: the table.
        state: its game.
        mask: the reader's choice so far; None on a board, where readers differ.
        hand: the reader's cards, only for a message that the reader alone sees.
    """
    asked = question(state)

    def press(verb: Verb, arg: str = "") -> Press:
        return Press(document.table_id, verb, asked, arg)

    marks = mask or (False,) * 4
    toggles = tuple(
        Button(
            text(
                "label-toggle",
                n=place + 1,
                card=Cards(hand[place : place + 1]),
                marked="yes" if marks[place] else "no",
                shown="yes" if hand else "no",
            ),
            press(Verb.TOGGLE, str(place)),
        )
        for place in range(4)
    )
    return (
        toggles,
        (
            Button(text("label-all"), press(Verb.ALL)),
            Button(text("label-confirm", n=sum(marks)), press(Verb.CONFIRM), style=Style.SUCCESS),
        ),
    )


def board_row(document: TableDocument) -> Row:
    """What every board offers: one's cards by alert, a hint where allowed, the board again at the bottom."""
    cards = () if document.practice else (button(document, text("label-cards"), Verb.CARDS),)
    hint = (button(document, text("label-hint"), Verb.HINT),) if document.hints else ()
    return (*cards, *hint, button(document, text("label-repost"), Verb.REPOST))


def take_rows(document: TableDocument) -> Rows:
    """A button for each computer whose seat somebody may take with the next hand."""
    if document.practice:
        return ()
    wanted = {one.seat for one in document.newcomers}
    return tuple(
        (button(document, text("label-take", name=Name(occupant.name)), Verb.TAKE, str(seat)),)
        for seat, occupant in enumerate(document.seats)
        if isinstance(occupant, Computer) and seat not in wanted
    )


def private_link() -> Button:
    """Opens the private chat with the bot."""
    return Button(text("label-private"), link=Link.PRIVATE)


def group_link() -> Button:
    """Leads back to the table's group."""
    return Button(text("label-group"), link=Link.GROUP)


def _raises(calls: set[Action]) -> tuple[int, ...]:
    usual = tuple(n for n in RAISES if Mas(n) in calls)
    if usual:
        return usual
    possible = [action.n for action in calls if isinstance(action, Mas)]
    return (max(possible),) if possible else ()


def _quiet(label: Text, noted: bool) -> Text:
    return text("label-noted", call=label) if noted else label
