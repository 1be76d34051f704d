"""What the emulated Telegram refuses, with its codes and texts."""

import struct
import zlib
from typing import Any

import pytest

from musbot.emulator.core import Upload
from tests.emulator.conftest import Room, keys

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def png(width: int = 90, height: int = 60, shade: int = 0) -> bytes:
    """A real, one-colour picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = (b"\x00" + bytes([shade]) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


# Chats


async def test_a_chat_nobody_knows_is_not_found(room: Room) -> None:
    assert await room.refusal("sendMessage", chat_id=-5, text="a") == (400, "Bad Request: chat not found")
    assert await room.refusal("sendMessage", chat_id="@nowhere", text="a") == (
        400,
        "Bad Request: chat not found",
    )


async def test_a_group_without_the_bot_is_not_found(room: Room) -> None:
    other = room.controls.add_group("Otros", [room.ane], bot=False)
    assert await room.refusal("getChat", chat_id=other) == (400, "Bad Request: chat not found")


async def test_a_private_chat_never_opened_is_forbidden(room: Room) -> None:
    refusal = (403, "Forbidden: bot can't initiate conversation with a user")
    assert await room.refusal("sendMessage", chat_id=room.ane, text="a") == refusal
    room.controls.start(room.ane)
    assert await room.send("a", room.ane) == 2


async def test_a_stranger_without_a_common_group_is_not_found(room: Room) -> None:
    stranger = room.controls.add_user("Nadie")
    assert await room.refusal("sendMessage", chat_id=stranger, text="a") == (
        400,
        "Bad Request: chat not found",
    )


async def test_a_blocked_bot_is_forbidden_until_it_is_unblocked(room: Room) -> None:
    room.controls.start(room.ane)
    number = await room.send("a", room.ane)
    room.controls.block(room.ane)
    refusal = (403, "Forbidden: bot was blocked by the user")
    assert await room.refusal("sendMessage", chat_id=room.ane, text="b") == refusal
    assert await room.refusal("editMessageText", chat_id=room.ane, message_id=number, text="b") == refusal
    assert await room.refusal("sendChatAction", chat_id=room.ane, action="typing") == refusal
    room.controls.unblock(room.ane)
    assert await room.send("c", room.ane) == 3


@pytest.mark.parametrize(("basic", "name"), [(True, "group"), (False, "supergroup")])
async def test_a_kicked_bot_is_forbidden(room: Room, basic: bool, name: str) -> None:
    group = room.controls.add_group("G", [room.ane], basic=basic)
    room.controls.kick_bot(group)
    refusal = (403, f"Forbidden: bot was kicked from the {name} chat")
    assert await room.refusal("sendMessage", chat_id=group, text="a") == refusal


async def test_a_bot_that_left_is_no_member(room: Room) -> None:
    await room.result("leaveChat", chat_id=room.group)
    refusal = (403, "Forbidden: bot is not a member of the supergroup chat")
    assert await room.refusal("sendMessage", chat_id=room.group, text="a") == refusal


async def test_a_bot_that_may_not_write_is_told_so(room: Room) -> None:
    room.controls.restrict_bot(room.group)
    refusal = (400, "Bad Request: not enough rights to send text messages to the chat")
    assert await room.refusal("sendMessage", chat_id=room.group, text="a") == refusal


async def test_an_upgraded_group_tells_its_new_id(room: Room) -> None:
    group = room.controls.add_group("G", [room.ane], basic=True)
    number = await room.send("a", group)
    new = room.controls.migrate(group, announce=False)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("sendMessage", {"text": "b"}),
        ("editMessageText", {"text": "b", "message_id": number}),
    ]
    for method, params in calls:
        outcome = await room.call(method, chat_id=group, **params)
        assert outcome.status == 400
        assert outcome.body["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
        assert outcome.body["parameters"] == {"migrate_to_chat_id": new}
    assert (await room.call("getChat", chat_id=group)).ok
    # Numbers of the old chat mean nothing in the new one: that one is the upgrade's own service message.
    refusal = (400, "Bad Request: message can't be edited")
    assert await room.refusal("editMessageText", chat_id=new, message_id=1, text="b") == refusal


# Topics


async def test_topics_that_do_not_exist_are_refused_and_so_is_general_by_number(room: Room) -> None:
    forum = room.controls.add_group("Foro", [room.ane], forum=True)
    topic = room.controls.create_topic(forum, "Mus")
    await room.send("a", forum, message_thread_id=topic)
    await room.send("general", forum)
    refusal = (400, "Bad Request: message thread not found")
    for thread in (1, topic + 50):
        assert await room.refusal("sendMessage", chat_id=forum, text="a", message_thread_id=thread) == refusal
    room.controls.delete_topic(forum, topic)
    assert await room.refusal("sendMessage", chat_id=forum, text="a", message_thread_id=topic) == refusal
    thread_in_plain_group = {"chat_id": room.group, "text": "a", "message_thread_id": 4}
    assert await room.refusal("sendMessage", **thread_in_plain_group) == refusal


async def test_a_closed_topic_takes_only_administrators(room: Room) -> None:
    forum = room.controls.add_group("Foro", [room.ane], forum=True)
    topic = room.controls.create_topic(forum, "Mus")
    room.controls.close_topic(forum, topic)
    refusal = (400, "Bad Request: TOPIC_CLOSED")
    assert await room.refusal("sendMessage", chat_id=forum, text="a", message_thread_id=topic) == refusal
    room.controls.promote_bot(forum)
    await room.send("a", forum, message_thread_id=topic)
    room.controls.demote_bot(forum)
    room.controls.reopen_topic(forum, topic)
    await room.send("b", forum, message_thread_id=topic)


# Texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "message text is empty"),
        ("  \n ", "text must be non-empty"),
        ("\u200b", "text must be non-empty"),
        ("a" * 4097, "message is too long"),
        ("a" * 33_000, "text is too long"),
    ],
)
async def test_texts_that_telegram_does_not_take(room: Room, text: str, complaint: str) -> None:
    assert await room.refusal("sendMessage", chat_id=room.group, text=text) == (
        400,
        f"Bad Request: {complaint}",
    )


async def test_the_longest_text_is_measured_after_its_marks_are_gone(room: Room) -> None:
    await room.send("<b>" + "🃏" * 4096 + "</b>", parse_mode="HTML")


async def test_too_long_an_edit_has_a_text_of_its_own(room: Room) -> None:
    number = await room.send()
    refusal = await room.refusal("editMessageText", chat_id=room.group, message_id=number, text="a" * 4097)
    assert refusal == (400, "Bad Request: MESSAGE_TOO_LONG")


async def test_bad_html_is_refused_before_the_chat_is_looked_at(room: Room) -> None:
    code, text = await room.refusal("sendMessage", chat_id=-5, text="<b>a", parse_mode="HTML")
    assert code == 400
    assert text == "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\""


async def test_long_callback_data_is_refused(room: Room) -> None:
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "é" * 33}]]}
    refusal = await room.refusal("sendMessage", chat_id=room.group, text="a", reply_markup=markup)
    assert refusal == (400, "Bad Request: BUTTON_DATA_INVALID")


async def test_a_reply_to_a_missing_message_is_refused_unless_that_is_allowed(room: Room) -> None:
    params: dict[str, Any] = {"chat_id": room.group, "text": "a", "reply_parameters": {"message_id": 77}}
    assert await room.refusal("sendMessage", **params) == (
        400,
        "Bad Request: message to be replied not found",
    )
    params["reply_parameters"]["allow_sending_without_reply"] = True
    result = await room.result("sendMessage", **params)
    assert isinstance(result, dict)
    assert "reply_to_message" not in result


# Edits


async def test_an_edit_that_changes_nothing_is_refused(room: Room) -> None:
    number = await room.send("<b>a</b>", parse_mode="HTML", reply_markup=keys(["Mus"]))
    same = {"chat_id": room.group, "message_id": number}
    again = {**same, "text": " <b>a</b> ", "parse_mode": "HTML", "reply_markup": keys(["Mus"])}
    assert await room.refusal("editMessageText", **again) == (400, NOT_MODIFIED)
    assert await room.refusal("editMessageReplyMarkup", **same, reply_markup=keys(["Mus"])) == (
        400,
        NOT_MODIFIED,
    )
    assert (await room.call("editMessageText", **{**again, "text": "<i>a</i>"})).ok
    assert (await room.call("editMessageReplyMarkup", **same)).ok
    assert await room.refusal("editMessageReplyMarkup", **same) == (400, NOT_MODIFIED)


async def test_an_edit_without_a_keyboard_takes_it_away(room: Room) -> None:
    number = await room.send("a", reply_markup=keys(["Mus"]))
    result = await room.result("editMessageText", chat_id=room.group, message_id=number, text="b")
    assert isinstance(result, dict)
    assert "reply_markup" not in result
    assert room.reading.last(room.group).labels == []


async def test_deleted_foreign_and_unknown_messages_cannot_be_edited(room: Room) -> None:
    number = await room.send()
    said = room.controls.say(room.ane, "/mus", room.group)
    room.controls.delete(room.group, number)
    for message_id, complaint in [
        (number, "message to edit not found"),
        (999, "message to edit not found"),
        (said, "message can't be edited"),
    ]:
        refusal = await room.refusal("editMessageText", chat_id=room.group, message_id=message_id, text="b")
        assert refusal == (400, f"Bad Request: {complaint}")
    assert await room.refusal("editMessageText", text="b") == (
        400,
        "Bad Request: message identifier is not specified",
    )


async def test_a_message_with_a_reply_keyboard_cannot_be_edited(room: Room) -> None:
    number = await room.send("a", reply_markup={"force_reply": True})
    refusal = await room.refusal("editMessageText", chat_id=room.group, message_id=number, text="b")
    assert refusal == (400, "Bad Request: message can't be edited")


# Deleting


async def test_messages_are_deleted_within_48_hours_and_once(room: Room) -> None:
    old, young, gone = await room.send("a"), await room.send("b"), await room.send("c")
    await room.result("deleteMessage", chat_id=room.group, message_id=gone)
    refusal = await room.refusal("deleteMessage", chat_id=room.group, message_id=gone)
    assert refusal == (400, "Bad Request: message to delete not found")
    room.controls.advance(48 * 3600 - 1)
    await room.result("deleteMessage", chat_id=room.group, message_id=young)
    room.controls.advance(1)
    refusal = await room.refusal("deleteMessage", chat_id=room.group, message_id=old)
    assert refusal == (400, "Bad Request: message can't be deleted for everyone")


async def test_others_messages_are_deleted_by_administrators_only(room: Room) -> None:
    said = room.controls.say(room.ane, "/mus", room.group)
    refusal = await room.refusal("deleteMessage", chat_id=room.group, message_id=said)
    assert refusal == (400, "Bad Request: message can't be deleted")
    room.controls.promote_bot(room.group)
    await room.result("deleteMessage", chat_id=room.group, message_id=said)
    room.controls.start(room.ane)
    await room.result("deleteMessage", chat_id=room.ane, message_id=1)


async def test_many_are_deleted_at_once_or_none(room: Room) -> None:
    first, second = await room.send("a"), await room.send("b")
    said = room.controls.say(room.ane, "/mus", room.group)
    refusal = await room.refusal("deleteMessages", chat_id=room.group, message_ids=[first, said])
    assert refusal == (400, "Bad Request: message can't be deleted")
    assert not room.reading.message(room.group, first).deleted
    await room.result("deleteMessages", chat_id=room.group, message_ids=[first, second, 999])
    assert room.reading.messages(room.group, from_bot=True) == []
    refusal = await room.refusal("deleteMessages", chat_id=room.group, message_ids=list(range(101)))
    assert refusal == (400, "Bad Request: too many message identifiers specified")


# Photos


async def test_captions_hold_1024_characters(room: Room) -> None:
    upload = {"photo": Upload(png(), "a.png", "image/png")}
    refusal = await room.refusal("sendPhoto", upload, chat_id=room.group, caption="a" * 1025)
    assert refusal == (400, "Bad Request: message caption is too long")
    sent = await room.result("sendPhoto", upload, chat_id=room.group, caption="a" * 1024)
    assert isinstance(sent, dict)
    refusal = await room.refusal(
        "editMessageCaption", chat_id=room.group, message_id=sent["message_id"], caption="a" * 1025
    )
    assert refusal == (400, "Bad Request: MEDIA_CAPTION_TOO_LONG")


async def test_photos_are_known_by_their_bytes_and_sent_again_by_their_id(room: Room) -> None:
    first = await room.result("sendPhoto", {"photo": Upload(png())}, chat_id=room.group)
    same = await room.result("sendPhoto", {"photo": Upload(png())}, chat_id=room.group)
    assert isinstance(first, dict)
    assert isinstance(same, dict)
    (size,), (other,) = first["photo"], same["photo"]
    assert (size["width"], size["height"]) == (90, 60)
    assert size["file_unique_id"] == other["file_unique_id"]
    assert size["file_id"] != other["file_id"]
    again = await room.result("sendPhoto", chat_id=room.group, photo=size["file_id"])
    assert isinstance(again, dict)
    assert again["photo"] == [size]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "file must be non-empty"),
        (b"not a picture", "IMAGE_PROCESS_FAILED"),
        (png(2000, 10), "PHOTO_INVALID_DIMENSIONS"),
        (png() + b"\0" * 10 * 1024 * 1024, "is too big for a photo; the maximum size is 10485760 bytes"),
    ],
)
async def test_what_is_no_photo_is_refused(room: Room, content: bytes, complaint: str) -> None:
    code, text = await room.refusal("sendPhoto", {"photo": Upload(content)}, chat_id=room.group)
    assert code == 400
    assert text.endswith(complaint)


async def test_unknown_and_missing_files_are_refused(room: Room) -> None:
    refusal = await room.refusal("sendPhoto", chat_id=room.group, photo="AgACnothing")
    assert refusal == (400, "Bad Request: wrong file identifier/HTTP URL specified")
    refusal = await room.refusal("sendPhoto", chat_id=room.group, photo="attach://a")
    assert refusal == (400, "Bad Request: there is no photo in the request")
    refusal = await room.refusal("getFile", file_id="AgACnothing")
    assert refusal == (400, "Bad Request: wrong file_id or the file is temporarily unavailable")


async def test_a_text_can_become_a_photo_but_a_photo_has_no_text(room: Room) -> None:
    number = await room.send("a")
    media = {
        "type": "photo",
        "media": "attach://p",
        "caption": "<b>c</b>",
        "parse_mode": "HTML",
        "has_spoiler": True,
    }
    target = {"chat_id": room.group, "message_id": number}
    result = await room.result("editMessageMedia", {"p": Upload(png())}, **target, media=media)
    assert isinstance(result, dict)
    assert result["caption"] == "c"
    assert result["has_media_spoiler"] is True
    refusal = await room.refusal("editMessageText", **target, text="b")
    assert refusal == (400, "Bad Request: there is no text in the message to edit")
    text = await room.send("t")
    refusal = await room.refusal("editMessageCaption", chat_id=room.group, message_id=text, caption="b")
    assert refusal == (400, "Bad Request: there is no caption in the message to edit")


async def test_documents_keep_their_name(room: Room) -> None:
    upload = {"document": Upload(b"1. p p p p", "partida.txt", "text/plain")}
    sent = await room.result("sendDocument", upload, chat_id=room.group, caption="c")
    assert isinstance(sent, dict)
    assert sent["document"]["file_name"] == "partida.txt"
    refusal = await room.refusal("sendPhoto", chat_id=room.group, photo=sent["document"]["file_id"])
    assert refusal == (400, "Bad Request: can't use file of type Document as Photo")


# Presses


async def test_a_press_is_answered_once(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    await room.result("answerCallbackQuery", callback_query_id=press.id, text="Vale")
    too_old = (400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
    assert await room.refusal("answerCallbackQuery", callback_query_id=press.id) == too_old
    assert await room.refusal("answerCallbackQuery", callback_query_id="1") == too_old
    assert room.kinds() == ["answered_twice", "unknown_query"]


async def test_a_press_that_came_again_unconfirmed_may_be_answered_again(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    assert len(await room.updates()) == 1
    assert (await room.call("answerCallbackQuery", callback_query_id=press.id)).ok
    assert len(await room.updates()) == 1  # the bot died before it confirmed the update
    assert not (await room.call("answerCallbackQuery", callback_query_id=press.id)).ok
    assert room.kinds() == []


async def test_an_old_press_cannot_be_answered(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    room.controls.advance(15.5)
    code, text = await room.refusal("answerCallbackQuery", callback_query_id=press.id)
    assert (code, "query is too old" in text) == (400, True)
    assert room.kinds() == ["late_answer"]
    assert room.controls.check_unanswered(final=True) == []


async def test_a_toast_holds_200_characters_and_the_press_stays_open(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    refusal = await room.refusal("answerCallbackQuery", callback_query_id=press.id, text="ñ" * 201)
    assert refusal == (400, "Bad Request: MESSAGE_TOO_LONG")
    await room.result("answerCallbackQuery", callback_query_id=press.id, text="ñ" * 200, show_alert=True)
    assert press.answer is not None
    assert press.answer.alert


async def test_an_answer_may_link_to_the_bot_alone(room: Room) -> None:
    await room.send("a", reply_markup=keys(["Mus"]))
    press = room.controls.press(room.ane, room.group, text="Mus")
    refusal = await room.refusal("answerCallbackQuery", callback_query_id=press.id, url="https://a.example")
    assert refusal == (400, "Bad Request: URL_INVALID")
    url = "https://t.me/musbot_local_bot?start=x"
    await room.result("answerCallbackQuery", callback_query_id=press.id, url=url)
    assert press.answer is not None
    assert press.answer.url == url


# Flood


async def test_a_group_takes_20_sends_and_edits_in_a_minute(room: Room) -> None:
    number = await room.send("0")
    for place in range(1, 20):
        await room.result("editMessageText", chat_id=room.group, message_id=number, text=str(place))
        room.controls.advance(1)
    outcome = await room.call("sendMessage", chat_id=room.group, text="b")
    assert outcome.status == 429
    assert outcome.body["description"] == "Too Many Requests: retry after 41"
    assert outcome.body["parameters"] == {"retry_after": 41}
    room.controls.advance(40.9)
    assert not (await room.call("sendMessage", chat_id=room.group, text="b")).ok
    room.controls.advance(0.1)
    assert (await room.call("sendMessage", chat_id=room.group, text="b")).ok
    assert room.kinds() == ["crowded_chat", "crowded_chat", "flood", "flood", "crowded_chat"]


async def test_topics_share_the_budget_of_their_group_and_other_chats_have_their_own(room: Room) -> None:
    forum = room.controls.add_group("Foro", [room.ane], forum=True)
    topics = [room.controls.create_topic(forum, name) for name in "ab"]
    for place in range(20):
        await room.send(str(place), forum, message_thread_id=topics[place % 2])
    assert (await room.call("sendMessage", chat_id=forum, text="x")).status == 429
    assert (await room.call("sendMessage", chat_id=room.group, text="x")).ok


async def test_answers_deletions_and_refused_calls_cost_nothing(room: Room) -> None:
    numbers = [await room.send(str(place), reply_markup=keys(["Mus"])) for place in range(18)]
    for number in numbers:
        press = room.controls.press(room.ane, room.group, number, text="Mus")
        await room.result("answerCallbackQuery", callback_query_id=press.id)
        await room.refusal("sendMessage", chat_id=room.group, text="")
        await room.result("sendChatAction", chat_id=room.group, action="typing")
        await room.result("deleteMessage", chat_id=room.group, message_id=number)
    assert room.kinds() == []
    await room.send("19")
    assert room.kinds() == ["crowded_chat"]


# Others


async def test_pinning_needs_rights_and_tells_the_chat(room: Room) -> None:
    number = await room.send()
    refusal = await room.refusal("pinChatMessage", chat_id=room.group, message_id=number)
    assert refusal == (400, "Bad Request: not enough rights to manage pinned messages in the chat")
    room.controls.promote_bot(room.group)
    await room.result("pinChatMessage", chat_id=room.group, message_id=number)
    assert room.reading.message(room.group, number).pinned
    chat = await room.result("getChat", chat_id=room.group)
    assert isinstance(chat, dict)
    assert chat["pinned_message"]["message_id"] == number
    last = (await room.updates())[-1]["message"]
    assert last["pinned_message"]["message_id"] == number
    await room.result("unpinChatMessage", chat_id=room.group)
    refusal = await room.refusal("unpinChatMessage", chat_id=room.group)
    assert refusal == (400, "Bad Request: message to unpin not found")


async def test_members_are_described_by_what_they_are(room: Room) -> None:
    room.controls.promote(room.jon, room.group, anonymous=True)
    room.controls.leave(room.mikel, room.group)
    stranger = room.controls.add_user("Nadie")
    expected = {room.ane: "creator", room.jon: "administrator", room.mikel: "left", room.itziar: "member"}
    for user, status in expected.items():
        member = await room.result("getChatMember", chat_id=room.group, user_id=user)
        assert isinstance(member, dict)
        assert member["status"] == status
    refusal = await room.refusal("getChatMember", chat_id=room.group, user_id=stranger)
    assert refusal == (400, "Bad Request: user not found")
    admins = await room.result("getChatAdministrators", chat_id=room.group)
    assert isinstance(admins, list)
    assert [admin["user"]["first_name"] for admin in admins] == ["Ane", "Jon"]
    assert await room.result("getChatMemberCount", chat_id=room.group) == 4
    room.controls.start(room.ane)
    refusal = await room.refusal("getChatAdministrators", chat_id=room.ane)
    assert refusal == (400, "Bad Request: there are no administrators in the private chat")


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ({"command": "Mus", "description": "d"}, "BOT_COMMAND_INVALID"),
        ({"command": "órdago", "description": "d"}, "BOT_COMMAND_INVALID"),
        ({"command": "a" * 33, "description": "d"}, "command length must not exceed 32"),
        ({"command": "mus", "description": " "}, "command description must be non-empty"),
        ({"command": "mus", "description": "d" * 257}, "command description length must not exceed 256"),
        ({"command": "/", "description": "d"}, "command must be non-empty"),
    ],
)
async def test_bad_commands_are_refused(room: Room, command: dict[str, str], complaint: str) -> None:
    assert await room.refusal("setMyCommands", commands=[command]) == (400, f"Bad Request: {complaint}")


async def test_commands_are_kept_by_scope_and_language_and_shown_by_the_nearest(room: Room) -> None:
    async def put(name: str, **where: Any) -> None:
        await room.result("setMyCommands", commands=[{"command": name, "description": "d"}], **where)

    await put("default")
    await put("gruposes", scope={"type": "all_group_chats"}, language_code="es")
    await put("grupos", scope={"type": "all_group_chats"})
    await put("admins", scope={"type": "all_chat_administrators"})
    await put("privado", scope={"type": "all_private_chats"})
    english = room.controls.add_user("Amy", language="en")
    room.controls.join(english, room.group)

    def shown(user: int, chat: int) -> list[str]:
        return [command["command"] for command in room.reading.commands_for(user, chat)]

    assert shown(room.jon, room.group) == ["gruposes"]
    assert shown(english, room.group) == ["grupos"]
    assert shown(room.ane, room.group) == ["admins"]
    assert shown(room.jon, room.jon) == ["privado"]
    await put("mesa", scope={"type": "chat", "chat_id": room.group})
    assert shown(room.jon, room.group) == ["mesa"]
    assert await room.result("getMyCommands", language_code="es") == []
    await room.result("deleteMyCommands", scope={"type": "chat", "chat_id": room.group})
    assert shown(room.jon, room.group) == ["gruposes"]
    many = [{"command": f"c{place}", "description": "d"} for place in range(101)]
    assert await room.refusal("setMyCommands", commands=many) == (400, "Bad Request: BOT_COMMANDS_TOO_MUCH")
    refusal = await room.refusal("getMyCommands", language_code="spa")
    assert refusal == (400, "Bad Request: invalid language code specified")


@pytest.mark.parametrize(
    ("suffix", "field", "limit"),
    [
        ("Name", "name", 64),
        ("Description", "description", 512),
        ("ShortDescription", "short_description", 120),
    ],
)
async def test_names_and_descriptions_are_kept_by_language(
    room: Room, suffix: str, field: str, limit: int
) -> None:
    def value(text: str) -> dict[str, Any]:
        return {field: text}

    await room.result(f"setMy{suffix}", **value("Musa"), language_code="eu")
    await room.result(f"setMy{suffix}", **value("Todos"))
    assert await room.result(f"getMy{suffix}", language_code="eu") == {field: "Musa"}
    assert await room.result(f"getMy{suffix}", language_code="es") == {field: "Todos"}
    assert not (await room.call(f"setMy{suffix}", **value("a" * (limit + 1)))).ok
    await room.result(f"setMy{suffix}", **value(""))
    assert await room.result(f"getMy{suffix}") == {field: "Mus" if field == "name" else ""}
