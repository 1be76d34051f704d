"""Mus, discards, serving, reshuffling, mus corrido, other numbers of seats."""

from collections.abc import Sequence

import pytest

from musbot.engine.actions import Descarte
from musbot.engine.cards import DECK, Card
from musbot.engine.decide import decide, start
from musbot.engine.events import (
    Called,
    Dealt,
    LanceOpened,
    ManoMoved,
    MusOpened,
    PartidaStarted,
    Reshuffled,
    Served,
)
from musbot.engine.evolve import fold, initial
from musbot.engine.legal import to_act
from musbot.engine.rules import Rules
from musbot.engine.state import Lance, Phase
from musbot.engine.view import public_view, view_for
from tests.support.engine import dealt, fixed, hands_of, happened, no_shuffle, played, seeded

ALL_MUS = "mus mus mus mus"


def test_a_partida_starts_with_a_deal_and_mus() -> None:
    events = start(Rules(), 2, fixed(DECK), hand_no=7)
    assert events == (PartidaStarted(Rules(), 2, 7), Dealt(7, 2, DECK), MusOpened(0))
    state = fold(initial(), events)
    assert state.hands[2] == DECK[:4]
    assert state.hands[3] == DECK[4:8]
    assert state.hands[1] == DECK[12:16]
    assert state.stock == DECK[16:]
    assert to_act(state) == (2,)


def test_a_partida_needs_a_seat_and_an_honest_shuffle() -> None:
    with pytest.raises(ValueError, match="seat"):
        start(Rules(), 4, fixed(DECK))
    with pytest.raises(ValueError, match="shuffle"):
        start(Rules(), 0, fixed(DECK[:39]))
    with pytest.raises(ValueError, match="shuffle"):
        start(Rules(), 0, fixed((*DECK[:39], DECK[0])))


def test_the_first_cut_opens_grande_with_mano_first() -> None:
    events = happened(dealt(mano=1), "mus mus co")
    assert events[1:] == [LanceOpened(Lance.GRANDE, (1, 2, 3, 0))]


def test_a_choice_of_discards_is_secret_until_everyone_has_chosen() -> None:
    state = played(dealt(), f"{ALL_MUS} 1:d:1100 3:d:1000 0:d:1111")
    view = public_view(state)
    assert view.has_chosen == (0, 1, 3)
    assert view.drawn == ()
    assert [call.action for call in view.calls if call.stage == "d0"] == [None, None, None]
    assert view_for(state, 1).chosen == (True, True, False, False)
    assert view_for(state, 2).chosen is None
    after = played(state, "2:d:0001")
    assert public_view(after).drawn == ((4, 2, 1, 1),)
    assert view_for(after, 1).thrown == hands_of("R R 7 4", "C S 7 5")[1][:2]


def test_cards_are_served_from_mano_each_seat_all_of_his_together() -> None:
    state = dealt(mano=2)
    stock = state.stock
    hands = state.hands
    events = happened(state, f"{ALL_MUS} 0:d:0101 1:d:1000 2:d:1110 3:d:0010")
    assert events[1:] == [Served(2, 3), Served(3, 1), Served(0, 2), Served(1, 1), MusOpened(1)]
    after = played(state, f"{ALL_MUS} 0:d:0101 1:d:1000 2:d:1110 3:d:0010")
    assert after.hands[2] == (*stock[0:3], hands[2][3])
    assert after.hands[3] == (hands[3][0], hands[3][1], stock[3], hands[3][3])
    assert after.hands[0] == (hands[0][0], stock[4], hands[0][2], stock[5])
    assert after.hands[1] == (stock[6], *hands[1][1:])
    assert after.stock == stock[7:]
    assert after.phase is Phase.MUS
    assert to_act(after) == (2,)
    assert after.chosen == (None,) * 4


def test_mus_is_asked_again_as_often_as_they_like() -> None:
    state = dealt()
    one_each = "0:d:1000 1:d:1000 2:d:1000 3:d:1000"
    state = played(state, " ".join([f"{ALL_MUS} {one_each}"] * 6))
    assert state.mus_round == 6
    assert state.stock == ()
    assert len(state.discards) == 24
    assert state.drawn == ((1, 1, 1, 1),) * 6


class Recorder:
    """A shuffle that turns the cards around and remembers what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Card, ...]] = []

    def __call__(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        self.given.append(tuple(cards))
        return tuple(reversed(cards))


def test_an_exhausted_stock_is_given_out_then_all_discards_of_this_round_too_are_shuffled() -> None:
    everything = "0:d:1111 1:d:1111 2:d:1111 3:d:1111"
    state = played(dealt(), f"{ALL_MUS} {everything} {ALL_MUS} 0:d:1111 1:d:1111 2:d:1100")
    assert len(state.stock) == 8
    before = state
    shuffle = Recorder()
    events = decide(state, 3, Descarte((True, True, True, False)), shuffle)
    # 8 in stock: 4 for seat 0, 4 for seat 1, none left for the 2 of seat 2
    discards = (
        *before.discards,
        *before.hands[0],
        *before.hands[1],
        *before.hands[2][:2],
        *before.hands[3][:3],
    )
    assert shuffle.given == [discards]
    assert events[1:] == (
        Served(0, 4),
        Served(1, 4),
        Reshuffled(discards[::-1]),
        Served(2, 2),
        Served(3, 3),
        MusOpened(2),
    )
    after = fold(state, events)
    assert after.hands[0] + after.hands[1] == before.stock
    assert after.hands[2] == (*discards[::-1][:2], *before.hands[2][2:])
    assert after.hands[3] == (*discards[::-1][2:5], before.hands[3][3])
    assert after.discards == ()
    assert after.stock == discards[::-1][5:]


def test_a_seat_gets_what_is_left_before_the_reshuffle() -> None:
    three = "0:d:1110 1:d:1110 2:d:1110 3:d:1110"
    state = played(dealt(), f"{ALL_MUS} {three} {ALL_MUS} 0:d:1110 1:d:1110 2:d:1110")
    # 12 in stock, 9 for the first three seats: 3 are left for the 4 of seat 3
    shuffle = Recorder()
    after = fold(state, decide(state, 3, Descarte((True,) * 4), shuffle))
    assert after.hands[3][:3] == state.stock[9:]
    assert after.hands[3][3] == shuffle.given[0][-1]
    kept = [state.hands[0][3], state.hands[1][3], state.hands[2][3]]
    assert not set(kept) & set(shuffle.given[0])


def test_a_stock_that_just_suffices_is_not_reshuffled() -> None:
    three = "0:d:1110 1:d:1110 2:d:1110 3:d:1110"
    events = happened(dealt(), f"{ALL_MUS} {three} {ALL_MUS} {three}")
    assert not any(isinstance(event, Reshuffled) for event in events)
    again = played(dealt(), f"{ALL_MUS} {three} {ALL_MUS} {three} {ALL_MUS} 0:d:1000 1:d:1000 2:d:1000")
    events = list(decide(again, 3, Descarte((True, False, False, False)), seeded(1)))
    assert isinstance(events[1], Reshuffled)  # nothing was left to give
    assert len(events[1].stock) == 28


def test_with_two_seats_even_a_whole_deck_can_be_reshuffled() -> None:
    state = dealt(("R R 7 4", "C S 7 5"), Rules(seats=2))
    state = played(state, " ".join(["mus mus 0:d:1111 1:d:1111"] * 4))
    assert state.stock == ()
    state = played(state, "mus mus 0:d:1111")
    after = fold(state, decide(state, 1, Descarte((True,) * 4), seeded(3)))
    assert len(after.stock) == 32
    assert len({*after.stock, *after.hands[0], *after.hands[1]}) == 40


def test_with_six_seats_all_cards_can_be_changed() -> None:
    state = fold(initial(), start(Rules(seats=6), 0, seeded(1)))
    assert len(state.stock) == 16
    state = played(state, "mus mus mus mus mus mus 0:d:1111 1:d:1111 2:d:1111 3:d:1111 4:d:1111")
    events = decide(state, 5, Descarte((True,) * 4), seeded(2))
    assert [type(event) for event in events] == [
        Called,
        Served,
        Served,
        Served,
        Served,
        Reshuffled,
        Served,
        Served,
        MusOpened,
    ]
    assert len(fold(state, events).stock) == 16


CORRIDO = Rules(mus_corrido=True)


def test_mus_corrido_makes_the_cutter_mano_for_the_hand() -> None:
    events = happened(dealt(rules=CORRIDO), "mus mus co")
    assert events[1:] == [ManoMoved(2), LanceOpened(Lance.GRANDE, (2, 3, 0, 1))]
    state = played(dealt(rules=CORRIDO), "mus mus co")
    assert (state.mano, state.cut_by) == (2, 2)
    assert to_act(state) == (2,)


def test_mus_corrido_moves_nothing_when_mano_cuts() -> None:
    events = happened(dealt(rules=CORRIDO), "co")
    assert events[1:] == [LanceOpened(Lance.GRANDE, (0, 1, 2, 3))]


def test_mus_corrido_asks_the_same_seat_first_after_the_discards() -> None:
    state = played(dealt(rules=CORRIDO), f"{ALL_MUS} 0:d:1000 1:d:1000 2:d:1000 3:d:1000")
    assert to_act(state) == (0,)
    assert played(state, "mus mus mus co").mano == 3


def test_after_mus_corrido_the_next_mano_sits_after_the_cutter_and_cutting_moves_nothing_any_more() -> None:
    state = played(dealt(rules=CORRIDO), "mus mus co")
    while state.phase is not Phase.RECUENTO:
        state = played(state, "p")
    state = played(state, "1:sg", seeded(4))
    assert (state.mano, state.first_of_juego) == (3, False)
    assert played(state, "mus co").mano == 3


def test_without_mus_corrido_the_cutter_does_not_become_mano() -> None:
    assert played(dealt(), "mus mus co").mano == 0


def test_serving_draws_no_chance_while_the_stock_lasts() -> None:
    state = played(dealt(), f"{ALL_MUS} 0:d:1000 1:d:1000 2:d:1000 3:d:1000", no_shuffle)
    assert state.mus_round == 1
