"""One value of every shape that is stored, with every field away from its default: what `data` keeps readable."""

from musbot.app.document import Armed, Computer, Drafts, Early, Human, Stage, TableDocument, Turn
from musbot.app.screens import Button, Link, Press, Screen, Style, Verb
from musbot.app.text import Cards, Joined, Name, text
from musbot.engine import actions, events
from musbot.engine.cards import DECK
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import (
    Call,
    Envite,
    Lance,
    LanceResult,
    Outcome,
    Phase,
    Piece,
    PieceKind,
    Question,
    State,
)

RULES = Rules(4, 30, 3, 2, 4, 2, False, LaReal.SOTA, True, True)
QUESTION = Question(12, "g", 2)
MASK = (True, False, False, True)
STATE = State(
    RULES,
    Phase.LANCE,
    12,
    1,
    first_of_juego=False,
    hands=(DECK[:4], DECK[4:8], DECK[8:12], DECK[12:16]),
    stock=DECK[16:30],
    discards=DECK[30:],
    mus_round=1,
    said_mus=(1, 2),
    cut_by=3,
    chosen=(MASK, None, None, MASK),
    drawn=((2, 1, 4, 2),),
    thrown=((), DECK[30:32], (), ()),
    pares=(True, None, False, None),
    juego=(None, True, None, False),
    envite=Envite(Lance.JUEGO, (1, 3), (1,), 3, 4, 2, True, (1,), 2),
    results=(
        LanceResult(Lance.GRANDE, Outcome.QUERIDO, 4, 0, None),
        LanceResult(Lance.CHICA, Outcome.RECHAZADO, 0, 2, 1),
    ),
    calls=(Call(1, "g", actions.Envido(2)), Call(2, "d0", None), Call(3, "g", actions.Mas(3))),
    pieces=(Piece(PieceKind.DEJE, Lance.CHICA, 1, 2, None), Piece(PieceKind.BONUS, Lance.PARES, 0, 3, 2)),
    shown=True,
    score=(12, 31),
    juegos=(1, 2),
    vacas=(1, 0),
    juego_winner=0,
    vaca_winner=1,
    partida_winner=0,
    history=((0, (30, 20)), (1, (12, 30))),
)
DOCUMENT = TableDocument(
    77,
    5,
    5_000_000_001,
    "eu",
    1.5,
    2.5,
    3.5,
    rev=40,
    version=100,
    stage=Stage.PLAYING,
    preset="cuatro_reyes",
    rules=RULES,
    seats=(
        Human(5_000_000_001, "Ane"),
        Computer("prudente", "Mikel"),
        Human(5_000_000_002, "Jon", True),
        None,
    ),
    state=STATE,
    drafts=Drafts(QUESTION, (MASK, MASK, MASK, MASK), ((-1, 0.0), (2, 9.5), (0, 1.0), (1, 1.0))),
    armed=(Armed(5_000_000_001, "ordago", QUESTION, 8.5), Armed(5_000_000_002, "leave", None, 8.75)),
    early=(Early(3, QUESTION, "p"),),
    here=(5_000_000_002,),
    reachable=(5_000_000_001, 5_000_000_002),
    tally=(2, 1),
    tally_pairs=(("5000000001", "5000000002"), ("prudente",)),
    next_hand=13,
    next_mano=2,
    asked_at=99.5,
    due=123456.75,
    generation=41,
    turns=(Turn(0, QUESTION, 99.5, 60.0, 100.25, True, True), Turn(2, QUESTION, 99.5, 60.0)),
    lates=(0, 1, 2, 0),
    made_by_time=(1, 4),
    cancel_votes=((0, 98.5),),
)
SCREEN = Screen(
    (
        text("line", cards=Cards(DECK[:2]), n=3, name=Name("Ane", 5_000_000_001), word="grande"),
        text("list", items=Joined((text("a"), Name("b"), Cards(DECK[3:4])), " · ")),
    ),
    (
        (Button(text("call"), Press(77, Verb.CALL, QUESTION, "e5"), None, Style.DANGER),),
        (Button(text("open"), None, Link.PRIVATE, None), Button(text("sit"), Press(77, Verb.SIT))),
    ),
    loud=True,
    protect=True,
    picture=Cards(DECK[4:8]),
)
ACTIONS: tuple[actions.Action, ...] = (
    actions.Mus(),
    actions.Corto(),
    actions.Descarte(MASK),
    actions.Paso(),
    actions.Envido(5),
    actions.Quiero(),
    actions.NoQuiero(),
    actions.Mas(2),
    actions.Ordago(),
    actions.Siguiente(),
)
EVENTS: tuple[events.Event, ...] = (
    events.PartidaStarted(RULES, 1, 12),
    events.Dealt(12, 1, DECK),
    *(events.Called(seat % 4, action) for seat, action in enumerate(ACTIONS)),
    events.Called(1, None),
    events.Reshuffled(DECK[:7]),
    events.Served(2, 3),
    events.MusOpened(1),
    events.ManoMoved(3),
    events.LanceOpened(Lance.PARES, (0, 1)),
    events.Declared(Lance.JUEGO, 2, True),
    events.LanceClosed(LanceResult(Lance.PUNTO, Outcome.ORDAGO, 4, 2, 1)),
    events.HandsShown(),
    events.Scored(Piece(PieceKind.PUNTO, Lance.PUNTO, 1, 1, 3), (3, 4)),
    events.HandEnded(),
    events.JuegoWon(1, (12, 30), Lance.CHICA),
    events.VacaWon(0),
    events.PartidaWon(1),
)
EXAMPLES: dict[str, object] = {"document": DOCUMENT, "screen": SCREEN} | {
    f"event {number:02} {type(event).__name__}": event for number, event in enumerate(EVENTS)
}
"""By name."""
