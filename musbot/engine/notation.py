"""Short text for cards, calls, rules and whole games, each with an exact inverse (docs/notation.md).

Logs, tests, replay and export share it. Reading is strict: a text has one spelling. Whether a game can be
played is the business of `playback`; what people type in a chat is read elsewhere.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from itertools import groupby
from typing import TypeAlias, assert_never

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
from musbot.engine.cards import HAND_SIZE, Card, Rank, Suit
from musbot.engine.errors import NotationError
from musbot.engine.events import Called, Dealt, Event, PartidaStarted, Reshuffled
from musbot.engine.rules import CLASICO, LaReal, Rules

_CARD = re.compile(r"(1[0-2]|[1-7])([oceb])")
_CALL = re.compile(r"(?:([0-5]):)?(.+)")
_AMOUNT = re.compile(r"([em])(0|-?[1-9][0-9]*)")
_MASK = re.compile(rf"d:([01]{{{HAND_SIZE}}})")
_OPTIONS = frozenset(field.name for field in fields(Rules))
_NUMBER = re.compile(r"0|[1-9][0-9]*")

_PLAIN: dict[str, Action] = {
    "mus": Mus(),
    "co": Corto(),
    "p": Paso(),
    "q": Quiero(),
    "nq": NoQuiero(),
    "or": Ordago(),
    "sg": Siguiente(),
}
_LINE_LENGTH = 12  # calls a line, when nothing else ends it


@dataclass(frozen=True, slots=True)
class Deal:
    """A step of a game: the order of the 40 cards for the hand that begins."""

    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """A step of a game: the order of the discards that become stock; it follows the call that needed it."""

    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a game: a call. Without a seat it is the call of the only seat that may act."""

    seat: int | None
    action: Action


Step: TypeAlias = Deal | Reshuffle | Move


@dataclass(frozen=True, slots=True)
class Game:
    """A partida, or the beginning of one, as it is written down: all that is needed to play it again.

    Attributes:
        rules: the options.
        mano: the seat that speaks first in the first hand.
        hand_no: number of the first hand.
        steps: deals, calls and reshuffles in order.
    """

    rules: Rules
    mano: int
    hand_no: int
    steps: tuple[Step, ...]


def card_text(card: Card) -> str:
    """``12o``: the printed number and the suit letter (o c e b)."""
    return f"{card.rank:d}{card.suit.value}"


def cards_text(cards: Iterable[Card]) -> str:
    """Cards without anything between them, ``12o7c1e``."""
    return "".join(map(card_text, cards))


def read_card(text: str) -> Card:
    """The inverse of `card_text`.

    Raises:
        NotationError: no card is written so.
    """
    match = _CARD.fullmatch(text)
    if match is None:
        raise NotationError("a card", text)
    return Card(Rank(int(match[1])), Suit(match[2]))


def read_cards(text: str) -> tuple[Card, ...]:
    """The inverse of `cards_text`.

    Raises:
        NotationError: something in it is no card.
    """
    cards = []
    at = 0
    while at < len(text):
        match = _CARD.match(text, at)
        if match is None:
            raise NotationError("a card", text[at:])
        cards.append(Card(Rank(int(match[1])), Suit(match[2])))
        at = match.end()
    return tuple(cards)


def action_text(action: Action) -> str:
    """``mus co d:0110 p e5 q nq m5 or sg``."""
    match action:
        case Mus():
            return "mus"
        case Corto():
            return "co"
        case Descarte(mask):
            return "d:" + "".join("1" if out else "0" for out in mask)
        case Paso():
            return "p"
        case Envido(n):
            return f"e{n}"
        case Quiero():
            return "q"
        case NoQuiero():
            return "nq"
        case Mas(n):
            return f"m{n}"
        case Ordago():
            return "or"
        case Siguiente():
            return "sg"
        case _:
            assert_never(action)


def read_action(text: str) -> Action:
    """The inverse of `action_text`. Amounts are not judged here: ``e1`` can be read, it is just not legal.

    Raises:
        NotationError: no action is written so.
    """
    plain = _PLAIN.get(text)
    if plain is not None:
        return plain
    if match := _AMOUNT.fullmatch(text):
        n = int(match[2])
        return Envido(n) if match[1] == "e" else Mas(n)
    if match := _MASK.fullmatch(text):
        a, b, c, d = (mark == "1" for mark in match[1])
        return Descarte((a, b, c, d))
    raise NotationError("an action", text)


def move_text(move: Move) -> str:
    """``2:e5``, or ``e5`` for a call without a seat."""
    action = action_text(move.action)
    return action if move.seat is None else f"{move.seat}:{action}"


def read_move(text: str) -> Move:
    """The inverse of `move_text`.

    Raises:
        NotationError: no call is written so.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        raise NotationError("a call", text)
    return Move(None if match[1] is None else int(match[1]), read_action(match[2]))


def rules_text(rules: Rules) -> str:
    """The options that differ from the default, ``kings=4 target=30 mus_corrido=on``; empty for none."""
    values = ((field.name, getattr(rules, field.name)) for field in fields(Rules))
    return " ".join(
        f"{name}={_option_text(value)}" for name, value in values if value != getattr(CLASICO, name)
    )


def read_rules(text: str) -> Rules:
    """The inverse of `rules_text`.

    Raises:
        NotationError: an unknown option, a value that it cannot have, or one given twice.
    """
    options: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name in options or name not in _OPTIONS:
            raise NotationError("an option", word)
        options[name] = _read_option(getattr(CLASICO, name), value, word)
    try:
        return Rules(**options)  # type: ignore[arg-type]  # the types were read from the defaults
    except ValueError as error:
        raise NotationError("a set of options", text) from error


def game_text(game: Game) -> str:
    """A whole game, one line for each deal and reshuffle, calls in lines of their own."""
    lines = [f"rules {rules_text(game.rules)}".rstrip(), f"mano {game.mano}", f"hand {game.hand_no}"]
    for _, group in groupby(_numbered(game.steps), key=lambda item: item[0]):
        steps = [step for _, step in group]
        match steps[0]:
            case Deal(deck):
                lines.append(f"deal {cards_text(deck)}".rstrip())
            case Reshuffle(stock):
                lines.append(f"stock {cards_text(stock)}".rstrip())
            case Move():
                lines.append(" ".join(move_text(step) for step in steps if isinstance(step, Move)))
    return "\n".join(lines) + "\n"


def read_game(text: str) -> Game:
    """The inverse of `game_text`; empty lines and what follows a ``#`` are not read.

    Raises:
        NotationError: with the line that cannot be read.
    """
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    head: dict[str, str] = {}
    for name in ("rules", "mano", "hand"):
        number, line = lines.pop(0) if lines else (None, "")
        word, _, rest = line.partition(" ")
        if word != name:
            raise NotationError(f"the line '{name}'", line, number)
        head[name] = rest.strip()
    steps = tuple(step for number, line in lines for step in _read_line(number, line))
    rules = read_rules(head["rules"])
    mano = _read_number("a seat", head["mano"])
    if mano >= rules.seats:
        raise NotationError("a seat", head["mano"])
    return Game(rules, mano, _read_number("a number of a hand", head["hand"]), steps)


def games_of(events: Iterable[Event]) -> tuple[Game, ...]:
    """The games that a log of whole events holds, one for each `PartidaStarted`.

    Raises:
        ValueError: the log does not begin with `PartidaStarted`, or an event is redacted.
    """
    games: list[tuple[PartidaStarted, list[Step]]] = []
    for event in events:
        if isinstance(event, PartidaStarted):
            games.append((event, []))
            continue
        if not games:
            raise ValueError("a log begins with the start of a partida")
        step = _step_of(event)
        if step is not None:
            games[-1][1].append(step)
    return tuple(Game(head.rules, head.mano, head.hand_no, tuple(steps)) for head, steps in games)


def _step_of(event: Event) -> Step | None:
    match event:
        case Dealt(deck=deck) if deck:
            return Deal(deck)
        case Reshuffled(stock) if stock:
            return Reshuffle(stock)
        case Called(seat, action) if action is not None:
            return Move(seat, action)
        case Dealt() | Reshuffled() | Called():
            raise ValueError("a redacted event cannot be written down")
        case _:
            return None


def _numbered(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """Each step with the number of its line in the text."""
    line, length, last = 0, 0, ""
    for step in steps:
        sort = _sort_of(step)
        if sort != last or sort == "cards" or length == _LINE_LENGTH:
            line, length, last = line + 1, 0, sort
        length += 1
        yield line, step


def _sort_of(step: Step) -> str:
    match step:
        case Deal() | Reshuffle():
            return "cards"
        case Move(_, Mus() | Corto()):
            return "mus"
        case Move(_, Descarte()):
            return "descarte"
        case Move(_, Siguiente()):
            return "siguiente"
        case _:
            return "lance"


def _read_line(number: int, line: str) -> Iterator[Step]:
    word, _, rest = line.partition(" ")
    try:
        if word == "deal":
            yield Deal(read_cards(rest.strip()))
        elif word == "stock":
            yield Reshuffle(read_cards(rest.strip()))
        else:
            yield from map(read_move, line.split())
    except NotationError as error:
        raise NotationError(error.what, error.text, number) from None


def _read_number(what: str, text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(what, text)
    return int(text)


def _option_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value.value if isinstance(value, Enum) else value)


def _read_option(default: object, text: str, word: str) -> object:
    try:
        match default:
            case bool():
                return {"on": True, "off": False}[text]
            case LaReal():
                return LaReal(text)
            case _:
                return _read_number("an option", text)
    except (KeyError, ValueError):
        raise NotationError("an option", word) from None
