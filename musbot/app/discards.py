"""Choosing discards with numbered buttons: drafts that only the chooser is told of, then the throw."""

from dataclasses import replace

from musbot.app import toasts
from musbot.app.commit import Outcome
from musbot.app.document import NO_CARDS, Drafts, Mask
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.play import running, thrown_change
from musbot.app.presenter import who_may_speak
from musbot.app.screens import Verb
from musbot.app.text import Cards
from musbot.engine import question, to_act
from musbot.engine.actions import Descarte
from musbot.engine.state import Hand, Phase, Question, State

ALL: Mask = (True, True, True, True)
ANY_POSITION = 4  # what the double-tap memory calls the button for all cards


def press(moment: Moment, verb: Verb, asked: Question | None, arg: str) -> Outcome:
    """A press on a card number, on "all", or on the throw."""
    state = running(moment.document)
    drafts = moment.document.drafts
    if state is None:
        return refuse(moment, toasts.plain("not-playing"), orphan=True)
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    if asked != question(state) or drafts is None or state.phase is not Phase.DESCARTE:
        return refuse(moment, toasts.stale(who_may_speak(moment.document)), orphan=True)
    if seat not in to_act(state):
        return refuse(moment, toasts.plain("already-chosen"))
    match verb:
        case Verb.CONFIRM:
            return _throw(moment, state, seat, drafts.masks[seat])
        case Verb.ALL:
            return _mark(moment, state, drafts, seat, ANY_POSITION)
        case _:
            position = int(arg) if arg in ("0", "1", "2", "3") else None
            if position is None:
                return refuse(moment, toasts.plain("unknown"))
            return _mark(moment, state, drafts, seat, position)


def typed(moment: Moment, state: State, seat: int, digits: int | None) -> Outcome:
    """Positions typed as digits, 1 to 4: thrown at once."""
    positions = {int(digit) for digit in str(digits)} if digits else set()
    if not positions or not positions <= {1, 2, 3, 4}:
        return refuse(moment, toasts.plain("choose-one"))
    if seat not in to_act(state) or state.phase is not Phase.DESCARTE:
        return refuse(moment, toasts.out_of_turn(who_may_speak(moment.document)))
    return _throw(moment, state, seat, _mask(positions))


def split(hand: Hand, mask: Mask) -> tuple[Cards, Cards]:
    """The cards that a mask throws and those that it keeps."""
    thrown = tuple(card for card, marked in zip(hand, mask, strict=True) if marked)
    kept = tuple(card for card, marked in zip(hand, mask, strict=True) if not marked)
    return Cards(thrown), Cards(kept)


def _mask(positions: set[int]) -> Mask:
    return (1 in positions, 2 in positions, 3 in positions, 4 in positions)


def _mark(moment: Moment, state: State, drafts: Drafts, seat: int, position: int) -> Outcome:
    """Mark or unmark; the same button twice within a double tap counts once."""
    last, at = drafts.last[seat]
    mask = drafts.masks[seat]
    if last == position and moment.now - at < moment.pace.double_tap:
        return refuse(moment, toasts.draft(*split(state.hands[seat], mask)))
    if position == ANY_POSITION:
        mask = NO_CARDS if mask == ALL else ALL
    else:
        a, b, c, d = (marked != (place == position) for place, marked in enumerate(mask))
        mask = (a, b, c, d)
    drafts = replace(
        drafts,
        masks=(*drafts.masks[:seat], mask, *drafts.masks[seat + 1 :]),
        last=(*drafts.last[:seat], (position, moment.now), *drafts.last[seat + 1 :]),
    )
    toast = toasts.draft(*split(state.hands[seat], mask))
    return accept(moment, Change(replace(moment.document, drafts=drafts)), toast)


def _throw(moment: Moment, state: State, seat: int, mask: Mask) -> Outcome:
    if mask == NO_CARDS:
        return refuse(moment, toasts.plain("choose-one"))
    change = thrown_change(moment, state, seat, Descarte(mask))
    throw, _ = split(state.hands[seat], mask)
    return accept(moment, change, toasts.thrown(throw, who_may_speak(change.document)))
