"""The bot as a whole: who it is, its menu, who administers, starting and stopping."""

import pytest

from musbot.app.text import Text
from musbot.i18n import Translator
from musbot.telegram.app import BotOptions
from musbot.telegram.errors import TokenRefused
from musbot.telegram.gateway import ANSWERING, POOL, SENDING, http_request
from musbot.telegram.menu import GROUP_COMMANDS, META_KEY, PRIVATE_COMMANDS
from musbot.telegram.words import Words
from tests.telegram.world import virtually, world

TOKEN = "4242:local-emulator-no-secret-at-all"


@virtually
async def test_the_menu_and_descriptions_are_set_in_every_language_and_scope_once() -> None:
    async with world(started=False, options=BotOptions(TOKEN)) as w:
        await w.start()
        await w.rest(5)
        menu = w.calls("setMyCommands")
        seen = {(call.params["scope"]["type"], call.params.get("language_code")) for call in menu}
        scopes = ("default", "all_group_chats", "all_private_chats")
        assert seen == {(scope, language) for scope in scopes for language in (None, "en")}
        english = {
            call.params["scope"]["type"]: [(c["command"], c["description"]) for c in call.params["commands"]]
            for call in menu
            if call.params.get("language_code") == "en"
        }
        assert english["all_group_chats"] == [(name, f"en:command-{name}") for name in GROUP_COMMANDS]
        assert [name for name, _ in english["all_private_chats"]] == list(PRIVATE_COMMANDS)
        assert len(w.calls("setMyDescription")) == len(w.calls("setMyShortDescription")) == 2
        assert not w.emulator.violations


@virtually
async def test_a_menu_that_telegram_has_already_is_not_sent_again_and_a_refused_one_is() -> None:
    async with world(started=False, options=BotOptions(TOKEN)) as w:
        w.emulator.controls.fail_next("setMyCommands", code=500)
        await w.start()
        await w.rest(5)
        assert await w.store.meta(META_KEY) is None
        for _ in range(2):
            await w.bot.stop()
            await w.start()
            await w.rest(5)
        assert len(w.calls("setMyCommands")) == 1 + 6


def test_every_menu_has_its_words_and_telegram_takes_their_length() -> None:
    words: Words = Translator(strict=True)
    for locale in words.locales:
        for name in {*GROUP_COMMANDS, *PRIVATE_COMMANDS}:
            assert 3 <= len(words.say(locale, Text(f"command-{name}"), html=False)) <= 256
        assert 3 <= len(words.say(locale, Text("bot-description"), html=False)) <= 512
        assert 3 <= len(words.say(locale, Text("bot-short-description"), html=False)) <= 120


@virtually
async def test_administrators_are_asked_for_once_a_minute() -> None:
    async with world() as w:
        jon = w.ane + 1
        assert [await w.bot.members.is_admin(w.group, who) for who in (w.ane, jon, w.ane, jon)] == [
            True, False, True, False,
        ]  # fmt: skip
        assert len(w.calls("getChatMember")) == 2
        await w.rest(61)
        w.emulator.controls.promote(jon, w.group)
        assert await w.bot.members.is_admin(w.group, jon)


@virtually
async def test_an_administrator_whom_telegram_does_not_confirm_is_none_for_now() -> None:
    async with world() as w:
        w.emulator.controls.fail_next("getChatMember", code=500)
        assert not await w.bot.members.is_admin(w.group, w.ane)
        assert await w.bot.members.is_admin(w.group, w.ane)


@virtually
async def test_a_wrong_token_is_refused_at_once_and_never_quoted() -> None:
    async with world(
        started=False, options=BotOptions("4242:a-wrong-token-that-nobody-knows", menu=False)
    ) as w:
        with pytest.raises(TokenRefused) as refused:
            await w.start()
        link: BaseException | None = refused.value
        assert link is not None
        assert "a-wrong-token" not in str(link)
        assert link.__suppress_context__


@virtually
async def test_a_telegram_that_is_away_at_the_start_is_waited_for() -> None:
    async with world(started=False) as w:
        w.emulator.controls.fail_next("getMe", code=502, times=3)
        await w.start()
        assert w.bot.me.username == "musbot_local_bot"
        assert w.bot.me.id == 4242


@virtually
async def test_stopping_twice_and_without_a_start_is_harmless() -> None:
    async with world(started=False) as w:
        await w.bot.stop()
        await w.start()
        await w.bot.stop()
        await w.bot.stop()
        await w.show("after the stop")
        await w.rest()
        assert w.texts() == []


def test_options_do_not_show_the_token() -> None:
    assert TOKEN not in repr(BotOptions(TOKEN))


async def test_requests_of_production_have_pools_of_their_own() -> None:
    sending, answering = http_request(SENDING), http_request(ANSWERING)
    assert (SENDING.pool, ANSWERING.pool) == (POOL, POOL)
    assert (sending.read_timeout, answering.read_timeout) == (20.0, 5.0)
    await sending.shutdown()
    await answering.shutdown()
