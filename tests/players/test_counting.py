"""What the count may still bring around an open lance: in its order, each lance a coin of its own."""

import pytest

from musbot.engine.state import State
from musbot.engine.view import view_for
from musbot.players.counting import Count, count_of
from musbot.players.hearing import hear
from musbot.players.knowledge import knowledge_for
from musbot.players.reckoning import unseen
from musbot.players.valuing import chance
from tests.support.engine import dealt, played

HANDS = ("R R 7 C", "4 5 6 7", "A A 5 6", "S 7 6 4")
SETTLED = ("R R R A", "R S 7 6", "4 5 6 7", "A A 4 5")


def count_for(state: State, seat: int) -> Count:
    view = view_for(state, seat)
    reading = hear(view.public)
    return count_of(reading, view, unseen(reading, view, (seat - state.mano) % 4))


@pytest.mark.parametrize("calls", ["co", "co p p p p", "co 0:e2 1:q p p p p", "co p p p p p p p p"])
def test_the_ways_of_the_count_are_nearly_all_there_are(calls: str) -> None:
    count = count_for(played(dealt(HANDS), calls), 0)
    assert 0.98 <= sum(likely for likely, _, _ in count.ways) <= 1.0 + 1e-9


def test_a_deje_is_paid_before_anything_is_counted() -> None:
    count = count_for(played(dealt(HANDS, score=(39, 39)), "co 0:e2 1:q p p p p"), 0)
    assert count.refused(ours=True, deje=1) == pytest.approx(sum(likely for likely, _, _ in count.ways))
    assert count.refused(ours=False, deje=1) == 0.0


def test_close_to_the_end_a_lance_counted_before_decides_before_the_open_one() -> None:
    """At 39 to 39 with grande accepted, chica is worth something only to who does not take grande."""
    count = count_for(played(dealt(HANDS, score=(39, 39)), "co 0:e2 1:q"), 0)
    grande = sum(likely for likely, before, _ in count.ways if before[0][0] > 0)
    assert grande > 0.8
    for ours in (True, False):
        assert count.taken(ours=ours, stake=1.0) == pytest.approx(grande, abs=0.02)


def test_without_anything_else_to_count_it_is_the_value_of_the_score() -> None:
    know = knowledge_for(dealt(HANDS).rules)
    alone = Count(know, (20.0, 12.0), mano=True, ways=((1.0, (), ()),), bonus=(1.0, 3.0))
    assert alone.taken(ours=True, stake=5.0) == chance(know, 26.0, 12.0, mano=True)
    assert alone.taken(ours=False, stake=5.0) == chance(know, 20.0, 20.0, mano=True)
    assert alone.refused(ours=False, deje=2) == chance(know, 20.0, 17.0, mano=True)


def test_the_first_at_forty_in_the_order_of_the_count_has_won() -> None:
    know = knowledge_for(dealt(HANDS).rules)
    both = Count(know, (38.0, 38.0), mano=True, ways=((1.0, ((0.0, 2.0),), ((6.0, 0.0),)),), bonus=(0.0, 0.0))
    assert both.taken(ours=True, stake=10.0) == 0.0
    ours = Count(know, (38.0, 38.0), mano=True, ways=((1.0, ((1.0, 0.0),), ((0.0, 6.0),)),), bonus=(0.0, 0.0))
    assert ours.taken(ours=True, stake=1.0) == 1.0
    assert ours.taken(ours=False, stake=2.0) == 0.0


def test_a_refused_lance_still_pays_its_bonus_at_the_count_to_who_took_it() -> None:
    state = played(dealt(SETTLED), "co p p p p p p p p 0:e2 3:nq")
    view = view_for(state, 0)
    assert view.public.results[-1].pair == 0
    (pares,) = {before[2] for _, before, _ in count_for(state, 0).ways}
    assert pares == (2.0, 0.0)  # medias are worth two
