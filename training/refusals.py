"""Many hands of mixed levels under changing rules: `python -m training.refusals 100000 --seed 1`.

Every call of every player is checked against the engine; the run stops at the first that is not legal. The
tests do the same with fewer hands.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable

from musbot.engine.decide import decide, start
from musbot.engine.evolve import fold, initial
from musbot.engine.legal import legal_actions, to_act
from musbot.engine.rules import LaReal, Rules
from musbot.engine.state import Phase
from musbot.engine.view import legal_from_view, view_for
from musbot.players.base import shuffler
from musbot.players.roster import EVERYBODY


def some_rules(rng: random.Random) -> Rules:
    """Any rules, the usual ones half of the time."""
    if rng.random() < 0.5:
        return Rules()
    return Rules(
        kings=rng.choice((8, 4)),
        target=rng.randrange(20, 61),
        seats=rng.choice((2, 4, 4, 6)),
        min_raise=rng.choice((1, 2)),
        punto_bonus=rng.random() < 0.5,
        la_real=rng.choice(tuple(LaReal)),
        mus_corrido=rng.random() < 0.5,
    )


def play(hands: int, seed: int, progress: Callable[[int, int], None] | None = None) -> tuple[int, int]:
    """Play hands; how many calls were made in how many of them.

    Raises:
        ValueError: a call was not legal.
    """
    rng = random.Random(seed)
    shuffle = shuffler(rng)
    done = calls = 0
    while done < hands:
        rules = some_rules(rng)
        chairs = [rng.choice(list(EVERYBODY.items())) for _ in range(rules.seats)]
        state = fold(initial(), start(rules, rng.randrange(rules.seats), shuffle))
        while to_act(state):
            if state.phase is Phase.RECUENTO:
                done += 1
            seat = rng.choice(to_act(state))
            view = view_for(state, seat)
            name, player = chairs[seat]
            action = player.choose(view, legal_from_view(view), rng)
            if action not in legal_actions(state, seat):
                raise ValueError(f"{name} called {action} under {rules}")
            calls += 1
            state = fold(state, decide(state, seat, action, shuffle))
        done += 1
        if progress is not None:
            progress(done, calls)
    return done, calls


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.time()
    told = 0

    def tell(done: int, calls: int) -> None:
        nonlocal told
        if done >= told + 1000:
            told = done
            sys.stdout.write(f"{done} hands, {calls} calls so far\n")
            sys.stdout.flush()

    done, calls = play(args.hands, args.seed, tell)
    sys.stdout.write(f"{done} hands, {calls} calls, all legal, {time.time() - began:.0f} s\n")


if __name__ == "__main__":
    main()
