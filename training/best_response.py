"""How much the best player that training finds wins against the blueprint, which stands still.

`python -m training.best_response CHECKPOINT --hands 20e6 --out FOLDER` learns the rival alone: it sees what a
seat may see, in the same encoder, knows the blueprint's beliefs, and learns its own mus and discards. What it
wins in duplicate pairs is a lower bound of what can be won against the maestro. The learning starts from the
rival that grew up beside the blueprint, whose hands are not counted. Without a checkpoint it starts from the data
that is shipped, and the rival from the blueprint itself.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from musbot.engine.rules import CLASICO
from musbot.players.knowledge import WHOLE, knowledge_for
from training.beliefs import belief_tables
from training.blueprint import (
    load,
    measure,
    monotone,
    new_mus,
    parse_mix,
    ready_world,
    run_threads,
    save,
    say,
)
from training.export import final_policy
from training.game import DRAWS, INFOSETS, OURS, RIVAL
from training.learn import Sums, average, discount, empty_sums, mannered, mus_policy
from training.play import World, start_world


def main() -> None:
    """Learn the rival for some hands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="a checkpoint; without one, the shipped data")
    parser.add_argument("--hands", type=float, default=20e6)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--every", type=float, default=300)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--done", type=float, default=0, help="hands counted before, when going on")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    w, sums, t = frozen(args.folder) if args.folder else shipped()
    done = args.done
    last = time.time()
    while done < args.hands:
        run_threads(
            args.threads,
            args.chunk,
            args.seed * 1_000_000 + t,
            parse_mix("0"),
            False,
            w,
            sums,
            np.array([0.0, 0.0, 0.08]),
        )
        done += args.chunk
        t += 1
        discount(sums.regret[1:], sums.policy[1:], float(t))
        if t % 5 == 0:
            w = rival_mus(w, new_mus(w, sums))
            sums.mus[1] *= 0.9
            sums.after[1] *= 0.9
        if time.time() - last > args.every or done >= args.hands:
            last = time.time()
            tell(w, sums, done, args.pairs)
            save(args.out, w, sums, t)


def frozen(folder: Path) -> tuple[World, Sums, int]:
    """A checkpoint with ours as it is exported."""
    w = ready_world()
    sums = empty_sums(INFOSETS)
    w = w._replace(belief=np.zeros((INFOSETS, 4), np.float32))
    w, t = load(folder, w, sums)
    ours = final_policy(sums.policy[0])
    cut = w.cut.copy()
    cut[1] = mannered(mus_policy(sums.mus[0]))
    after, like = belief_tables(cut[1], w.keep[1])
    w = w._replace(cut=cut, after_draw=after, mus_like=like, wm=monotone(w.wm))
    return w._replace(ours=ours, belief=played(ours), rival=sums.regret[1]), sums, t


def shipped() -> tuple[World, Sums, int]:
    """The blueprint of the data files, and a rival that begins as the blueprint."""
    know = knowledge_for(CLASICO)
    ours = played(know.policy.astype(np.float32) / WHOLE)
    w = start_world()
    cut, keep = w.cut.copy(), w.keep.copy()
    for role in (1, 2):
        cut[role] = know.cut[1]
        keep[role] = row_numbers(know.keep[1])
    w = w._replace(
        tw=know.after_mus.astype(np.float32),
        wm=know.value.copy(),
        cut=cut,
        keep=keep,
        after_draw=know.after_draw.astype(np.float32),
        mus_like=know.mus_like.astype(np.float32),
        bucket=know.bucket.copy(),
    )
    sums = empty_sums(INFOSETS)
    sums.regret[1] = ours * FIRST_GUESS
    return w._replace(ours=ours, belief=ours.copy(), rival=sums.regret[1]), sums, 0


FIRST_GUESS = 0.05
"""Regret that the blueprint's own choices begin with, in chances of the juego: some visits change it."""


def row_numbers(keep: np.ndarray) -> np.ndarray:
    """(4, N) the rows of `DRAWS` that keep these cards.

    Args:
        keep: (4, N, R) how many of each rank are kept.
    """
    rows = np.empty(keep.shape[:2], np.int64)
    for seat, hand in np.ndindex(*rows.shape):
        first, last = DRAWS.start[hand], DRAWS.start[hand + 1]
        same = (DRAWS.keep[first:last] == keep[seat, hand]).all(axis=1)
        rows[seat, hand] = first + int(np.flatnonzero(same)[0])
    return rows


def played(policy: np.ndarray) -> np.ndarray:
    """The policy as the package reads it back: rows never reached take the first choice."""
    out = np.asarray(np.rint(policy * 255), np.float32)
    out /= np.maximum(out.sum(axis=1, keepdims=True), 1.0)
    out[out.sum(axis=1) == 0, 0] = 1.0
    return out


def rival_mus(before: World, after: World) -> World:
    """The rival's own mus and discards; the blueprint's and the beliefs stay."""
    cut, keep = before.cut.copy(), before.keep.copy()
    cut[2], keep[2] = after.cut[2], after.keep[2]
    return before._replace(cut=cut, keep=keep)


def tell(w: World, sums: Sums, done: float, pairs: int) -> None:
    """One line: what the rival wins, by its average and by its present policy."""
    parts = []
    for name, rival in (
        ("average", average_policy(sums.policy[1])),
        ("present", present_policy(sums.regret[1])),
    ):
        mean, half, stat = measure(w._replace(rival=rival), RIVAL, OURS, pairs, 50_000)
        parts.append(f"{mean:.4f} ± {half:.4f} by its {name} policy (órdago {stat[3] / stat[2]:.2f})")
    say(f"{done / 1e6:.1f}M hands: rival wins {', '.join(parts)}, {pairs} pairs")


def average_policy(played: np.ndarray) -> np.ndarray:
    """(rows, 4) what the rival played, on average, from the sums of its strategies."""
    rival = np.empty((INFOSETS, 4), np.float32)
    average(np.ascontiguousarray(played), rival, 0.05)
    return rival


def present_policy(regret: np.ndarray) -> np.ndarray:
    """(rows, 4) what the rival would play next, from its regrets: the first choice where it has none."""
    rival = np.maximum(regret, 0)
    total = rival.sum(axis=1, keepdims=True)
    return np.where(total > 0, rival / np.maximum(total, 1e-9), 0.0).astype(np.float32)


if __name__ == "__main__":
    main()
