"""The emulator over HTTP: the Bot API for any client, the controls, the webhook, and a process of its own."""

import asyncio
import inspect
import json
import re
import sys
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import Conflict, NetworkError, RetryAfter, TimedOut
from telegram.request import HTTPXRequest

from musbot.emulator.client import EmulatorClient
from musbot.emulator.client_controls import ClientControls
from musbot.emulator.clocks import SystemClock
from musbot.emulator.control_http import CONTROLS
from musbot.emulator.core import ControlError, Controls, Emulator, Limits
from musbot.emulator.demo import Demo, seed_demo
from musbot.emulator.server import serving
from tests.emulator.test_refusals import png


class House:
    """A served demo world."""

    def __init__(self, url: str, emulator: Emulator, demo: Demo, client: EmulatorClient) -> None:
        self.url, self.emulator, self.demo, self.client = url, emulator, demo, client
        self.group, self.ane, self.jon = demo.group, demo.users["Ane"], demo.users["Jon"]

    @property
    def api(self) -> str:
        return f"{self.url}/bot{self.emulator.token}"

    def bot(self, read_timeout: float = 5.0) -> Bot:
        return Bot(
            self.emulator.token,
            base_url=f"{self.url}/bot",
            base_file_url=f"{self.url}/file/bot",
            request=HTTPXRequest(read_timeout=read_timeout),
            get_updates_request=HTTPXRequest(),
        )


@pytest.fixture
async def house() -> AsyncIterator[House]:
    emulator = Emulator(SystemClock())
    demo = seed_demo(emulator)
    async with serving(emulator) as url, EmulatorClient(url) as client:
        yield House(url, emulator, demo, client)


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def board(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=label) for label in labels]])


async def test_requests_come_as_query_form_json_and_multipart(
    house: House, http: aiohttp.ClientSession
) -> None:
    params = {"chat_id": str(house.group), "text": "a"}
    async with http.get(f"{house.api}/sendMessage", params=params) as response:
        assert (await response.json())["ok"]
    async with http.post(f"{house.api}/sendmessage", data=params) as response:
        assert (await response.json())["ok"]
    async with http.post(f"{house.api}/sendMessage", json={"chat_id": house.group, "text": "c"}) as response:
        assert (await response.json())["ok"]
    form = aiohttp.FormData({"chat_id": str(house.group)})
    form.add_field("photo", png(), filename="a.png", content_type="image/png")
    async with http.post(f"{house.api}/sendPhoto", data=form) as response:
        assert (await response.json())["ok"]
    assert len(house.emulator.reading.messages(house.group)) == 4
    assert house.emulator.violations == []


async def test_bad_requests_have_telegrams_form(house: House, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{house.url}/bot1:x/getMe") as response:
        assert response.status == 401
        assert await response.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}
    async with http.get(f"{house.api}/nothing") as response:
        assert response.status == 404
    async with http.post(
        f"{house.api}/sendMessage", data="{", headers={"Content-Type": "application/json"}
    ) as response:
        assert response.status == 400
    async with http.post(f"{house.api}/sendMessage", json=[1]) as response:
        assert response.status == 400


async def test_python_telegram_bot_works_over_sockets(house: House) -> None:
    async with house.bot() as bot:
        sent = await bot.send_message(house.group, "mesa", reply_markup=board("Mus"))
        press = await house.client.press(house.ane, house.group, text="Mus")
        update = (await bot.get_updates(timeout=5))[0]
        assert update.callback_query is not None
        await update.callback_query.answer("Vale")
        assert (await house.client.answer_to(press))["text"] == "Vale"
        await bot.edit_message_text("mesa 2", house.group, sent.message_id)
        await house.client.start(house.ane)
        photo = await bot.send_photo(house.ane, png())
        file = await bot.get_file(photo.photo[0].file_id)
        assert bytes(await file.download_as_bytearray()) == png()
        await house.client.fail_next("sendMessage", retry_after=3)
        with pytest.raises(RetryAfter):
            await bot.send_message(house.group, "a")
    assert await house.client.violations() == []


async def test_lost_answers_look_like_a_bad_network(house: House) -> None:
    async with house.bot(read_timeout=0.2) as bot:
        await house.client.drop_next("sendMessage")
        with pytest.raises(TimedOut):
            await bot.send_message(house.group, "a")
        await house.client.drop_next("sendMessage", mode="close")
        with pytest.raises(NetworkError):
            await bot.send_message(house.group, "b")
    assert [view["text"] for view in await house.client.messages(house.group)] == ["a", "b"]


async def test_two_pollers_are_in_conflict(house: House) -> None:
    async with house.bot() as one, house.bot() as other, asyncio.TaskGroup() as group:

        async def first() -> None:
            with pytest.raises(Conflict):
                await one.get_updates(timeout=20)

        group.create_task(first())
        await house.emulator.controls.wait_until(lambda: house.emulator.world.updates.poll is not None)
        await other.get_updates(timeout=0)


async def test_controls_over_http_do_what_they_do_in_process(house: House) -> None:
    client = house.client
    new = await client.add_user("Nuevo", language="eu")
    await client.join(new, house.group, by=house.ane)
    number = await client.say(new, "/mus", house.group)
    assert number == house.emulator.world.chats[house.group].last_id
    group = await client.add_group("G", [house.ane, new], basic=True)
    supergroup = await client.migrate(group)
    assert str(supergroup).startswith("-100")
    with pytest.raises(ControlError, match="sees no button"):
        await client.press(new, house.group, text="Mus")
    with pytest.raises(ControlError, match="no control"):
        await client.control("no_such_thing")
    with pytest.raises(ControlError, match="unexpected keyword"):
        await client.control("say", nobody=1)
    with pytest.raises(ControlError):
        await client.state(999)
    assert {chat["id"] for chat in (await client.state(new))["chats"]} == {new, house.group, supergroup}
    assert len(await client.users()) == 5
    assert {chat["title"] for chat in await client.chats()} >= {"Cuadrilla", "G"}
    now = await client.advance(60)
    assert now == pytest.approx(house.emulator.clock.now(), abs=1)


async def test_the_client_waits_for_changes(house: House) -> None:
    async def text() -> bool:
        found = await house.client.messages(house.group, house.jon)
        return bool(found) and found[-1]["text"] == "mesa"

    async with house.bot() as bot, asyncio.TaskGroup() as group:
        waiting = group.create_task(house.client.wait_until(text))
        await asyncio.sleep(0)
        await bot.send_message(house.group, "mesa")
        assert await waiting
    assert (await house.client.last(house.group))["text"] == "mesa"
    seen = await house.client.seen_by(house.jon)
    assert {"kind": "text", "text": "mesa"}.items() <= seen[0].items()
    calls = await house.client.calls()
    assert [call["method"] for call in calls] == ["getMe", "sendMessage"]
    assert house.emulator.token not in json.dumps(calls)
    with pytest.raises(TimeoutError):
        await house.client.wait_until(lambda: asyncio.sleep(0, False), timeout=0.05)


async def test_a_press_without_an_answer_times_out(house: House) -> None:
    async with house.bot() as bot:
        await bot.send_message(house.group, "mesa", reply_markup=board("Mus"))
    press = await house.client.press(house.ane, house.group, text="Mus")
    with pytest.raises(TimeoutError):
        await house.client.answer_to(press, timeout=0.05)
    assert await house.client.check_unanswered(final=True) != []
    assert [violation["kind"] for violation in await house.client.violations()] == ["unanswered"]


async def test_the_page_gets_changes_as_a_stream(house: House, http: aiohttp.ClientSession) -> None:
    seq = house.emulator.feed.seq
    headers = {"Accept": "text/event-stream"}
    async with http.get(f"{house.url}/control/events", params={"since": seq}, headers=headers) as response:
        house.emulator.controls.say(house.ane, "/mus", house.group)
        lines = [(await response.content.readline()).decode() for _ in range(2)]
    assert lines[0] == f"id: {seq + 1}\n"
    assert json.loads(lines[1].removeprefix("data: "))["kind"] == "message"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
async def test_other_hosts_and_pages_do_not_reach_the_controls(
    house: House, http: aiohttp.ClientSession, headers: dict[str, str]
) -> None:
    async with http.get(f"{house.url}/control/users", headers=headers) as response:
        assert response.status == 403
    async with http.post(f"{house.url}/control/block", json={"user": house.ane}, headers=headers) as response:
        assert response.status == 403


async def test_a_form_cannot_be_a_control(house: House, http: aiohttp.ClientSession) -> None:
    async with http.post(f"{house.url}/control/block", data={"user": "1"}) as response:
        assert response.status == 415


async def test_the_server_listens_on_loopback_and_answers_its_own_page(
    house: House, http: aiohttp.ClientSession
) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", house.url)
    async with http.get(f"{house.url}/control/users", headers={"Origin": house.url}) as response:
        assert response.status == 200


async def test_a_photo_can_be_shown_by_the_page(house: House, http: aiohttp.ClientSession) -> None:
    async with house.bot() as bot:
        await house.client.start(house.ane)
        sent = await bot.send_photo(house.ane, png())
    async with http.get(f"{house.url}/control/file", params={"id": sent.photo[0].file_id}) as response:
        assert (response.content_type, await response.read()) == ("image/png", png())
    async with http.get(f"{house.url}/control/file", params={"id": "x"}) as response:
        assert response.status == 404


async def test_updates_go_to_the_webhook_until_it_takes_them(house: House) -> None:
    got: list[tuple[str, int]] = []
    answers = [500, 200, 200]

    async def hook(request: web.Request) -> web.Response:
        body = await request.json()
        got.append((request.headers["X-Telegram-Bot-Api-Secret-Token"], body["update_id"]))
        return web.Response(status=answers[len(got) - 1])

    app = web.Application()
    app.router.add_post("/hook", hook)
    async with TestServer(app, host="127.0.0.1") as receiver, house.bot() as bot:
        await bot.set_webhook(str(receiver.make_url("/hook")), secret_token="geheim")
        await house.client.say(house.ane, "/a", house.group)
        await house.client.say(house.ane, "/b", house.group)

        await house.emulator.controls.wait_until(lambda: not house.emulator.world.updates.pending)
        info = await bot.get_webhook_info()
        assert info.last_error_message == "Wrong response from the webhook: 500 Internal Server Error"
        await bot.delete_webhook()
    first = got[0][1]
    assert got == [("geheim", first), ("geheim", first), ("geheim", first + 1)]


def test_the_client_has_every_control_with_the_same_arguments() -> None:
    for name in CONTROLS:
        there = inspect.signature(getattr(Controls, name)).parameters
        here = inspect.signature(getattr(ClientControls, name)).parameters
        described = [(p.name, p.kind, p.default) for p in there.values()]
        assert [(p.name, p.kind, p.default) for p in here.values()] == described, name


async def test_a_process_of_its_own_says_when_it_is_ready_and_ends_when_told() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "musbot.emulator",
        "--port",
        "0",
        "--faster",
        "20",
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        url = line.removeprefix("emulator ready at ").strip()
        async with EmulatorClient(url) as client:
            assert [user["name"] for user in await client.users()] == ["Ane", "Jon", "Mikel", "Itziar"]
            started = [chat for chat in (await client.state(700000001))["chats"] if chat["started"]]
            assert started == []
        process.terminate()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_everything_can_run_faster() -> None:
    from musbot.emulator.__main__ import make_limits

    assert make_limits(20) == Limits(
        window_seconds=3.0, answer_seconds=0.25, query_seconds=0.75, ephemeral_seconds=0.75
    )
