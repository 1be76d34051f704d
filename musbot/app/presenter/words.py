"""Small texts that screens, toasts and alerts share: names, lances, calls, who speaks, what a hand is worth.

No whole screen is made here. Whoever passes a hand to `hand_summary` answers for who reads it.
"""

from collections.abc import Iterable
from typing import assert_never

from musbot.app.document import NO_CARDS, Computer, Human, Mask, TableDocument
from musbot.app.text import Cards, Joined, Name, Text, text
from musbot.engine import Rules, State, question, to_act
from musbot.engine.actions import (
    Action,
    Corto,
    Descarte,
    Envido,
    Mas,
    Mus,
    NoQuiero,
    Ordago,
    Paso,
    Quiero,
    Siguiente,
)
from musbot.engine.cards import Rank
from musbot.engine.hands import JUEGO_MIN, HandValue, value_of
from musbot.engine.state import Hand, Lance, Phase

DOT = " · "

_RANK_WORDS = {
    Rank.AS: "as",
    Rank.DOS: "dos",
    Rank.TRES: "tres",
    Rank.CUATRO: "cuatro",
    Rank.CINCO: "cinco",
    Rank.SEIS: "seis",
    Rank.SIETE: "siete",
    Rank.SOTA: "sota",
    Rank.CABALLO: "caballo",
    Rank.REY: "rey",
}


def line(*parts: Text | Name | Cards, separator: str = "  ") -> Text:
    """Parts in one line of a screen."""
    return text("line", parts=Joined(parts, separator))


BLANK = text("blank")
"""An empty line."""


def seat_name(document: TableDocument, seat: int) -> Text | Name:
    """Who makes the calls of a seat: a person, a computer, a computer for a person; or that it is free."""
    match document.seats[seat]:
        case Human(name=name, away=False):
            return Name(name)
        case Human(name=name):
            return text("name-away", name=Name(name))
        case Computer(name=name):
            return text("name-computer", name=Name(name))
        case None:
            return text("name-free")


def seat_names(document: TableDocument, seats: Iterable[int], separator: str = ", ") -> Joined:
    """The names of several seats."""
    return Joined(tuple(seat_name(document, seat) for seat in seats), separator)


def pair_name(document: TableDocument, pair: int) -> Joined:
    """A pair by its names alone, ``Ane·Mikel``, whoever makes its calls."""
    return Joined(tuple(Name(document.name_of(seat)) for seat in document.rules.seats_of(pair)), "·")


def lance_name(lance: Lance) -> Text:
    """A lance by name."""
    return text("lance-name", lance=lance.value)


def action_text(action: Action, lance: Lance | None) -> Text:
    """A call in the game's own words, beginning small; `lance` is the one it was made in, if any."""
    match action:
        case Mus():
            return text("call-mus")
        case Corto():
            return text("call-corto")
        case Descarte(mask):
            return text("call-descarte", n=sum(mask))
        case Paso():
            return text("call-paso")
        case Envido(n):
            return text("call-envido", n=n)
        case Quiero():
            return text("call-quiero")
        case NoQuiero():
            return text("call-no-quiero")
        case Mas(n):
            return text("call-mas", n=n)
        case Ordago():
            return text("call-ordago", lance=lance.value if lance is not None else "none")
        case Siguiente():
            return text("call-siguiente")
        case _:
            assert_never(action)


def who_may_speak(document: TableDocument) -> Text:
    """Whose call is waited for, as a clause that begins small: ``habla Ane``."""
    state = document.state
    if state is None:
        return text("turn-none")
    who = seat_names(document, to_act(state))
    count = len(who.parts)
    match state.phase:
        case Phase.NUEVA | Phase.FIN:
            return text("turn-none")
        case Phase.RECUENTO:
            return text("turn-next")
        case Phase.MUS:
            return text("turn-mus", who=who)
        case Phase.DESCARTE:
            return text("turn-discards", who=who, count=count)
        case Phase.LANCE:
            asked = state.envite is not None and state.envite.bettor is not None
            return text("turn-answer", who=who, count=count) if asked else text("turn-open", who=who)
        case _:
            assert_never(state.phase)


def hand_summary(hand: Hand, rules: Rules) -> Joined:
    """A hand and what it is worth: ``R R 7 4 · par de reyes · 31``."""
    return Joined((Cards(hand), *worth(hand, rules)), DOT)


def worth(hand: Hand, rules: Rules) -> tuple[Text, Text]:
    """What a hand is worth at pares, and at juego or punto."""
    value = value_of(hand, rules)
    return pares_text(value), juego_text(value)


def pares_text(value: HandValue) -> Text:
    """The pares of a hand in words."""
    if value.pares_kind is None:
        return text("pares-none")
    first, last = value.pares_ranks[0], value.pares_ranks[-1]
    return text(
        "pares-kind",
        kind=value.pares_kind.value if first is last else "duples-two",
        rank=_rank(first),
        other=_rank(last),
    )


def juego_text(value: HandValue) -> Text:
    """The juego or punto of a hand in words."""
    if value.la_real:
        return text("juego-real")
    return text("juego-points" if value.points >= JUEGO_MIN else "punto-points", n=value.points)


def draft_of(document: TableDocument, seat: int) -> Mask:
    """The cards a seat has marked to throw away and not thrown yet."""
    drafts = document.drafts
    if drafts is None or document.state is None or drafts.question != question(document.state):
        return NO_CARDS
    return drafts.masks[seat]


def draft_text(hand: Hand, mask: Mask) -> Text:
    """The whole choice of discards so far: ``Tiras 7 4 · te quedas R R``."""
    thrown, kept = split(hand, mask)
    return text("draft", throw=thrown, keep=kept, n=len(thrown.cards), kept=len(kept.cards))


def split(hand: Hand, mask: Mask) -> tuple[Cards, Cards]:
    """The marked cards of a hand, and the others."""
    thrown = tuple(card for card, marked in zip(hand, mask, strict=True) if marked)
    kept = tuple(card for card, marked in zip(hand, mask, strict=True) if not marked)
    return Cards(thrown), Cards(kept)


def played(document: TableDocument) -> State | None:
    """The state while a hand is being played: dealt and not yet counted."""
    state = document.state
    if state is None or state.phase not in (Phase.MUS, Phase.DESCARTE, Phase.LANCE):
        return None
    return state


def score_lines(document: TableDocument, state: State) -> tuple[Text, ...]:
    """The score of each pair with amarracos, juegos and vacas where they matter."""
    lines = [_pair_score(document, state, pair) for pair in (0, 1)]
    rules = state.rules
    if rules.juegos_to_win > 1:
        lines.append(text("score-juegos", a=state.juegos[0], b=state.juegos[1], n=rules.juegos_to_win))
    if rules.vacas_to_win > 1:
        lines.append(text("score-vacas", a=state.vacas[0], b=state.vacas[1], n=rules.vacas_to_win))
    return tuple(lines)


ADENTRO = 5
"""A pair with this many stones to go, or fewer, is adentro."""


def _pair_score(document: TableDocument, state: State, pair: int) -> Text:
    stones, target = state.score[pair], state.rules.target
    if state.juego_winner is not None:
        close = "won" if state.juego_winner == pair else "no"
    else:
        close = "yes" if target - ADENTRO <= stones < target else "no"
    amarracos, rest = divmod(stones, 5)
    return text(
        "score-pair",
        names=pair_name(document, pair),
        stones=stones,
        marks="⬤" * amarracos + "•" * rest,
        close=close,
    )


def _rank(rank: Rank) -> Text:
    return text("rank-many", rank=_RANK_WORDS[rank])
