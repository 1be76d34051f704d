"""Train the blueprint: `python -m training.blueprint --minutes 20 --seed 1 --out blueprint`.

Writes checkpoints (regrets and sums, not shipped) into a folder outside the package; `training.export` makes
the data files of one.
"""

import argparse
import sys
import threading
import time
from pathlib import Path

import numpy as np

from musbot.players.keys import ENTRY
from training.after_mus import buckets, won_after_mus
from training.beliefs import belief_tables
from training.game import BLOCK, HONEST, INFOSETS, OURS
from training.learn import Sums, average, discount, empty_sums, keep_policy, mannered, mus_policy, train
from training.play import World, duel, next_scores, start_world, values_from

NAMES = ("random", "always-pass", "calling-station", "honest", "pot-odds", "jugador", "ours", "rival")


def ready_world() -> World:
    """The world of static mus with its tables."""
    w = start_world()
    return w._replace(tw=won_after_mus(HONEST, w), bucket=buckets(w))


def estimate_values(w: World, kind: int, n: int, seed: int) -> np.ndarray:
    """V of self-play of one kind, n hands from each of the 1600 scores."""
    out = np.empty((1600, n), np.int64)
    next_scores(n, seed, 0, 1600, kind, w, out)
    wm = values_from(out)
    padded = np.pad(wm, 1, mode="edge")
    near = sum(padded[i : i + 40, j : j + 40] for i in range(3) for j in range(3)) / 9
    return monotone(0.5 * wm + 0.5 * near if n < 400 else 0.75 * wm + 0.25 * near)


def monotone(wm: np.ndarray) -> np.ndarray:
    """The same without the waves of sampling: more of our stones are never worse, more of theirs never better."""
    for _ in range(4):
        wm = (np.maximum.accumulate(wm, axis=0) + np.minimum.accumulate(wm[::-1], axis=0)[::-1]) / 2
        wm = (np.minimum.accumulate(wm, axis=1) + np.maximum.accumulate(wm[:, ::-1], axis=1)[:, ::-1]) / 2
    return wm


def measure(w: World, a: int, b: int, pairs: int, base: int = 1) -> tuple[float, float, np.ndarray]:
    """Mean and 95 % half width of the share of a against b."""
    out = np.empty(pairs)
    stat = np.zeros(16)
    duel(pairs, base, a, b, w, out, stat)
    return float(out.mean()), float(1.96 * out.std() / pairs**0.5), stat


def report(w: World, pairs: int, against: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 7)) -> str:
    """One line: ours against everybody."""
    parts = []
    for b in against:
        mean, half, stat = measure(w, OURS, b, pairs)
        parts.append(
            f"{NAMES[b]} {mean:.3f}±{half:.3f} (o {stat[3] / stat[2]:.2f} h {stat[0] / stat[2]:.1f})"
        )
    return "  ".join(parts)


def say(line: str) -> None:
    """One line of progress."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def parse_mix(text: str) -> np.ndarray:
    """(7,) chances of fixed opponents, from six numbers with commas."""
    mix = np.zeros(7)
    values = [float(part) for part in text.split(",")]
    mix[: len(values)] = values
    return mix


def run_threads(
    threads: int, hands: int, seed: int, mix: np.ndarray, learns: bool, w: World, sums: Sums, eps: np.ndarray
) -> None:
    """Train in threads that share the tables; a lost addition now and then does no harm."""
    jobs = [
        threading.Thread(target=train, args=(hands // threads, seed * 64 + k, mix, learns, w, sums, eps))
        for k in range(threads)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()


def main() -> None:
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", type=parse_mix, default=parse_mix("0.08,0.02,0.08,0.10,0.12,0.10"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--values", type=int, default=120, help="hands a score when V is estimated")
    parser.add_argument("--pairs", type=int, default=800)
    parser.add_argument("--every", type=float, default=240, help="seconds between reports")
    parser.add_argument("--rows-only", action="store_true", help="leave V, mus and discards as they are")
    parser.add_argument(
        "--remember", type=float, default=1.0, help="weight of what was played before --resume"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    w = ready_world()
    w = w._replace(wm=estimate_values(w, 4, 400, 77))
    assert ENTRY * BLOCK == INFOSETS
    sums = empty_sums(INFOSETS)
    belief = np.zeros((INFOSETS, 4), np.float32)
    belief[:] = 0.25
    w = w._replace(belief=belief, ours=sums.regret[0], rival=sums.regret[1])
    t = 0
    if args.resume:
        w, t = load(args.resume, w, sums)
        sums.policy[:] *= args.remember
    began = time.time()
    last_report = began
    done = 0
    n_values = 0
    coins = np.array([0.0, 0.0, 0.0] if args.rows_only else [0.0, 0.12, 0.12])
    told = sums.mus.copy(), sums.after.copy()
    while time.time() - began < args.minutes * 60:
        run_threads(
            args.threads,
            args.chunk,
            args.seed * 100_000 + t,
            args.mix,
            True,
            w,
            sums,
            coins,
        )
        if args.rows_only:
            sums.mus[:], sums.after[:] = told
        done += args.chunk
        t += 1
        discount(sums.regret, sums.policy, float(t))
        if t in (2, 4, 8) or t % 10 == 0:
            average(sums.policy[0], w.belief, 0.0)
        if not args.rows_only and (t in (4, 8) or t % 12 == 0):
            w = new_mus(w, sums)
            sums.mus[:] *= 0.8
            sums.after[:] *= 0.8
        if time.time() - last_report > args.every:
            last_report = time.time()
            policies = [np.empty((INFOSETS, 4), np.float32) for _ in range(2)]
            for role in range(2):
                average(sums.policy[role], policies[role], 0.02)
            playing = w._replace(ours=policies[0], rival=policies[1])
            minutes = (time.time() - began) / 60
            say(f"{minutes:5.1f} min {done / 1e6:.1f}M hands  {report(playing, args.pairs)}")
            n_values += 1
            if not args.rows_only and (n_values <= 2 or n_values % 3 == 0):
                w.wm[:] = estimate_values(playing, OURS, args.values, 1000 + n_values)
                say(
                    f"      V(0,0) {w.wm[0, 0]:.3f} (10,0) {w.wm[10, 0]:.3f} (20,0) {w.wm[20, 0]:.3f} (30,0) "
                    f"{w.wm[30, 0]:.3f} (38,30) {w.wm[38, 30]:.3f} (39,0) {w.wm[39, 0]:.3f} (0,39) {w.wm[0, 39]:.3f}"
                    f"  cut {w.cut[1].mean():.3f}"
                )
            save(args.out, w, sums, t)
    save(args.out, w, sums, t)


def new_mus(w: World, sums: Sums) -> World:
    """Mus, discards and the beliefs about them from what was learned."""
    cut = w.cut.copy()
    keep = w.keep.copy()
    for role in range(2):
        learned = mus_policy(sums.mus[role])
        cut[1 + role] = mannered(learned) if role == 0 else learned
        keep[1 + role] = keep_policy(sums.after[role])
    after, like = belief_tables(cut[1], keep[1])
    return w._replace(cut=cut, keep=keep, after_draw=after, mus_like=like)


def save(folder: Path, w: World, sums: Sums, t: int) -> None:
    """Write a checkpoint."""
    np.savez(folder / "sums.npz", **sums._asdict(), t=t)
    small = {k: v for k, v in w._asdict().items() if k not in ("belief", "ours", "rival")}
    np.savez(folder / "world.npz", **small, belief=w.belief.astype(np.float16))


def load(folder: Path, w: World, sums: Sums) -> tuple[World, int]:
    """Read a checkpoint into the sums."""
    z = np.load(folder / "sums.npz")
    for name, array in sums._asdict().items():
        array[...] = z[name]
    y = np.load(folder / "world.npz")
    w.belief[:] = y["belief"]
    small = {k: y[k] for k in y.files if k not in ("belief", "param")}
    return w._replace(**small), int(z["t"])


if __name__ == "__main__":
    main()
