"""Clocks of the whole bot from end to end: reminders, calls that time makes, pauses, restarts, tables nobody uses."""

from pathlib import Path

from musbot.app.commit import By
from musbot.app.document import Human, Stage
from musbot.app.screens import Verb
from musbot.engine.actions import Envido, Mas, Ordago
from musbot.engine.events import Called
from tests.support.town import NAMES, Town, town, virtually
from tests.support.townspeople import crowd


def by_time(here: Town) -> list[Called]:
    """The calls that time made for people."""
    return [
        line.event
        for _, commit in here.commits
        for line in commit.events
        if line.by is By.TIME and isinstance(line.event, Called)
    ]


def reminders(here: Town, chat: int) -> list[float]:
    """When reminders came to a chat."""
    return [call.at for call in here.calls("sendMessage", chat=chat) if "⏰" in call.params["text"]]


def away(here: Town, name: str) -> bool:
    """Whether a computer sits in for somebody."""
    seats = here.document.seats
    return any(isinstance(seat, Human) and seat.name == name and seat.away for seat in seats)


@virtually
async def test_somebody_who_sleeps_is_reminded_at_half_time_then_spared_the_call_and_replaced_after_three(
    tmp_path: Path,
) -> None:
    async with town(tmp_path, open_chats=("Jon",), seed=8) as here:
        await here.sit_four()
        jon = here.people["Jon"]
        async with crowd(here, seed=8) as people:
            people.people["Jon"].asleep = True
            await people.until(lambda: away(here, "Jon"))
            assert len(by_time(here)) == 3
            assert not any(isinstance(call.action, Envido | Mas | Ordago) for call in by_time(here))
            waits = _waits(here)
            limits = [round(made - shown) for shown, made in waits]
            assert limits in ([180, 30, 15], [90, 30, 15])
            came = [at - shown for (shown, _), at in zip(waits, reminders(here, jon), strict=True)]
            assert all(0 <= at - limit / 2 < 1.5 for at, limit in zip(came, limits, strict=True)), came
            assert reminders(here, here.group) == []
            left = [m for m in here.standing(jon, jon) if "⏰" in m.content.text]
            await here.rest(10)
            assert [m for m in left if not m.deleted] == []
            assert "🤖" in here.picture()
            toast = await here.press(jon, Verb.BACK)
            assert toast == "Has vuelto."
            assert not away(here, "Jon")
            people.people["Jon"].asleep = False
            await people.hands(1)
            people.stop()
            await here.rest(30)
        await here.sound()


def _waits(here: Town) -> list[tuple[float, float]]:
    """For each call by time: when its turn was shown on the board, and when the call was made."""
    found = []
    for place, (at, commit) in enumerate(here.commits):
        if any(line.by is By.TIME and isinstance(line.event, Called) for line in commit.events):
            (turn,) = here.commits[place - 1][1].document.turns
            assert turn.started is not None
            assert any(abs(shown - turn.started) < 0.5 for shown in _marked(here)), "no board asked Jon then"
            found.append((turn.started, at))
    return found


def _marked(here: Town) -> list[float]:
    """When boards came to ask Jon."""
    return [
        version.at
        for message in here.emulator.world.chats[here.group].messages.values()
        for version in message.versions
        if any("▶" in line and "Jon" in line for line in version.content.text.splitlines())
    ]


@virtually
async def test_who_cannot_be_reached_in_private_is_reminded_aloud_in_the_group(tmp_path: Path) -> None:
    async with town(tmp_path, seed=8) as here:
        await here.sit_four()
        async with crowd(here, seed=8) as people:
            people.people["Jon"].asleep = True
            await people.until(lambda: reminders(here, here.group))
            (call,) = [c for c in here.calls("sendMessage", chat=here.group) if "⏰" in c.params["text"]]
            assert not call.params.get("disable_notification")
            assert f"tg://user?id={here.people['Jon']}" in call.params["text"]
            people.people["Jon"].asleep = False
            await people.until(
                lambda: not any("⏰" in m.content.text for m in here.standing(here.people["Ane"]))
            )
            assert by_time(here) == []
            people.stop()
        await here.sound()


@virtually
async def test_no_time_runs_before_the_board_is_shown(tmp_path: Path) -> None:
    async with town(tmp_path, seed=8) as here:
        await here.sit_four()
        here.emulator.controls.fail_next("sendMessage", chat=here.group, code=429, retry_after=600)
        await here.rest(500)
        assert by_time(here) == []
        assert here.document.turns[0].started is None
        async with crowd(here, seed=8) as people:
            await people.until(lambda: len(people.pressed) >= 3, 900)
            people.stop()
        assert by_time(here) == []
        await here.sound()


@virtually
async def test_time_while_the_bot_is_down_does_not_count_and_half_of_the_limit_is_left(
    tmp_path: Path,
) -> None:
    async with town(tmp_path, seed=8) as here:
        await here.sit_four()
        async with crowd(here, seed=8) as people:
            await people.until(lambda: len(people.pressed) >= 9)
            people.stop()
            await here.rest(30)
            limit = max(turn.limit for turn in here.document.turns)
            await here.restart(after=4000)
            back = here.clock.now()
            await here.rest(limit / 2 - 5)
            assert by_time(here) == []
            await here.until(lambda: by_time(here), 60)
            assert here.clock.now() - back >= limit / 2 - 1
            for one in people.people.values():
                one.asleep = False
            await people.hands(1)
            people.stop()
            await here.rest(30)
        await here.sound()


@virtually
async def test_a_full_lobby_starts_and_one_that_nobody_touches_closes(tmp_path: Path) -> None:
    async with town(tmp_path, seed=8) as here:
        ane, jon, mikel, itziar = here.people.values()
        await here.say(ane, "/mus")
        for user, pair in ((jon, "1"), (mikel, "0"), (itziar, "1")):
            await here.press(user, Verb.SIT, pair)
        began = here.clock.now()
        await here.until(lambda: here.document.stage is Stage.PLAYING)
        assert 59 <= here.clock.now() - began <= 62
    folder = tmp_path / "second"
    async with town(folder) as here:
        await here.say(here.people["Ane"], "/mus")
        began = here.clock.now()
        await here.until(lambda: here.document.stage is Stage.CLOSED, 2000)
        assert 1795 <= here.clock.now() - began <= 1805
        await here.rest(10)
        assert all(not m.content.keyboard for m in here.standing(here.people["Ane"]))
        await here.sound()


@virtually
async def test_a_table_that_everybody_has_left_to_the_computers_pauses_and_goes_on_with_the_first_to_return(
    tmp_path: Path,
) -> None:
    async with town(tmp_path, seed=8, open_chats=NAMES) as here:
        await here.sit_four()
        await here.until(lambda: all(away(here, name) for name in NAMES), 3600)
        await here.rest(30)
        paused = len(here.commits)
        await here.rest(7200)
        calls = [line for _, commit in here.commits[paused:] for line in commit.events]
        assert calls == []
        assert await here.press(here.people["Mikel"], Verb.BACK) == "Has vuelto."
        async with crowd(here, seed=8) as people:
            await people.until(lambda: len(people.pressed) >= 2)
            people.stop()
            await here.rest(5)
        await here.sound()


@virtually
async def test_a_table_without_people_closes_in_the_end(tmp_path: Path) -> None:
    """After a day, as `Pace` has it; here after two hours."""
    async with town(tmp_path, seed=8, pace={"abandoned": 7200}) as here:
        await here.sit_four()
        await here.until(lambda: all(away(here, name) for name in NAMES), 3600)
        await here.rest(here.document.touched_at + 7100 - here.clock.now())
        assert here.document.stage is Stage.PLAYING
        await here.rest(200)
        assert here.document.stage is Stage.CLOSED
        await here.sound()
