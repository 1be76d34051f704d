"""The state of a partida and the small values it is made of. Nothing here decides."""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from musbot.engine.actions import Action
from musbot.engine.cards import Card
from musbot.engine.rules import Rules

Hand: TypeAlias = tuple[Card, ...]
Pairwise: TypeAlias = tuple[int, int]
"""One number for pair 0 and one for pair 1."""


class Phase(Enum):
    """Where a hand is."""

    NUEVA = "nueva"  # before the first deal
    MUS = "mus"
    DESCARTE = "descarte"
    LANCE = "lance"
    RECUENTO = "recuento"  # the hand is over and counted; `Siguiente` deals the next
    FIN = "fin"  # the partida has a winner


class Lance(Enum):
    """The four lances in their order; PUNTO stands in for JUEGO when nobody has juego."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"


class Outcome(Enum):
    """How a lance closed."""

    EN_PASO = "en_paso"
    QUERIDO = "querido"
    RECHAZADO = "rechazado"
    UN_LADO = "un_lado"  # only one pair has it: no betting
    NADIE = "nadie"  # nobody has it: skipped
    ORDAGO = "ordago"  # an accepted órdago: settles the juego


@dataclass(frozen=True, slots=True)
class LanceResult:
    """A closed lance.

    Attributes:
        stake: accepted stones (QUERIDO), else 0.
        deje: stones already paid for a refusal (RECHAZADO), else 0.
        pair: who took the deje, who alone has the combination, or who won the órdago; None while unknown to
            people.
    """

    lance: Lance
    outcome: Outcome
    stake: int = 0
    deje: int = 0
    pair: int | None = None


@dataclass(frozen=True, slots=True)
class Envite:
    """The betting of the lance that is open.

    Attributes:
        eligible: seats that may bet, in speaking order.
        passed: seats that have said paso since the lance opened.
        bettor: seat of the last bet, raise or órdago; None while nothing is bet.
        stake: stones bet in all (0 while nothing is bet); under an órdago, the stake before it.
        deje: what the bettor's pair gets if the rivals refuse now.
        ordago: the last call was an órdago.
        refused: rivals who have refused the last call, in the order in which they did.
        level: number of bets, raises and órdagos so far.
    """

    lance: Lance
    eligible: tuple[int, ...]
    passed: tuple[int, ...] = ()
    bettor: int | None = None
    stake: int = 0
    deje: int = 0
    ordago: bool = False
    refused: tuple[int, ...] = ()
    level: int = 0


class PieceKind(Enum):
    """Why stones were scored."""

    DEJE = "deje"  # a refused bet, paid at once
    EN_PASO = "en_paso"  # grande, chica or punto without a bet
    BET = "bet"  # an accepted bet
    BONUS = "bonus"  # pares or juego of one seat
    PUNTO = "punto"  # the stone of punto on top of a bet or of a deje


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of the count: `stones` for `pair`, because of `seat`'s hand.

    `seat` is None when no hand decided: for a deje, and for the stone of punto on top of a deje.
    """

    kind: PieceKind
    lance: Lance
    pair: int
    stones: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One public call of the present hand: a discard choice is recorded without its mask (`action` None)."""

    seat: int
    stage: str  # the stage of the question it answered, see `Question.stage`
    action: Action | None


@dataclass(frozen=True, slots=True)
class Question:
    """What is being asked; a button holds while the question is still this one.

    Attributes:
        hand_no: number of the hand, rising over the whole life of a table.
        stage: ``m0`` mus of round 0, ``d0`` discards of round 0, ``g c p j u`` a lance (u is punto), ``r``
            recuento, ``f`` fin, ``n`` before the first deal.
        level: `Envite.level` in a lance, else 0.
    """

    hand_no: int
    stage: str
    level: int = 0


@dataclass(frozen=True)
class State:
    """Everything about a partida at one moment. Seats are 0..rules.seats-1 in speaking order.

    The one value without slots: it is copied at every call, and a dictionary is copied ten times as fast (`copying`).

    Attributes:
        first_of_juego: this hand is the first of its juego (matters for mus corrido).
        hands: cards by seat; a hand keeps its order, served cards take the places of the discarded ones.
        stock: cards still to serve, the next one first.
        discards: cards thrown away since the last shuffle.
        mus_round: how many times all have said mus in this hand.
        said_mus: seats that have said mus in this round.
        cut_by: the seat that cut, once somebody has.
        chosen: discard masks by seat in the present round; None while not chosen, all None outside DESCARTE.
        drawn: for each mus round that was served, the number of cards drawn by seat.
        thrown: by seat, the cards it has thrown away in this hand, in order.
        pares: declarations by seat, None while not declared (they are made when pares open).
        juego: the same for juego.
        envite: the betting of the open lance, in phase LANCE only.
        results: the closed lances of this hand in order.
        calls: the public calls of this hand in order.
        pieces: stones scored in this hand in order, dejes included.
        shown: all hands are public (count, or accepted órdago).
        score: stones by pair in the present juego.
        juegos: juegos won by pair in the present vaca.
        vacas: vacas won by pair in the partida.
        juego_winner: pair that won the juego with this hand, else None; the same for vaca and partida.
        history: winning pair and final score of each juego of the partida.
    """

    rules: Rules
    phase: Phase
    hand_no: int
    mano: int
    first_of_juego: bool = True
    hands: tuple[Hand, ...] = ()
    stock: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    mus_round: int = 0
    said_mus: tuple[int, ...] = ()
    cut_by: int | None = None
    chosen: tuple[tuple[bool, bool, bool, bool] | None, ...] = ()
    drawn: tuple[tuple[int, ...], ...] = ()
    thrown: tuple[Hand, ...] = ()
    pares: tuple[bool | None, ...] = ()
    juego: tuple[bool | None, ...] = ()
    envite: Envite | None = None
    results: tuple[LanceResult, ...] = ()
    calls: tuple[Call, ...] = ()
    pieces: tuple[Piece, ...] = ()
    shown: bool = False
    score: Pairwise = (0, 0)
    juegos: Pairwise = (0, 0)
    vacas: Pairwise = (0, 0)
    juego_winner: int | None = None
    vaca_winner: int | None = None
    partida_winner: int | None = None
    history: tuple[tuple[int, Pairwise], ...] = field(default=())
