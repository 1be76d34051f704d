"""python-telegram-bot against the emulated Telegram, without sockets."""

import asyncio

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
    Update,
)
from telegram.constants import ParseMode
from telegram.error import InvalidToken, TimedOut
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from musbot.emulator.clocks import LoopClock
from musbot.emulator.core import Emulator
from musbot.emulator.inprocess import InProcessRequest
from tests.emulator.conftest import Room
from tests.emulator.test_refusals import png


def board(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=label) for label in labels]])


async def test_sending_editing_answering_and_deleting(room: Room, bot: Bot) -> None:
    assert bot.username == "musbot_local_bot"
    sent = await bot.send_message(
        room.group,
        "<b>Mesa</b>",
        parse_mode=ParseMode.HTML,
        reply_markup=board("Mus", "Corto"),
        disable_notification=True,
    )
    assert sent.text_html == "<b>Mesa</b>"
    press = room.controls.press(room.ane, room.group, text="Corto")
    update = (await bot.get_updates(allowed_updates=Update.ALL_TYPES))[0]
    assert update.callback_query is not None
    assert update.callback_query.data == "Corto"
    await update.callback_query.answer("Corto ✔", show_alert=True)
    assert press.answer is not None
    edited = await bot.edit_message_text("Grande", room.group, sent.message_id, reply_markup=board("Paso"))
    assert not isinstance(edited, bool)
    assert edited.edit_date is not None
    room.controls.say(room.jon, "7", room.group, reply_to=sent.message_id)
    reply = (await bot.get_updates(offset=update.update_id + 1))[0].effective_message
    assert reply is not None
    assert reply.reply_to_message is not None
    assert reply.reply_to_message.text == "Grande"
    await bot.send_message(room.group, "a", reply_parameters=ReplyParameters(sent.message_id))
    await bot.delete_message(room.group, sent.message_id)
    assert room.kinds() == []


async def test_pictures_are_sent_turned_and_downloaded(room: Room, bot: Bot) -> None:
    room.controls.start(room.ane)
    sent = await bot.send_photo(room.ane, png(), caption="c", has_spoiler=True, protect_content=True)
    assert sent.has_media_spoiler
    assert sent.has_protected_content
    text = await bot.send_message(room.ane, "a")
    await bot.edit_message_media(InputMediaPhoto(png(shade=9), caption="d"), room.ane, text.message_id)
    await bot.edit_message_caption(room.ane, text.message_id, caption="e", reply_markup=board("Tirar"))
    view = room.reading.message(room.ane, text.message_id)
    assert (view.text, view.labels) == ("e", [["Tirar"]])
    file = await bot.get_file(sent.photo[0].file_id)
    assert bytes(await file.download_as_bytearray()) == png()
    await bot.send_document(room.ane, b"notation", filename="partida.txt")


async def test_commands_and_texts_about_the_bot(room: Room, bot: Bot) -> None:
    await bot.set_my_commands(
        [BotCommand("mus", "Abrir mesa")], scope=BotCommandScopeAllGroupChats(), language_code="es"
    )
    assert room.reading.commands_for(room.ane, room.group) == [
        {"command": "mus", "description": "Abrir mesa"}
    ]
    await bot.set_my_description("Juega al mus", language_code="es")
    assert (await bot.get_my_description("es")).description == "Juega al mus"
    assert (await bot.get_chat_member(room.group, room.ane)).status == "creator"
    assert len(await bot.get_chat_administrators(room.group)) == 1
    assert (await bot.get_chat(room.group)).title == "Cuadrilla"


async def test_a_wrong_token_is_refused(room: Room) -> None:
    stranger = Bot("1:other", request=InProcessRequest(room.emulator))
    with pytest.raises(InvalidToken):
        await stranger.initialize()


async def test_an_answer_slower_than_the_clients_patience_is_a_time_out(room: Room, bot: Bot) -> None:
    hold = room.controls.hold_next("sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(room.group, "a", read_timeout=0.01)
    assert room.controls.is_held(hold)
    assert room.reading.last(room.group).text == "a"


@pytest.mark.asyncio(loop_factories=["virtual"])
async def test_a_whole_application_plays_an_hour_in_no_time() -> None:
    emulator = Emulator(LoopClock())
    controls = emulator.controls
    people = [controls.add_user(name) for name in ("Ane", "Jon")]
    group = controls.add_group("G", people)

    async def mus(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message is not None
        await update.effective_message.reply_text("mesa 0", reply_markup=board("Más"))

    async def more(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer()
        await query.edit_message_text(f"mesa {emulator.clock.now():.0f}", reply_markup=board("Más"))

    request = InProcessRequest(emulator, latency=0.05)
    builder = Application.builder().token(emulator.token).request(request).get_updates_request(request)
    application = builder.build()
    application.add_handlers([CommandHandler("mus", mus), CallbackQueryHandler(more)])
    async with application:
        assert application.updater is not None
        await application.updater.start_polling(timeout=30)
        await application.start()
        controls.say(people[0], "/mus", group)
        await controls.wait_until(lambda: bool(emulator.reading.messages(group, from_bot=True)), timeout=60)
        for place in range(120):
            await asyncio.sleep(30)
            press = controls.press(people[place % 2], group, text="Más")
            await controls.answer_to(press, timeout=60)
        await asyncio.sleep(1)
        await application.updater.stop()
        await application.stop()
    assert len(emulator.reading.last(group).history) == 121
    assert controls.check_unanswered(final=True) == []
    assert emulator.violations == []
