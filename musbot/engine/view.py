"""What a seat, or the public, may know: views of a state and redacted events.

A view is complete for its reader: computer players, screens and hints are made from it and never from the
state. What is hidden: the stock, the discards of others, hands until they are shown, and discard choices
(only that a choice was made, then how many cards) for ever.
"""

from dataclasses import dataclass, replace

from musbot.engine.actions import Action, Descarte
from musbot.engine.events import Called, Dealt, Event, Reshuffled
from musbot.engine.legal import actions_at, question, to_act
from musbot.engine.rules import Rules
from musbot.engine.state import (
    Call,
    Envite,
    Hand,
    LanceResult,
    Pairwise,
    Phase,
    Piece,
    Question,
    State,
)


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone at the table knows; fields as in `State`.

    Attributes:
        hands: by seat, None while hidden; all of them once shown.
        has_chosen: seats that have chosen their discards in this round.
        to_act: seats that may act now.
        stock_left: cards left in the stock.
    """

    rules: Rules
    phase: Phase
    question: Question
    mano: int
    first_of_juego: bool
    to_act: tuple[int, ...]
    hands: tuple[Hand | None, ...]
    stock_left: int
    mus_round: int
    said_mus: tuple[int, ...]
    cut_by: int | None
    has_chosen: tuple[int, ...]
    drawn: tuple[tuple[int, ...], ...]
    pares: tuple[bool | None, ...]
    juego: tuple[bool | None, ...]
    envite: Envite | None
    results: tuple[LanceResult, ...]
    calls: tuple[Call, ...]
    pieces: tuple[Piece, ...]
    score: Pairwise
    juegos: Pairwise
    vacas: Pairwise
    juego_winner: int | None
    vaca_winner: int | None
    partida_winner: int | None
    history: tuple[tuple[int, Pairwise], ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one seat knows: the public part, its own cards, its own discard choice of this round.

    Attributes:
        thrown: the cards this seat has thrown away in this hand, in order (it has seen them).
    """

    seat: int
    public: PublicView
    hand: Hand
    chosen: tuple[bool, bool, bool, bool] | None
    thrown: Hand


def public_view(state: State) -> PublicView:
    """What everyone at the table knows."""
    hands: tuple[Hand | None, ...] = state.hands if state.shown else (None,) * len(state.hands)
    return PublicView(
        rules=state.rules,
        phase=state.phase,
        question=question(state),
        mano=state.mano,
        first_of_juego=state.first_of_juego,
        to_act=to_act(state),
        hands=hands,
        stock_left=len(state.stock),
        mus_round=state.mus_round,
        said_mus=state.said_mus,
        cut_by=state.cut_by,
        has_chosen=tuple(seat for seat, mask in enumerate(state.chosen) if mask is not None),
        drawn=state.drawn,
        pares=state.pares,
        juego=state.juego,
        envite=state.envite,
        results=state.results,
        calls=state.calls,
        pieces=state.pieces,
        score=state.score,
        juegos=state.juegos,
        vacas=state.vacas,
        juego_winner=state.juego_winner,
        vaca_winner=state.vaca_winner,
        partida_winner=state.partida_winner,
        history=state.history,
    )


def view_for(state: State, seat: int) -> PlayerView:
    """What one seat knows: the public part, its own cards, its own discards and its choice of this round.

    Raises:
        ValueError: there is no such seat, or nothing has been dealt.
    """
    if not 0 <= seat < len(state.hands):
        raise ValueError(f"there is no hand of seat {seat}")
    return PlayerView(
        seat=seat,
        public=public_view(state),
        hand=state.hands[seat],
        chosen=state.chosen[seat],
        thrown=state.thrown[seat],
    )


def redact(event: Event, seat: int | None) -> Event:
    """What of an event `seat` may know; None is the public. Other events are public as they are."""
    match event:
        case Dealt():
            return replace(event, deck=())
        case Reshuffled():
            return replace(event, stock=())
        case Called(who, Descarte()) if who != seat:
            return replace(event, action=None)
        case _:
            return event


def legal_for(view: PublicView, seat: int) -> tuple[Action, ...]:
    """The legal calls of a seat from what everybody knows: legality never depends on a hidden card."""
    if seat not in view.to_act:
        return ()
    return actions_at(view.phase, view.rules, view.envite)


def legal_from_view(view: PlayerView) -> tuple[Action, ...]:
    """The legal calls of the seat whose view it is."""
    return legal_for(view.public, view.seat)
