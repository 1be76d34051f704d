"""Both stores behind one fixture, and small values to put into them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from musbot.storage import SqliteStore, open_store
from tests.support.memory_store import MemoryStore

NOW = 1_000.0


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[MemoryStore | SqliteStore]:
    """A store with nothing in it; its clock stands at `NOW`."""
    opened: MemoryStore | SqliteStore
    if request.param == "memory":
        opened = MemoryStore(now=lambda: NOW)
    else:
        opened = await open_store(tmp_path / "musbot.db", now=lambda: NOW)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """The real store with nothing in it."""
    opened = await open_store(tmp_path / "musbot.db", now=lambda: NOW)
    yield opened
    await opened.close()
