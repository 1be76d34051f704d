"""Hands, decks, states and strategies for tests of the engine and of everything that stands on it."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from musbot.engine.actions import Action, Mus
from musbot.engine.cards import DECK, HAND_SIZE, Card, Rank, Suit
from musbot.engine.decide import Shuffle, decide, start
from musbot.engine.events import Event
from musbot.engine.evolve import fold, initial
from musbot.engine.hands import value_of
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.notation import read_move
from musbot.engine.playback import resolve
from musbot.engine.rules import CLASICO, LaReal, Rules
from musbot.engine.state import Hand, Lance, Pairwise, State

LETTERS = {
    "A": Rank.AS,
    "2": Rank.DOS,
    "3": Rank.TRES,
    "4": Rank.CUATRO,
    "5": Rank.CINCO,
    "6": Rank.SEIS,
    "7": Rank.SIETE,
    "S": Rank.SOTA,
    "C": Rank.CABALLO,
    "R": Rank.REY,
}
PASSING = ("R R 7 4", "C S 7 5", "6 6 5 A", "4 4 2 A")
"""Four hands of the cases: pares contested, juego on one side only."""


def hands_of(*texts: str) -> tuple[Hand, ...]:
    """Hands written by rank (``R R 7 4``); suits are given out in order, so no card comes twice."""
    suits = {rank: iter(Suit) for rank in Rank}
    return tuple(tuple(Card(LETTERS[x], next(suits[LETTERS[x]])) for x in text.split()) for text in texts)


def one_hand(text: str) -> Hand:
    """One hand written by rank."""
    return hands_of(text)[0]


def deck_for(hands: Sequence[Hand], mano: int = 0, stock: Sequence[Card] = ()) -> tuple[Card, ...]:
    """An order of the deck that deals these hands by seat; `stock` comes next, the rest as in DECK."""
    seats = len(hands)
    first = [card for step in range(seats) for card in hands[(mano + step) % seats]]
    first += stock
    return (*first, *(card for card in DECK if card not in first))


def fixed(*orders: Sequence[Card]) -> Shuffle:
    """A shuffle that gives these orders, one after the other."""
    left = list(orders)

    def shuffle(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(left.pop(0))

    return shuffle


def seeded(seed: int) -> Shuffle:
    """A shuffle that a seed determines."""
    rng = random.Random(seed)

    def shuffle(cards: Sequence[Card]) -> tuple[Card, ...]:
        order = list(cards)
        rng.shuffle(order)
        return tuple(order)

    return shuffle


def no_shuffle(cards: Sequence[Card]) -> tuple[Card, ...]:
    """For calls that need no chance."""
    raise AssertionError("nothing should be shuffled here")


def dealt(
    hands: Sequence[str] = PASSING,
    rules: Rules = CLASICO,
    mano: int = 0,
    score: Pairwise = (0, 0),
    stock: Sequence[Card] = (),
) -> State:
    """A state in which these hands have been dealt and mus is asked."""
    deck = deck_for(hands_of(*hands), mano, stock)
    return replace(fold(initial(), start(rules, mano, fixed(deck))), score=score)


def played(state: State, calls: str, shuffle: Shuffle = no_shuffle, log: list[Event] | None = None) -> State:
    """The state after calls in notation (``0:co p e2 q``); a seat may be left out where only one may act."""
    for text in calls.split():
        move = read_move(text)
        events = decide(state, resolve(state, move), move.action, shuffle)
        state = fold(state, events)
        if log is not None:
            log += events
    return state


def happened(state: State, calls: str, shuffle: Shuffle = no_shuffle) -> list[Event]:
    """The events of the last of some calls."""
    *before, last = calls.split()
    state = played(state, " ".join(before), shuffle)
    move = read_move(last)
    return list(decide(state, resolve(state, move), move.action, shuffle))


def play_on(
    state: State,
    choose: Callable[[State, int, tuple[Action, ...]], Action],
    rng: random.Random,
    shuffle: Shuffle,
    log: list[Event] | None = None,
) -> State:
    """Play until nobody may act; who acts is drawn where several may."""
    while seats := to_act(state):
        seat = rng.choice(seats)
        events = decide(state, seat, choose(state, seat, legal_actions(state, seat)), shuffle)
        state = fold(state, events)
        if log is not None:
            log += events
    return state


def any_of(rng: random.Random) -> Callable[[State, int, tuple[Action, ...]], Action]:
    """A choice among legal calls that prefers mus and the quiet ones, so that games reach every part."""

    def choose(state: State, seat: int, legal: tuple[Action, ...]) -> Action:
        if isinstance(legal[0], Mus):
            return legal[rng.random() > 0.85]
        return rng.choice(legal) if rng.random() < 0.15 else rng.choice(legal[:4])

    return choose


def random_partida(rules: Rules, seed: int) -> tuple[State, tuple[Event, ...]]:
    """A whole partida of random calls: its last state and its log."""
    rng = random.Random(seed)
    shuffle = seeded(seed)
    log: list[Event] = list(start(rules, rng.randrange(rules.seats), shuffle))
    state = play_on(fold(initial(), log), any_of(rng), rng, shuffle, log)
    return state, tuple(log)


def ranks(cards: Iterable[Card]) -> list[int]:
    """The printed numbers."""
    return [int(card.rank) for card in cards]


def rule_sets() -> st.SearchStrategy[Rules]:
    """Every combination of options."""
    return st.builds(
        Rules,
        kings=st.sampled_from((8, 4)),
        target=st.integers(20, 60),
        juegos_to_win=st.integers(1, 4),
        vacas_to_win=st.integers(1, 3),
        seats=st.sampled_from((4, 2, 6)),
        min_raise=st.sampled_from((1, 2)),
        punto_bonus=st.booleans(),
        la_real=st.sampled_from(LaReal),
        mus_corrido=st.booleans(),
        senas=st.booleans(),
    )


def cards() -> st.SearchStrategy[Card]:
    """One card."""
    return st.sampled_from(DECK)


def four_cards() -> st.SearchStrategy[Hand]:
    """A hand."""
    return st.permutations(DECK).map(lambda order: tuple(order[:HAND_SIZE]))


def actions() -> st.SearchStrategy[Action]:
    """Every kind of action, with amounts and masks that may be illegal."""
    return st.sampled_from(EVERY_ACTION)


def _every_action() -> tuple[Action, ...]:
    texts = ["mus", "co", "p", "q", "nq", "or", "sg"]
    texts += [f"{kind}{n}" for kind in "em" for n in range(-1, 63)]
    texts += [f"d:{mask:04b}" for mask in range(16)]
    return tuple(read_move(text).action for text in texts)


EVERY_ACTION = _every_action()
"""Every action with amounts -1..62: more than any rules allow."""


def swapped(state: State, swap: dict[Card, Card]) -> State:
    """The state with cards exchanged wherever they are."""

    def each(of: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in of)

    return replace(
        state,
        hands=tuple(map(each, state.hands)),
        thrown=tuple(map(each, state.thrown)),
        stock=each(state.stock),
        discards=each(state.discards),
    )


def hidden_swap(state: State, seat: int | None, rng: random.Random, tries: int = 30) -> dict[Card, Card]:
    """An exchange of cards that a seat (None: the public) has not seen and that keeps what has been declared.

    Empty when none was found, or when the hands are shown.
    """
    if state.shown:
        return {}
    seen = set() if seat is None else {*state.hands[seat], *state.thrown[seat]}
    hidden = [card for card in DECK if card not in seen]
    for attempt in range(tries):
        some = rng.sample(hidden, len(hidden) if attempt == 0 else rng.choice((2, 3, 6)))
        swap = dict(zip(some, some[1:] + some[:1], strict=True))
        if _declares_the_same(state, swapped(state, swap)):
            return swap
    return {}


def _declares_the_same(state: State, other: State) -> bool:
    for lance, declared in ((Lance.PARES, state.pares), (Lance.JUEGO, state.juego)):
        if None not in declared:
            truth = tuple(value_of(hand, other.rules).has(lance) for hand in other.hands)
            if truth != declared:
                return False
    return True
