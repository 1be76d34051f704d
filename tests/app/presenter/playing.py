"""Tables for the presenter's tests: documents moved by the engine alone, screens printed as a person reads them."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from musbot.app.commit import Notice, Retire, SlotWrite
from musbot.app.document import NO_CARDS, Computer, Drafts, Human, Occupant, Stage, TableDocument
from musbot.app.presenter import Owed, present
from musbot.app.screens import Button, Link, Screen
from musbot.app.text import Cards, Joined, Text
from musbot.engine import CLASICO, Rules, State, decide, fold, legal_actions, question, replay, start, to_act
from musbot.engine.actions import Action, Descarte, Envido, Mas, Mus, Ordago
from musbot.engine.cards import Card
from musbot.engine.events import Event
from musbot.engine.notation import read_action, read_cards
from musbot.engine.state import Phase
from musbot.i18n import Translator

NAMES = ("Ane", "Jon", "Mikel", "Itzi")


def table(
    *, rules: Rules = CLASICO, names: Sequence[str] = NAMES, reachable: Sequence[int] = (), computers: int = 0
) -> TableDocument:
    """A full lobby; persons 101.. sit at seats 0.., the last `computers` seats are computers."""
    people = tuple(Human(101 + seat, name) for seat, name in enumerate(names))
    seats: tuple[Occupant | None, ...] = (
        *people[: len(people) - computers],
        *(Computer("honesto", f"Bot {n}") for n in range(computers)),
    )
    return TableDocument(
        table_id=5,
        place_id=7,
        creator=101,
        language="es",
        opened_at=0.0,
        touched_at=0.0,
        since=0.0,
        rev=1,
        rules=rules,
        seats=seats,
        reachable=tuple(reachable),
    )


def stacked(*hands: str, stock: str = "") -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    """A shuffle that deals these hands from mano on, then this stock, then the rest in the deck's order."""
    top = tuple(card for part in (*hands, stock) for card in read_cards(part))

    def shuffle(cards: Sequence[Card]) -> tuple[Card, ...]:
        wanted = [card for card in top if card in cards]
        return (*wanted, *(card for card in cards if card not in wanted))

    return shuffle


def seeded(seed: int) -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    """A shuffle from a seed."""
    chance = random.Random(seed)
    return lambda cards: tuple(chance.sample(list(cards), len(cards)))


@dataclass
class Play:
    """A table being played; `owed` is what the last move owed, `log` every (before, events, after)."""

    document: TableDocument
    shuffle: Callable[[Sequence[Card]], tuple[Card, ...]] = field(default_factory=lambda: seeded(1))
    owed: Owed = field(default_factory=Owed)
    events: tuple[Event, ...] = ()

    @property
    def state(self) -> State:
        assert self.document.state is not None
        return self.document.state

    def begin(self, mano: int = 0) -> Owed:
        events = start(self.document.rules, mano, self.shuffle, self.document.next_hand)
        return self._moved(replay(events), events)

    def call(self, text: str, seat: int | None = None) -> Owed:
        return self.act(read_action(text), seat)

    def calls(self, text: str) -> Owed:
        for one in text.split():
            self.call(one)
        return self.owed

    def act(self, action: Action, seat: int | None = None) -> Owed:
        seat = to_act(self.state)[0] if seat is None else seat
        events = decide(self.state, seat, action, self.shuffle)
        return self._moved(fold(self.state, events), events)

    def change(self, **fields: object) -> Owed:
        return self._owe(replace(self.document, **fields), ())  # type: ignore[arg-type]

    def _moved(self, state: State, events: tuple[Event, ...]) -> Owed:
        asked = question(state)
        drafts = None
        if state.phase is Phase.DESCARTE:
            kept = self.document.drafts
            fresh = Drafts(asked, (NO_CARDS,) * 4, ((-1, 0.0),) * 4)
            drafts = kept if kept is not None and kept.question == asked else fresh
        won = state.partida_winner
        a, b = self.document.tally
        after = replace(
            self.document,
            stage=Stage.PLAYING if won is None else Stage.BETWEEN,
            state=state,
            drafts=drafts,
            early=tuple(early for early in self.document.early if early.question == asked),
            tally=(a + (won == 0), b + (won == 1)),
            next_hand=state.hand_no + 1,
        )
        return self._owe(after, events)

    def _owe(self, after: TableDocument, events: tuple[Event, ...]) -> Owed:
        after = replace(after, rev=self.document.rev + 1)
        self.owed = present(self.document, events, after)
        self.document, self.events = after, events
        return self.owed


def random_action(state: State, seat: int, chance: random.Random) -> Action:
    """A call a lively table might make: few órdagos, moderate amounts."""
    legal = legal_actions(state, seat)
    if isinstance(legal[0], Descarte):
        return chance.choice(legal)
    calls = [
        action
        for action in legal
        if not isinstance(action, (Envido, Mas)) or action.n <= 10 or chance.random() < 0.05
    ]
    if chance.random() < 0.9:
        calls = [action for action in calls if not isinstance(action, Ordago)]
    if state.mus_round > 1:
        calls = [action for action in calls if not isinstance(action, Mus)]
    return chance.choice(calls)


def random_game(seed: int, document: TableDocument, moves: int = 400) -> Iterator[Play]:
    """A whole partida with random calls; the same `Play` after every move."""
    chance = random.Random(seed)
    play = Play(document, seeded(seed))
    play.begin(chance.randrange(4))
    yield play
    for _ in range(moves):
        speakers = to_act(play.state)
        if not speakers:
            return
        seat = chance.choice(speakers)
        play.act(random_action(play.state, seat, chance), seat)
        yield play


def cards_in(value: object) -> set[Card]:
    """Every card in a screen or text, wherever it hides."""
    match value:
        case Screen(lines=lines, keyboard=keyboard, picture=picture):
            return cards_in(lines) | cards_in(keyboard) | cards_in(picture)
        case Button(label=label):
            return cards_in(label)
        case Text(args=args):
            return set().union(*(cards_in(arg) for _, arg in args))
        case Joined(parts=parts):
            return set().union(*map(cards_in, parts))
        case Cards(cards=cards):
            return set(cards)
        case tuple():
            return set().union(*(cards_in(one) for one in value))
        case _:
            return set()


def printed(screen: Screen, translator: Translator, locale: str, *, html: bool = False) -> str:
    """A screen as people see it: its lines, then its buttons in brackets with what they say."""
    lines = [translator.say(locale, one, html=html) for one in screen.lines]
    marks = [mark for mark, on in (("loud", screen.loud), ("protected", screen.protect)) if on]
    if screen.picture is not None:
        marks.append("picture")
    rows = [
        " ".join(f"[{translator.say(locale, key.label, html=False)}{_says(key)}]" for key in row)
        for row in screen.keyboard
    ]
    return (
        "\n".join([*([f"({', '.join(marks)})"] if marks else []), *lines, *rows])
        .replace("\u2068", "")
        .replace("\u2069", "")
    )


def _says(key: Button) -> str:
    if key.press is None:
        assert isinstance(key.link, Link)
        return f" -> {key.link.value}"
    asked = key.press.question
    where = f" {asked.hand_no}{asked.stage}{asked.level}" if asked is not None else ""
    arg = f" {key.press.arg}" if key.press.arg else ""
    return f" {{{key.press.verb.value}{where}{arg}}}"


def told(owed: Owed, translator: Translator, locale: str) -> str:
    """Everything owed, as text."""
    parts = []
    everything: tuple[Notice | SlotWrite | Retire, ...] = (*owed.notices, *owed.slots, *owed.retires)
    for one in everything:
        match one:
            case Notice(name=name, screen=screen):
                parts.append(f"== notice {name}\n{printed(screen, translator, locale)}")
            case SlotWrite(name=name, screen=screen, close=close, fresh=fresh):
                how = "".join(mark for mark, on in ((" close", close), (" fresh", fresh)) if on)
                parts.append(f"== slot {name}{how}\n{printed(screen, translator, locale)}")
            case Retire(name=name):
                parts.append(f"== retire {name}")
    return "\n".join(parts)
