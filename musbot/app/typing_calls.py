"""Typed calls: ``/envido 7``, or a reply to the board such as ``5 más`` or ``paso``."""

from musbot.app import discards, toasts
from musbot.app.commands import TypedCall, Word
from musbot.app.commit import Outcome
from musbot.app.moment import Moment, refuse
from musbot.app.play import call, running
from musbot.engine.actions import Action, Corto, Envido, Mas, Mus, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import State

_PLAIN: dict[Word, Action] = {
    Word.MUS: Mus(),
    Word.CORTO: Corto(),
    Word.PASO: Paso(),
    Word.QUIERO: Quiero(),
    Word.NO_QUIERO: NoQuiero(),
    Word.ORDAGO: Ordago(),
}


def say(moment: Moment, typed: TypedCall) -> Outcome:
    """A typed call by the person who typed it."""
    state = running(moment.document)
    if state is None:
        return refuse(moment, toasts.plain("not-playing"))
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    if typed.word is Word.DISCARD:
        return discards.typed(moment, state, seat, typed.n)
    action = _action(state, typed)
    if action is None:
        return refuse(moment, toasts.plain("bad-amount"))
    return call(moment, state, seat, action, typed=True)


def _action(state: State, typed: TypedCall) -> Action | None:
    """The call that was meant; None when its amount is missing. A plain ``envido`` is two stones."""
    if typed.word in _PLAIN:
        return _PLAIN[typed.word]
    bet = state.envite is not None and state.envite.bettor is not None
    match typed.word:
        case Word.ENVIDO:
            return Envido(2 if typed.n is None else typed.n)
        case Word.NUMBER if typed.n is not None:
            return Mas(typed.n) if bet else Envido(typed.n)
        case Word.MAS if typed.n is not None:
            return Mas(typed.n)
        case _:
            return None
