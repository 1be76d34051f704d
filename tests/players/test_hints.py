"""Hints and the review of a juego: facts from the view, and luck and decisions that add up."""

import random

import pytest

from musbot.engine.actions import Corto, Descarte, Envido, Mus, NoQuiero, Ordago, Paso, Quiero, Siguiente
from musbot.engine.decide import decide, start
from musbot.engine.events import Called, Event
from musbot.engine.evolve import evolve, fold, initial
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.rules import CLASICO, Rules
from musbot.engine.state import Lance, State
from musbot.engine.view import legal_from_view, view_for
from musbot.players.arena import Cards, speaker
from musbot.players.hints import Hint, Reason, hint
from musbot.players.reading import read
from musbot.players.reckoning import worth_of
from musbot.players.review import TRIFLE, Review, review
from musbot.players.roster import EVERYBODY
from musbot.players.weighing import Weighed, weigh
from tests.support.engine import dealt, hidden_swap, played, swapped


def log_of(a: str, b: str, number: int, rules: Rules = CLASICO) -> list[Event]:
    shuffle = Cards(3, number)
    rng = random.Random(number)
    state = initial(rules)
    log = list(start(rules, number % rules.seats, shuffle))
    events = tuple(log)
    while True:
        state = fold(state, events)
        if not to_act(state):
            return log
        seat = speaker(view_for(state, to_act(state)[0]).public)
        view = view_for(state, seat)
        name = a if seat % 2 == 0 else b
        events = decide(state, seat, EVERYBODY[name].choose(view, legal_from_view(view), rng), shuffle)
        log += events


def asked(state: State, seat: int) -> Hint:
    return hint(view_for(state, seat))


HANDS = ("R R R C", "4 5 6 7", "A A 5 6", "S 7 6 4")


def test_a_hint_at_mus_cuts_with_a_good_hand() -> None:
    good = asked(dealt(("R R R A", "4 5 6 7", "4 5 6 S", "4 5 7 A")), 0)
    assert (good.action, good.reason, good.lance) == (Corto(), Reason.GOOD_HAND, None)
    poor = asked(dealt(("4 5 6 S", "R R C C", "R S 7 4", "A A A 7")), 0)
    assert (poor.action, poor.reason) == (Mus(), Reason.WEAK_HAND)
    assert poor.delta(Corto()) < 0 < -good.delta(Mus())


def test_a_hint_keeps_what_promises_most() -> None:
    state = played(dealt(("R R 5 4", "A A 6 7", "C C 7 5", "R 7 7 4")), "mus mus mus mus")
    told = asked(state, 0)
    best = Descarte((False, False, True, True))
    assert told.action == best
    assert told.reason is Reason.KEEP_BEST
    worths = weigh(view_for(state, 0)).worths
    assert worths[best] == max(worths.values())
    assert worths[Descarte((True, True, False, False))] < worths[best] - 0.01


def test_a_hint_tells_the_chance_of_the_lance_and_the_stakes() -> None:
    strong = asked(played(dealt(HANDS), "co"), 0)
    assert strong.lance is Lance.GRANDE
    assert strong.lance_chance is not None
    assert strong.lance_chance > 0.9
    weak = asked(played(dealt(HANDS), "co 0:e14 1:nq"), 3)
    assert weak.lance_chance is not None
    assert weak.lance_chance < 0.35
    assert (weak.action, weak.reason) == (NoQuiero(), Reason.TOO_DEAR)
    assert (weak.stake, weak.deje) == (14, 1)
    assert weak.delta(Quiero()) < 0


def test_a_hint_accepts_when_a_refusal_would_lose_the_juego() -> None:
    state = played(dealt(("R C 7 7", "R R R C", "A A 5 6", "S 7 6 4"), score=(20, 39)), "co p 1:or 2:nq")
    told = asked(state, 0)
    assert (told.action, told.reason) == (Quiero(), Reason.LAST_CHANCE)
    assert {one.action: one.juego for one in told.alternatives}[NoQuiero()] == 0.0


@pytest.mark.parametrize("rules", [CLASICO, Rules(seats=6), Rules(kings=4, seats=2, target=25)], ids=str)
def test_a_hint_is_legal_and_knows_no_hidden_card(rules: Rules) -> None:
    rng = random.Random(2)
    state = initial(rules)
    different = 0
    for event in log_of("maestro", "random", 4, rules)[:160]:
        state = evolve(state, event)
        for seat in to_act(state)[:1] if state.envite is not None else ():
            told = asked(state, seat)
            assert told.action in legal_actions(state, seat)
            assert 0.0 <= (told.lance_chance or 0.0) <= 1.0
            others = [one.juego for one in told.alternatives[1:]]
            assert told.alternatives[0].action == told.action
            assert others == sorted(others, reverse=True)
            other = swapped(state, hidden_swap(state, seat, rng))
            different += other != state
            assert asked(other, seat) == told
    assert different > 3


def test_nobody_is_advised_who_is_not_asked() -> None:
    with pytest.raises(ValueError, match="not asked"):
        weigh(view_for(dealt(HANDS), 1))
    with pytest.raises(ValueError, match="next hand"):
        hint(view_for(played(dealt(HANDS), "co p p p p p p p p"), 2))


def test_a_bet_that_was_not_weighed_counts_as_the_nearest_one() -> None:
    weighed = weigh(view_for(played(dealt(HANDS), "co"), 0))
    assert weighed.of(Envido(3)) == weighed.worths[Envido(2)]
    assert weighed.of(Envido(9)) == weighed.worths[Envido(5)]
    assert weighed.of(Mus()) is None


def test_a_bet_without_a_place_in_the_tree_is_weighed_as_a_player_reckons_it() -> None:
    weak = ("4 5 6 7", "R R R C", "A A 5 6", "S 7 6 4")
    view = view_for(played(dealt(weak), "co p 1:e23 2:nq"), 0)
    assert view.public.envite is not None
    reckoned = worth_of(read(view.public), view, view.public.envite, legal_from_view(view))
    assert weigh(view).worths == reckoned


def juegos() -> list[Review]:
    return [review(log_of("maestro", "calling-station", number)) for number in range(6)]


def test_luck_and_decisions_add_up_to_the_result() -> None:
    for told in juegos():
        result = (1.0 if told.winner == 0 else 0.0) - told.start
        assert told.luck[0] + told.decisions[0] == pytest.approx(result)
        assert told.luck[0] == -told.luck[1]
        given = [[one.given for one in told.seats if one.seat % 2 == pair] for pair in (0, 1)]
        least, most = ([least_or_most(pair) for pair in given] for least_or_most in (max, sum))
        assert least[1] - most[0] - 1e-9 <= told.decisions[0] <= most[1] - least[0] + 1e-9


def test_of_each_hand_only_the_costliest_decision_of_a_pair_counts() -> None:
    log = log_of("jugador", "aprendiz", 3)
    costs: dict[tuple[int, int], list[float]] = {}
    state = initial(CLASICO)
    for event in log:
        if isinstance(event, Called) and event.action is not None and not isinstance(event.action, Siguiente):
            weighed = weigh(view_for(state, event.seat))
            made = weighed.of(event.action)
            assert made is not None
            cost = weighed.worths[weighed.advised] - made
            costs.setdefault((event.seat % 2, state.hand_no), []).append(cost if cost >= TRIFLE else 0.0)
        state = evolve(state, event)
    given = [sum(max(hand) for (side, _), hand in costs.items() if side == pair) for pair in (0, 1)]
    assert sum(sum(hand) for hand in costs.values()) > sum(given) + 0.05
    assert review(log).decisions[0] == pytest.approx(given[1] - given[0])


def test_the_better_player_gives_away_less() -> None:
    assert sum(told.decisions[0] for told in juegos()) > 0.5


def test_the_worst_decision_is_one_that_was_made_and_was_not_best() -> None:
    for told in juegos():
        for seat in told.seats:
            if seat.worst is not None:
                assert seat.worst.seat == seat.seat
                assert seat.worst.action != seat.worst.better
                assert 0 < seat.worst.cost <= seat.given + 1e-12


def test_an_ordago_is_advised_only_where_it_is_worth_clearly_more() -> None:
    close = Weighed({Paso(): 0.50, Envido(2): 0.52, Ordago(): 0.56})
    assert close.advised == Envido(2)
    clear = Weighed({Paso(): 0.50, Envido(2): 0.52, Ordago(): 0.58})
    assert clear.advised == Ordago()


def test_ordagos_are_advised_in_few_of_the_questions_where_they_are_worth_most() -> None:
    questions = advised = bolder = 0
    for number in range(2):
        state = initial(CLASICO)
        for event in log_of("jugador", "aprendiz", number):
            if state.envite is not None and to_act(state):
                weighed = weigh(view_for(state, to_act(state)[0]))
                most = max(weighed.worths, key=lambda call: weighed.worths[call])
                questions += 1
                advised += weighed.advised == Ordago()
                bolder += most == Ordago() != weighed.advised
                assert most in (weighed.advised, Ordago())
            state = evolve(state, event)
    assert questions > 80
    assert advised < questions / 10 < bolder


def test_a_silly_call_is_found() -> None:
    state = played(dealt(("4 5 6 7", "R R R C", "A A 5 6", "S 7 6 4")), "co")
    weighed = weigh(view_for(state, 0))
    assert weighed.worths[Paso()] > weighed.worths[Ordago()] + 0.05


def test_only_a_finished_juego_is_reviewed() -> None:
    with pytest.raises(ValueError, match="finished"):
        review(start(CLASICO, 0, Cards(1, 1)))


def test_of_several_juegos_the_last_is_reviewed() -> None:
    rules = Rules(juegos_to_win=2, target=20)
    told = review(log_of("aprendiz", "random", 2, rules))
    alone = review(log_of("aprendiz", "random", 2, Rules(target=20)))
    assert told.luck[0] + told.decisions[0] == pytest.approx((told.winner == 0) - told.start)
    assert told != alone
