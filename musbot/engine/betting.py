"""The betting of one lance (docs/rules.md §4): who may speak, what a call makes of it, how it closes.

Everything here takes legal calls for granted: whether a call is allowed is the business of `legal`.
"""

from musbot.engine.actions import Action, Envido, Mas, NoQuiero, Ordago, Paso, Quiero
from musbot.engine.state import Envite, LanceResult, Outcome

MIN_ENVIDO = 2
"""The smallest opening bet in stones."""
FIRST_DEJE = 1
"""Stones for the refusal of an opening bet or opening órdago."""


def speakers(envite: Envite) -> tuple[int, ...]:
    """The seats that may speak: the next who has not passed, or every rival who may still answer."""
    if envite.bettor is None:
        done = len(envite.passed)
        return envite.eligible[done : done + 1]
    pair = envite.bettor % 2
    refused = envite.refused
    return tuple([seat for seat in envite.eligible if seat % 2 != pair and seat not in refused])


def after_call(envite: Envite, seat: int, action: Action) -> Envite:
    """The betting after a legal call; a quiero changes nothing, it closes the lance.

    Raises:
        ValueError: the action is no call of a lance.
    """
    match action:
        case Paso():
            return Envite(envite.lance, envite.eligible, (*envite.passed, seat))
        case Envido(n):
            return _bet(envite, seat, stake=n, deje=FIRST_DEJE, ordago=False)
        case Mas(n):
            return _bet(envite, seat, stake=envite.stake + n, deje=envite.stake, ordago=False)
        case Ordago():
            return _bet(envite, seat, stake=envite.stake, deje=envite.stake or FIRST_DEJE, ordago=True)
        case NoQuiero():
            return Envite(
                envite.lance,
                envite.eligible,
                envite.passed,
                envite.bettor,
                envite.stake,
                envite.deje,
                envite.ordago,
                (*envite.refused, seat),
                envite.level,
            )
        case Quiero():
            return envite
        case _:
            raise ValueError(f"{action} is no call of a lance")


def closing(envite: Envite, action: Action) -> LanceResult | None:
    """How the lance closes by a legal `action`, given the betting before it; None while it goes on.

    An accepted órdago closes with `pair` None: whose hand is better is not known here.
    """
    match action:
        case Quiero():
            if envite.ordago:
                return LanceResult(envite.lance, Outcome.ORDAGO)
            return LanceResult(envite.lance, Outcome.QUERIDO, stake=envite.stake)
        case Paso() if len(envite.passed) + 1 == len(envite.eligible):
            return LanceResult(envite.lance, Outcome.EN_PASO)
        case NoQuiero() if envite.bettor is not None and len(speakers(envite)) == 1:
            pair = envite.bettor % 2
            return LanceResult(envite.lance, Outcome.RECHAZADO, deje=envite.deje, pair=pair)
        case _:
            return None


def _bet(envite: Envite, seat: int, *, stake: int, deje: int, ordago: bool) -> Envite:
    return Envite(
        envite.lance, envite.eligible, envite.passed, seat, stake, deje, ordago, (), envite.level + 1
    )
