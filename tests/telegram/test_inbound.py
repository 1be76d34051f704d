"""Updates of every kind, and what they say."""

from dataclasses import replace
from typing import Any

import pytest
from telegram import Update

from musbot.app.commands import Reach, Slash, SlashCommand, TypedCall, Word
from musbot.app.incoming import (
    BadPress,
    BotAdded,
    BotRemoved,
    Chatter,
    Incoming,
    IncomingWhat,
    MemberLeft,
    Migrated,
)
from musbot.app.screens import Press, Verb
from musbot.engine.state import Question
from musbot.telegram.callbacks import encode
from musbot.telegram.inbound import parse
from tests.telegram.updates import (
    ANE,
    ANONYMOUS,
    BOT,
    GROUP,
    ME,
    PRIVATE,
    board,
    membership,
    message,
    press,
    update,
)

FROM_ANE = Incoming(
    5, Chatter(), -1001, title="Peña", person_id=7, name="Ane", client_language="eu", message_id=30
)
MEMBER: dict[str, Any] = {"status": "member"}
LEFT: dict[str, Any] = {"status": "left"}
KICKED: dict[str, Any] = {"status": "kicked", "until_date": 0}
ADMIN: dict[str, Any] = {
    "status": "administrator", "can_be_edited": False, "is_anonymous": False, "can_manage_chat": True,
    "can_delete_messages": True, "can_manage_video_chats": False, "can_restrict_members": False,
    "can_promote_members": False, "can_change_info": False, "can_invite_users": False, "can_post_stories": False,
    "can_edit_stories": False, "can_delete_stories": False,
}  # fmt: skip


def what_of(said: Update) -> IncomingWhat | None:
    incoming = parse(said, ME)
    return None if incoming is None else incoming.what


def test_a_press_carries_what_its_button_says() -> None:
    pressed = Press(3, Verb.CALL, Question(12, "g", 1), "e5")
    assert parse(press(encode(pressed)), ME) == replace(FROM_ANE, what=pressed, query_id="q1", message_id=20)


@pytest.mark.parametrize("data", ["forged", "", None, "2.1.s"])
def test_data_that_we_did_not_make_is_a_bad_press(data: str | None) -> None:
    fields: dict[str, Any] = {"game_short_name": "x"} if data is None else {}
    incoming = parse(press(data, **fields), ME)
    assert incoming is not None
    assert (incoming.what, incoming.query_id) == (BadPress(), "q1")


def test_a_press_on_a_message_too_old_to_be_shown_counts() -> None:
    old = {"message_id": 20, "date": 0, "chat": GROUP}
    incoming = parse(press(encode(Press(3, Verb.CARDS)), message=old), ME)
    assert incoming is not None
    assert (incoming.what, incoming.chat_id) == (Press(3, Verb.CARDS), -1001)


def test_a_press_on_an_inline_message_is_none_of_ours() -> None:
    assert parse(press("1.1.c", message=None, inline_message_id="i"), ME) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("/mus", SlashCommand(Slash.MUS)),
        ("/MUS@MusBot", SlashCommand(Slash.MUS)),
        ("/mus@musbot  rapida ", SlashCommand(Slash.MUS, "rapida")),
        ("/tanteo", SlashCommand(Slash.SCORE)),
        ("/score", SlashCommand(Slash.SCORE)),
        ("/start mesa_3", SlashCommand(Slash.START, "mesa_3")),
        ("/help", SlashCommand(Slash.AYUDA)),
        ("/envido 7", TypedCall(Word.ENVIDO, 7)),
        ("/envido@musbot 7", TypedCall(Word.ENVIDO, 7)),
        ("/envido", TypedCall(Word.ENVIDO)),
        ("/envido 5 más", TypedCall(Word.MAS, 5)),
        ("/envido órdago", TypedCall(Word.ORDAGO)),
        ("/envido mucho", SlashCommand(Slash.AYUDA, "envido")),
        ("/envido -3 o 4", SlashCommand(Slash.AYUDA, "envido")),
        ("/paso", TypedCall(Word.PASO)),
        ("/ordago", TypedCall(Word.ORDAGO)),
        ("/mas 3", TypedCall(Word.MAS, 3)),
        ("/noquiero", TypedCall(Word.NO_QUIERO)),
        ("/tiro 1 3", TypedCall(Word.DISCARD, 13)),
        ("/nosuch", Chatter()),
        ("/nosuch@musbot", SlashCommand(Slash.AYUDA, "nosuch")),
        ("/mus@otherbot", None),
        ("/ mus", Chatter()),
        ("paso", Chatter()),
        ("7", Chatter()),
        ("anything", Chatter()),
    ],
)
def test_text_in_a_group(text: str, what: IncomingWhat | None) -> None:
    assert what_of(message(text)) == what


def test_a_command_says_who_and_where() -> None:
    chat = {**GROUP, "username": "penya"}
    assert parse(message("/mus", chat=chat), ME) == replace(
        FROM_ANE, what=SlashCommand(Slash.MUS), username="penya"
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("7", TypedCall(Word.NUMBER, 7, 20)),
        ("5 más", TypedCall(Word.MAS, 5, 20)),
        ("/envido 7", TypedCall(Word.ENVIDO, 7, 20)),
        ("qué mano más mala", Chatter()),
    ],
)
def test_a_reply_to_the_board_may_be_a_call(text: str, what: IncomingWhat) -> None:
    assert what_of(message(text, reply_to_message=board())) == what


def test_a_reply_to_somebody_else_is_talk() -> None:
    assert what_of(message("7", reply_to_message=board(**{"from": ANE}))) == Chatter()


def test_the_opening_of_a_topic_is_not_a_board() -> None:
    opening = board(forum_topic_created={"name": "mus", "icon_color": 1})
    said = message("7", reply_to_message=opening, is_topic_message=True, message_thread_id=20)
    assert what_of(said) == Chatter()


def test_a_call_in_private_needs_no_reply() -> None:
    incoming = parse(message("paso", chat=PRIVATE), ME)
    assert incoming == replace(FROM_ANE, what=TypedCall(Word.PASO), chat_id=7, private=True, title="")


def test_talk_in_private_is_talk_and_an_unknown_command_gets_help() -> None:
    assert what_of(message("hola", chat=PRIVATE)) == Chatter()
    assert what_of(message("/nosuch", chat=PRIVATE)) == SlashCommand(Slash.AYUDA, "nosuch")


@pytest.mark.parametrize(
    ("fields", "thread_id"),
    [
        ({"is_topic_message": True, "message_thread_id": 55}, 55),
        ({"is_topic_message": True, "message_thread_id": 1}, None),
        ({"message_thread_id": 55}, None),
        ({}, None),
    ],
)
def test_only_a_real_topic_is_a_thread(fields: dict[str, Any], thread_id: int | None) -> None:
    said = parse(message("/mus", **fields), ME)
    pressed = parse(press(encode(Press(1, Verb.CARDS)), message=board(**fields)), ME)
    assert said is not None
    assert pressed is not None
    assert (said.thread_id, pressed.thread_id) == (thread_id, thread_id)


def test_an_anonymous_admin_has_no_account() -> None:
    incoming = parse(message("/cancelar", sender_chat=GROUP, **{"from": ANONYMOUS}), ME)
    assert incoming is not None
    assert (incoming.what, incoming.anonymous, incoming.person_id) == (
        SlashCommand(Slash.CANCELAR),
        True,
        None,
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"sender_chat": {"id": -100777, "type": "channel", "title": "News"}, "from": {**ANONYMOUS, "id": 136817688}},
        {"from": {"id": 99, "is_bot": True, "first_name": "Other"}},
        {"from": {"id": 777000, "is_bot": False, "first_name": "Telegram"}},
        {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "x"}},
        {"via_bot": {"id": 99, "is_bot": True, "first_name": "Other"}},
    ],
)  # fmt: skip
def test_a_command_that_no_person_gave_here_is_talk(fields: dict[str, Any]) -> None:
    assert what_of(message("/mus", **fields)) == Chatter()


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"migrate_to_chat_id": -1002}, Migrated(-1001, -1002)),
        ({"migrate_from_chat_id": -5}, Migrated(-5, -1001)),
        ({"new_chat_members": [ANE, BOT]}, BotAdded()),
        ({"new_chat_members": [ANE]}, Chatter()),
        ({"group_chat_created": True}, BotAdded()),
        ({"left_chat_member": BOT}, BotRemoved()),
        ({"left_chat_member": {**ANE, "id": 8}}, MemberLeft()),
        ({"sticker": None}, Chatter()),
    ],
)
def test_service_messages(fields: dict[str, Any], what: IncomingWhat) -> None:
    assert what_of(message(**fields)) == what


def test_who_left_is_the_one_who_left_not_the_one_who_threw_him_out() -> None:
    incoming = parse(message(left_chat_member={**ANE, "id": 8, "first_name": "Jon"}), ME)
    assert incoming is not None
    assert (incoming.person_id, incoming.name) == (8, "Jon")


@pytest.mark.parametrize(
    ("chat", "old", "new", "what"),
    [
        (PRIVATE, KICKED, MEMBER, Reach(True)),
        (PRIVATE, MEMBER, KICKED, Reach(False)),
        (GROUP, LEFT, MEMBER, BotAdded()),
        (GROUP, LEFT, ADMIN, BotAdded()),
        (GROUP, MEMBER, KICKED, BotRemoved()),
        (GROUP, ADMIN, LEFT, BotRemoved()),
        (GROUP, MEMBER, ADMIN, None),
        (GROUP, LEFT, KICKED, None),
        ({"id": -100777, "type": "channel", "title": "News"}, LEFT, ADMIN, None),
    ],
)
def test_what_becomes_of_the_bot_itself(
    chat: dict[str, Any], old: dict[str, Any], new: dict[str, Any], what: IncomingWhat | None
) -> None:
    assert what_of(membership(chat, old, new)) == what


def test_a_block_is_about_the_person() -> None:
    incoming = parse(membership(PRIVATE, MEMBER, KICKED), ME)
    assert incoming is not None
    assert (incoming.person_id, incoming.chat_id, incoming.private) == (7, 7, True)


@pytest.mark.parametrize("kind", ["edited_message", "channel_post", "edited_channel_post"])
def test_edits_and_channel_posts_are_none_of_ours(kind: str) -> None:
    said = {"message_id": 1, "date": 1, "chat": GROUP, "from": ANE, "text": "/mus"}
    assert parse(update(**{kind: said}), ME) is None


def test_an_update_of_a_kind_that_does_not_exist_yet_is_none_of_ours() -> None:
    assert parse(update(), ME) is None
