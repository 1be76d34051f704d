"""Data files of a checkpoint: `python -m training.export FOLDER --seed 1`.

Writes ``mus.npz`` (after mus, draws, cut, keep), ``values.npz`` (V) and ``lances.npz`` (the blueprint).
"""

import argparse
from pathlib import Path

import numpy as np

from training.beliefs import belief_tables
from training.blueprint import monotone
from training.files import DATA, data_writer
from training.game import BLOCK, DRAWS, INFOSETS
from training.learn import average, hand_worths, mannered, mus_gain, mus_policy

FLOOR = 0.1
"""Choices less likely than this are left out: most are remains of the learning, and a rival lives on them."""


def bytes_policy(policy: np.ndarray) -> np.ndarray:
    """(rows, 4) chances in 255ths; each row keeps its order, rows never reached are zero."""
    return np.asarray(np.rint(policy * 255), np.uint8)


def smoothed(policy: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Rows that were hardly visited lean on the same node and bucket at other scores, and then on near buckets."""
    blocks = policy.reshape(-1, BLOCK, 4).copy()
    mass = weight.reshape(-1, BLOCK)
    buckets = BLOCK // 36
    shaped = blocks.reshape(blocks.shape[0], 36, buckets, 4)
    heavy = mass.reshape(blocks.shape[0], 36, buckets, 1)
    everywhere = (shaped * heavy).sum(axis=1, keepdims=True)
    total = heavy.sum(axis=1, keepdims=True)
    near = everywhere.copy()
    near_total = total.copy()
    for step in (1, 2):
        for shift in (-step, step):
            rolled = np.roll(everywhere, shift, axis=2)
            rolled_total = np.roll(total, shift, axis=2)
            if shift > 0:
                rolled[:, :, :shift] = 0
                rolled_total[:, :, :shift] = 0
            else:
                rolled[:, :, shift:] = 0
                rolled_total[:, :, shift:] = 0
            near += 0.3 * rolled
            near_total += 0.3 * rolled_total
    guess = np.where(near_total > 0, near / np.maximum(near_total, 1e-9), 0.0)
    lean = THIN / (THIN + heavy)
    mixed = shaped * (1 - lean) + guess * lean
    total_mixed = mixed.sum(axis=3, keepdims=True)
    mixed = np.where(total_mixed > 0, mixed / np.maximum(total_mixed, 1e-9), 0.0)
    return mixed.reshape(-1, 4).astype(np.float32)


THIN = 8.0
"""Visits (faded) below which a row leans on its neighbours."""


def final_policy(sums: np.ndarray, floor: float = FLOOR) -> np.ndarray:
    """(rows, 4) the policy that is played, from sums of strategies."""
    raw = np.empty((INFOSETS, 4), np.float32)
    average(sums, raw, 0.0)
    policy = smoothed(raw, sums.sum(axis=1))
    policy[policy < floor] = 0
    total = policy.sum(axis=1, keepdims=True)
    return np.where(total > 0, policy / np.maximum(total, 1e-9), 0.0).astype(np.float32)


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=DATA)
    args = parser.parse_args()
    writer = data_writer("training.export", args.seed, args.data)
    world = np.load(args.folder / "world.npz")
    sums = np.load(args.folder / "sums.npz")
    keep = DRAWS.keep[world["keep"][:2]]
    cut = mannered(mus_policy(sums["mus"][0]))
    gain = mus_gain(sums["mus"][0])
    gain = np.where(cut == 1, np.maximum(gain, 0.001), gain)
    after_draw, mus_like = belief_tables(cut, world["keep"][1])
    writer.save(
        "mus.npz",
        after_mus=world["tw"].astype(np.float16),
        cut=np.rint(np.stack([world["cut"][0], cut]) * 255).astype(np.uint8),
        keep=keep.astype(np.uint8),
        after_draw=after_draw,
        mus_like=mus_like,
        cut_gain=gain.astype(np.float16),
        worth=hand_worths(sums["after"][0]).astype(np.float32),
    )
    writer.save("values.npz", wm=monotone(world["wm"]).astype(np.float32))
    writer.save(
        "lances.npz",
        policy=bytes_policy(final_policy(sums["policy"][0])),
        bucket=world["bucket"].astype(np.uint8),
    )


if __name__ == "__main__":
    main()
