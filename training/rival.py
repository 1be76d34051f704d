"""The learned rival as a player of the package, to measure it against the whole maestro in the real arena.

`python -m training.rival FOLDER --pairs 1000`: it reads the table like the maestro does
(with the same beliefs, which it knows) and plays its own rows, mus and discards. Stakes that the tree does
not know cannot come up between the two. `local` is a second way to look for weak sides.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from musbot.engine.actions import Action
from musbot.engine.rules import CLASICO
from musbot.engine.state import Envite
from musbot.engine.view import PlayerView
from musbot.players.arena import run
from musbot.players.base import quietest
from musbot.players.hearing import hear
from musbot.players.knowledge import WHOLE, Knowledge, knowledge_for
from musbot.players.maestro import Maestro, blueprint
from musbot.players.mixed import MixedPlayer, Policy, surely
from musbot.players.musplay import TRAINED, outside_lances
from musbot.players.reading import read
from musbot.players.resolving import solved
from musbot.players.roster import EVERYBODY
from training.best_response import present_policy
from training.blueprint import say
from training.export import bytes_policy
from training.game import DRAWS


class LearnedRival(MixedPlayer):
    """Plays rows of its own."""

    def __init__(self, know: Knowledge) -> None:
        """Knowledge with the rival's policy, cut and keep in place of the maestro's."""
        self._know = know

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """The chances of the calls."""
        envite = outside_lances(self._know, view, legal, TRAINED)
        if not isinstance(envite, Envite):
            return envite
        found = blueprint(self._know, read(view.public), view, envite)
        return found if found is not None else surely(quietest(legal))


def learned(folder: Path) -> LearnedRival:
    """The rival of a checkpoint, by its present policy: the one that wins more against the blueprint."""
    know = knowledge_for(CLASICO)
    sums = np.load(folder / "sums.npz")
    world = np.load(folder / "world.npz")
    policy = bytes_policy(present_policy(sums["regret"][1]))
    policy[~policy.any(axis=1), 0] = WHOLE
    cut = np.stack([know.cut[0], world["cut"][2].astype(np.float64)])
    keep = np.stack([know.keep[0], DRAWS.keep[world["keep"][2]]])
    return LearnedRival(replace(know, policy=policy, cut=cut, keep=keep))


class LocalBestResponse(MixedPlayer):
    """Solves every question in a lance against the maestro's own beliefs and blueprint and takes the best call.

    It learns nothing: it is another lower bound of what can be won, from knowing the blueprint exactly.
    """

    def policy(self, view: PlayerView, legal: tuple[Action, ...]) -> Policy:
        """One call, surely."""
        know = knowledge_for(CLASICO)
        envite = outside_lances(know, view, legal, TRAINED)
        if not isinstance(envite, Envite):
            return envite
        worths = solved(hear(view.public), view, envite)
        return surely(max(worths, key=lambda call: worths[call]) if worths is not None else quietest(legal))


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--who", nargs="+", choices=("rival", "local"), default=["rival", "local"])
    parser.add_argument(
        "--against", nargs="+", choices=("maestro", "blueprint"), default=["maestro", "blueprint"]
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    players = {
        **EVERYBODY,
        "blueprint": Maestro(solves=False),
        "rival": learned(args.folder),
        "local": LocalBestResponse(),
    }
    with ProcessPoolExecutor(args.jobs) as pool:
        for name, other in product(args.who, args.against):
            say(run(name, other, args.pairs, args.seed, players=players, pool=pool).as_text())


if __name__ == "__main__":
    main()
