"""The store: SQLite behind `musbot.app.ports.Store` and `Deliveries`.

`open_store` is all that the rest of the program needs. Inside: `codec` and `kinds` (values as text), `opening` and
`migrate` (files and schemas), `database` (statements and transactions), `tables`, `places`, `deliveries` (what the
ports promise).
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from musbot.storage.database import QUERIES, Busy
from musbot.storage.deliveries import DeliveryStore
from musbot.storage.opening import open_database
from musbot.storage.places import PlaceStore

__all__ = ["SqliteStore", "open_store"]


class SqliteStore(PlaceStore, DeliveryStore):
    """`musbot.app.ports.Store` and `Deliveries` over one SQLite file."""

    async def backup(self, path: Path | str) -> None:
        """Copy everything committed so far to a file, whole or not at all, while the bot runs.

        Raises:
            StoreUnavailable: the copy cannot be written.
        """
        await self._db.backup(Path(path))

    async def close(self) -> None:
        """Finish the write that runs, and close."""
        await self._db.close()


async def open_store(
    path: Path | str, *, now: Callable[[], float] = time.time, busy: Busy = nullcontext
) -> SqliteStore:
    """Open the store in a file: made when missing, upgraded when older.

    Args:
        path: the database file; its folder is made when missing.
        now: seconds since 1970, the clock that the outbox measures replies with.
        busy: makes a context that is entered for every stay in the database's threads, so that a virtual-time
            loop can stand still meanwhile.

    Returns:
        The store; close it, its threads keep the process alive.

    Raises:
        StoreUnavailable: in one line, why it cannot be used: another process has it, it is damaged, written by a
            newer musbot, another program's, or the folder cannot be written to. Nothing is changed then.
    """
    database = await open_database(Path(path), busy)
    try:
        merged: dict[int, int] = dict(await database.all(QUERIES.merged_places))

        def sweep(connection: sqlite3.Connection) -> None:
            QUERIES.sweep_notices(connection)
            QUERIES.sweep_slots(connection)

        await database.write(sweep)
    except BaseException:
        await database.close()
        raise
    return SqliteStore(database, merged, now)
