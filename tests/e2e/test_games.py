"""Whole games over whole processes, played by pressing what people are shown."""

from pathlib import Path

import pytest

from musbot.app.screens import Verb
from tests.e2e.support import Players, town

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]


async def test_four_people_sit_down_and_play_a_hand(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        await here.sit_four()
        players = Players(here, here.everyone)
        await players.play_until(Verb.CALL, "sg")
        assert players.accepted >= 5
        await here.nothing_wrong()
