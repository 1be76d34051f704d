"""A hand for its own player: the message in the private chat, and the alert behind `Mis cartas`.

For somebody who plays from there the message changes with the question, never with each turn of the others: all the
calls of the question stand there, and a press out of turn is answered by a toast. For everybody else it changes with
the cards and the choice of discards alone: what is asked stands on the board, and each edit would be one for every
player.
"""

from musbot.app.document import Human, TableDocument
from musbot.app.presenter.handlines import cards_lines, choice_lines
from musbot.app.presenter.keys import Rows, button, call_rows, discard_rows, group_link
from musbot.app.presenter.showdown import score_before
from musbot.app.presenter.words import DOT, draft_of, played, seat_name, worth
from musbot.app.screens import Screen, Verb
from musbot.app.text import Cards, Joined, Text, text
from musbot.engine import State, legal_actions, question, to_act
from musbot.engine.actions import Action
from musbot.engine.notation import read_action
from musbot.engine.state import Envite, Phase


def hand_screen(document: TableDocument, state: State, seat: int, person_id: int) -> Screen:
    """The private message of a seated person while a hand is played."""
    here = person_id in document.here
    lines = (
        *_head(document, state, seat, now=here),
        *choice_lines(document, state, seat),
        *((_asked(document, state, seat),) if here or state.phase is Phase.DESCARTE else ()),
    )
    return Screen(
        lines,
        _keyboard(document, state, seat, person_id),
        protect=True,
        picture=Cards(state.hands[seat]),
    )


def ended_hand(document: TableDocument, state: State, seat: int) -> Screen:
    """The last screen of a private hand: the cards, no keyboard."""
    return Screen(_head(document, state, seat, now=True), protect=True, picture=Cards(state.hands[seat]))


def hand_alert(document: TableDocument, seat: int) -> Text:
    """The cards of a seat with numbers, their worth, the choice of discards: plain text of at most 200 characters.

    Raises:
        ValueError: nothing has been dealt.
    """
    state = document.state
    if state is None or not state.hands:
        raise ValueError("nobody has cards yet")
    hand = state.hands[seat]
    numbered = tuple(text("alert-card", n=place, card=Cards((card,))) for place, card in enumerate(hand, 1))
    parts = [Joined(numbered, "   "), Joined(worth(hand, state.rules), DOT)]
    choice = choice_lines(document, state, seat)
    return text(
        "alert-hand",
        cards=parts[0],
        worth=parts[1],
        choice=Joined(choice),
        choosing="yes" if choice else "no",
    )


def _head(document: TableDocument, state: State, seat: int, *, now: bool) -> tuple[Text, ...]:
    """The first lines; the score as it is now, or as it was when the hand was dealt."""
    hand = state.hands[seat]
    score = state.score if now else score_before(state)
    ours, theirs = state.rules.pair_of(seat), 1 - state.rules.pair_of(seat)
    return (
        text(
            "hand-head",
            hand=state.hand_no,
            mano=seat_name(document, state.mano),
            mine="yes" if state.mano == seat else "no",
            ours=score[ours],
            theirs=score[theirs],
        ),
        *cards_lines(hand, state.rules),
    )


def _asked(document: TableDocument, state: State, seat: int) -> Text:
    """What is asked, without whose turn it is."""
    match state.phase:
        case Phase.MUS:
            return text("hand-ask-mus", first=seat_name(document, state.mano))
        case Phase.LANCE if state.envite is not None:
            return _asked_in_lance(document, state, state.envite, seat)
        case _:
            return text("hand-ask-discards", done="no" if state.chosen[seat] is None else "yes")


def _asked_in_lance(document: TableDocument, state: State, envite: Envite, seat: int) -> Text:
    lance = envite.lance.value
    if seat not in envite.eligible:
        return text("hand-ask-out", lance=lance)
    if envite.bettor is None:
        return text("hand-ask-open", lance=lance, first=seat_name(document, envite.eligible[0]))
    return text(
        "hand-ask-bet",
        lance=lance,
        bettor=seat_name(document, envite.bettor),
        stake=envite.stake,
        deje=envite.deje,
        call="ordago" if envite.ordago else "raise" if envite.level > 1 else "bet",
        side="ours" if state.rules.pair_of(envite.bettor) == state.rules.pair_of(seat) else "theirs",
    )


def hand_keyboard(document: TableDocument, state: State, seat: int) -> Rows:
    """What the player of a hand can press for the present question, in private."""
    if state.phase is Phase.DESCARTE:
        if state.chosen[seat] is not None:
            return ()
        return discard_rows(document, state, draft_of(document, seat), state.hands[seat])
    if not _is_asked(state, seat):
        return ()
    return call_rows(document, state, legal_actions(state, to_act(state)[0]), noted=_noted(document, seat))


def _keyboard(document: TableDocument, state: State, seat: int, person_id: int) -> Rows:
    here = person_id in document.here
    rows = hand_keyboard(document, state, seat) if here or state.phase is Phase.DESCARTE else ()
    switch = button(document, text("label-here", on="no" if here else "yes"), Verb.HERE, "0" if here else "1")
    back = ((button(document, text("label-back"), Verb.BACK),),) if _is_away(document, seat) else ()
    return (*rows, *back, (switch, group_link()))


def _is_away(document: TableDocument, seat: int) -> bool:
    occupant = document.seats[seat]
    return isinstance(occupant, Human) and occupant.away


def _is_asked(state: State, seat: int) -> bool:
    """Whether the present question is for this seat, now or when its turn comes."""
    envite = state.envite
    if envite is None:
        return state.phase is Phase.MUS
    if seat not in envite.eligible:
        return False
    return envite.bettor is None or state.rules.pair_of(seat) != state.rules.pair_of(envite.bettor)


def _noted(document: TableDocument, seat: int) -> Action | None:
    state = played(document)
    for early in document.early:
        if state is not None and early.seat == seat and early.question == question(state):
            return read_action(early.action)
    return None
