"""Writing data files for musbot.players, with a manifest of what made them."""

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parent.parent / "musbot" / "players" / "data"


@dataclass(frozen=True, slots=True)
class DataWriter:
    """Saves arrays and notes in MANIFEST.json the digest, the command and the seed of each file."""

    module: str
    seed: int | None
    folder: Path = DATA

    def save(self, name: str, **arrays: np.ndarray) -> None:
        """Write one compressed file and its entry."""
        path = self.folder / name
        np.savez_compressed(path, allow_pickle=False, **arrays)
        manifest_path = self.folder / "MANIFEST.json"
        manifest = json.loads(manifest_path.read_text()) if manifest_path.exists() else {}
        manifest[name] = {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "bytes": path.stat().st_size,
            "command": " ".join(["python -m", self.module, *sys.argv[1:]]),
            "seed": self.seed,
            "arrays": {key: [str(value.dtype), list(value.shape)] for key, value in arrays.items()},
        }
        manifest_path.write_text(json.dumps(manifest, indent=2, sort_keys=True) + "\n")


def data_writer(module: str, seed: int | None, folder: Path = DATA) -> DataWriter:
    """A writer for one script's files."""
    return DataWriter(module, seed, folder)
