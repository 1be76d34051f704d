"""Hints, reviews and practice through the whole runtime."""

import asyncio
from collections.abc import Sequence

from musbot.app.advice import Costly, Hint, Review
from musbot.app.commands import Slash
from musbot.app.commit import Chat, ChatKind
from musbot.app.document import Human, Stage
from musbot.app.screens import Verb
from musbot.engine import PlayerView
from musbot.engine.actions import Corto, Mus, Ordago, Paso, Quiero
from musbot.engine.events import Event, JuegoWon
from tests.app.runtime.bench import ANE, GROUP, JON, Bench


class Wise:
    """An advisor that remembers what it was asked."""

    def __init__(self, *, failing: bool = False) -> None:
        self.views: list[PlayerView] = []
        self.logs: list[Sequence[Event]] = []
        self.failing = failing

    def hint(self, view: PlayerView, /) -> Hint:
        self.views.append(view)
        if self.failing:
            raise ValueError("rey de oros")
        return Hint(Mus(), "weak_hand", ())

    def review(self, events: Sequence[Event], /) -> Review:
        self.logs.append(events)
        if self.failing:
            raise ValueError("rey de oros")
        hand_no = max(event.hand_no for event in events if hasattr(event, "hand_no"))
        return Review(
            hand_no, (0.1, -0.1), (0.0, 0.0), (Costly(1, "g", Ordago(), Paso(), 0.2, "trap"),) + (None,) * 3
        )


async def settle(bench: Bench) -> None:
    """Let threads and tasks finish."""
    for _ in range(50):
        await asyncio.sleep(0)
        if not bench.executor._work_queue.qsize():
            await asyncio.wrap_future(bench.executor.submit(lambda: None))


async def practising(bench: Bench) -> None:
    await bench.say(Slash.PRACTICAR, arg="aprendiz", private=True)


async def test_practice_opens_in_the_private_chat_with_the_level_asked_for() -> None:
    async with Bench() as bench:
        await practising(bench)
        document = await bench.document(ANE)
        assert document.stage is Stage.PLAYING
        assert document.practice
        assert [getattr(who, "player", None) for who in document.seats] == [None, *["aprendiz"] * 3]


async def test_practising_twice_goes_on_with_the_first_game() -> None:
    async with Bench() as bench:
        await practising(bench)
        first = (await bench.document(ANE)).table_id
        await practising(bench)
        assert (await bench.document(ANE)).table_id == first


async def test_practice_in_a_group_points_to_the_private_chat() -> None:
    async with Bench() as bench:
        await bench.say(Slash.PRACTICAR)
        assert bench.store.replies[-1].screen.lines[0].key == "practice-group"
        place = await bench.store.place(GROUP, None)
        assert await bench.store.open_table_at(place.place_id) is None


async def test_a_hint_answers_the_press_of_who_asked_with_an_alert() -> None:
    wise = Wise()
    async with Bench(advisor=wise) as bench:
        await bench.four_seated()
        await bench.press(Verb.HINTS)
        await bench.press(Verb.START)
        speaker = await bench.speaker()
        document = await bench.document()
        await bench.press(Verb.HINT, speaker)
        await settle(bench)
        assert bench.answers.last == "hint"
        (view,) = wise.views
        occupant = document.seats[view.seat]
        assert isinstance(occupant, Human)
        assert occupant.person_id == speaker


async def test_a_failing_advisor_is_told_to_nobody_but_the_presser() -> None:
    async with Bench(advisor=Wise(failing=True)) as bench:
        await bench.four_seated()
        await bench.press(Verb.HINTS)
        await bench.press(Verb.START)
        await bench.press(Verb.HINT, await bench.speaker())
        await settle(bench)
        assert bench.answers.last == "toast-error"


async def end_of_juego(bench: Bench) -> None:
    await bench.playing()
    await bench.call(await bench.speaker(), Corto())
    caller = await bench.speaker()
    await bench.call(caller, Ordago())
    await bench.clock.advance(1)
    await bench.call(caller, Ordago())
    rival = await bench.speaker()
    await bench.call(rival, Quiero())
    await bench.clock.advance(1)
    await bench.call(rival, Quiero())
    await settle(bench)


async def test_a_juego_is_reviewed_once_from_its_log() -> None:
    wise = Wise()
    async with Bench(advisor=wise) as bench:
        await end_of_juego(bench)
        (log,) = wise.logs
        assert isinstance([event for event in log if isinstance(event, JuegoWon)][-1], JuegoWon)
        document = await bench.document()
        assert document.review is not None
        assert document.state is not None
        amended = [amend.name for commit in bench.store.commits for amend in commit.amends]
        assert amended == [f"showdown:{document.state.hand_no}"]
        assert await bench.press(Verb.REVIEW, JON) == "review"
        assert len(wise.logs) == 1


async def test_a_failing_review_stops_nothing() -> None:
    async with Bench(advisor=Wise(failing=True)) as bench:
        await end_of_juego(bench)
        assert await bench.press(Verb.REVIEW, JON) == "toast-no-review"
        await bench.press(Verb.REMATCH)
        assert (await bench.document()).stage is Stage.PLAYING


async def test_a_hint_typed_in_private_is_answered_there() -> None:
    async with Bench(advisor=Wise(), seed=6) as bench:
        await practising(bench)
        document = await bench.document(ANE)
        assert document.state is not None
        assert document.state.mano == 0  # with this seed Ane is asked first
        await bench.say(Slash.PISTA, private=True)
        await settle(bench)
        reply = bench.store.replies[-1]
        assert reply.chat == Chat(ChatKind.PERSON, ANE)
        assert reply.screen.lines[0].key == "hint"
