"""The page over HTTP: what is served to whom, and that the data behind it shows a person only what is his."""

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from musbot.emulator.clocks import ManualClock
from musbot.emulator.core import Emulator
from musbot.emulator.demo import Demo, seed_demo
from musbot.emulator.server import create_app
from musbot.emulator.web import FOLDER, TYPES, listens

Client = TestClient[Request, Application]
SECRET = "R R 7 4 <sota>"


class Place:
    """A served demo world with a standing clock."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.emulator = Emulator(self.clock)
        self.demo: Demo = seed_demo(self.emulator)
        self.ane, self.jon = self.demo.users["Ane"], self.demo.users["Jon"]

    async def call(self, method: str, **params: object) -> None:
        outcome = await self.emulator.call(self.emulator.token, method, params)
        assert outcome.ok, outcome.body


@pytest.fixture
async def place() -> Place:
    return Place()


@pytest.fixture
async def client(place: Place) -> AsyncIterator[Client]:
    async with TestClient(TestServer(create_app(place.emulator))) as made:
        yield made


async def text_of(client: Client, address: str, **headers: str) -> str:
    response = await client.get(address, headers=headers)
    assert response.status == 200, address
    return await response.text()


async def test_the_page_is_served_under_a_policy_that_lets_it_load_only_its_own(client: Client) -> None:
    response = await client.get("/")
    assert (response.status, response.content_type) == (200, "text/html")
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert await response.text() == (FOLDER / "index.html").read_text(encoding="utf-8")


async def test_every_file_of_the_page_is_served_with_its_kind(client: Client) -> None:
    names = [path.name for path in FOLDER.iterdir() if path.suffix in TYPES]
    assert len(names) > 5
    for name in names:
        response = await client.get(f"/web/{name}")
        assert (response.status, response.content_type) == (200, TYPES[name[name.rindex(".") :]])
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name", ["__init__.py", "nothing.js", "..%2Fbot_api.json", "..%2f..%2fcli.py", "__pycache__"]
)
async def test_nothing_else_of_the_folder_is_served(client: Client, name: str) -> None:
    assert (await client.get(f"/web/{name}")).status == 404


@pytest.mark.parametrize("address", ["/", "/web/app.js", "/control/bot"])
async def test_the_page_is_not_for_other_hosts_and_sites(client: Client, address: str) -> None:
    assert (await client.get(address, headers={"Host": "mus.example"})).status == 403
    assert (await client.get(address, headers={"Origin": "http://mus.example"})).status == 403


async def test_what_one_is_told_in_private_is_in_nobody_elses_view(place: Place, client: Client) -> None:
    place.emulator.controls.start(place.ane)
    await place.call("sendMessage", chat_id=place.ane, text=SECRET)
    await place.call("sendMessage", chat_id=place.demo.group, text="para todos")
    own = await text_of(client, f"/control/state?user={place.ane}")
    assert SECRET in own
    others = await text_of(client, f"/control/state?user={place.jon}")
    assert SECRET not in others
    assert "para todos" in others
    assert SECRET not in await text_of(client, "/control/events?since=0&wait=0")


async def test_the_feed_says_whether_a_message_makes_a_sound(place: Place, client: Client) -> None:
    seq = place.emulator.feed.seq
    for silent in (True, False):
        await place.call("sendMessage", chat_id=place.demo.group, text="hola", disable_notification=silent)
    changes = json.loads(await text_of(client, f"/control/events?since={seq}&wait=0"))["changes"]
    assert [change["data"]["silent"] for change in changes if change["kind"] == "message"] == [True, False]


async def test_names_and_texts_come_as_they_are_for_text_nodes(place: Place, client: Client) -> None:
    name = '<b>Ane</b> & "co"'
    user = place.emulator.controls.add_user(name)
    place.emulator.controls.join(user, place.demo.group)
    place.emulator.controls.say(user, "<script>1</script>", place.demo.group)
    state = json.loads(await text_of(client, f"/control/state?user={place.jon}"))
    group = next(chat for chat in state["chats"] if chat["id"] == place.demo.group)
    last = group["messages"][-1]
    assert (last["sender_name"], last["now"]["text"]) == (name, "<script>1</script>")


async def test_the_page_can_ask_whether_there_is_a_bot(place: Place, client: Client) -> None:
    assert json.loads(await text_of(client, "/control/bot")) == {"listening": False}
    poll = asyncio.ensure_future(place.call("getUpdates", timeout=30))
    await asyncio.sleep(0)
    assert json.loads(await text_of(client, "/control/bot")) == {"listening": True}
    place.emulator.controls.say(place.ane, "/mus", place.demo.group)
    await poll
    place.clock.advance(4)
    assert listens(place.emulator)
    place.clock.advance(2)
    assert not listens(place.emulator)


async def test_a_bot_with_a_webhook_is_there_until_that_fails(place: Place) -> None:
    await place.call("setWebhook", url="http://127.0.0.1:1/hook")
    assert listens(place.emulator)
    place.emulator.controls.say(place.ane, "/mus", place.demo.group)
    place.emulator.world.updates.webhook.last_error = "Connection refused"
    assert not listens(place.emulator)


async def test_a_browser_can_follow_the_changes_as_a_stream(place: Place, client: Client) -> None:
    seq = place.emulator.feed.seq
    async with client.get(f"/control/events?since={seq}", headers={"Accept": "text/event-stream"}) as stream:
        place.emulator.controls.say(place.ane, "hola", place.demo.group)
        line = b""
        while not line.startswith(b"data: "):
            line = await asyncio.wait_for(stream.content.readline(), 5)
    assert isinstance(stream, aiohttp.ClientResponse)
    assert json.loads(line.removeprefix(b"data: "))["kind"] == "message"
