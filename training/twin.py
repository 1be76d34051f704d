"""The blueprint's numba twin against the fixed players: `python -m training.twin FOLDER --pairs 10000`.

The twin is the maestro without solving anything again; bets are those of the tree. What it wins against
itself says how the pair of the first mano fares.
"""

import argparse
from pathlib import Path

from training.best_response import frozen
from training.blueprint import NAMES, measure, say
from training.game import JUGADOR, OURS, POT_ODDS
from training.play import World


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=10_000)
    args = parser.parse_args()
    w, _, _ = frozen(args.folder)
    for other in range(JUGADOR + 1):
        tell(w, OURS, other, args.pairs)
    for a, b in ((JUGADOR, 3), (JUGADOR, POT_ODDS), (POT_ODDS, 3), (JUGADOR, 0), (JUGADOR, 2), (JUGADOR, 1)):
        tell(w, a, b, args.pairs)


def tell(w: World, a: int, b: int, pairs: int) -> None:
    """One line."""
    mean, half, stat = measure(w, a, b, pairs)
    say(
        f"{NAMES[a]} against {NAMES[b]}: {mean:.4f} ± {half:.4f} ({pairs} pairs), "
        f"{stat[0] / stat[2]:.1f} hands a juego, {stat[3] / stat[2]:.0%} ended by órdago"
    )


if __name__ == "__main__":
    main()
