"""From a Telegram update to `Incoming`: parsing only, pure, no I/O. Whom it concerns is for `musbot.app.directory`.

Privacy mode stays on: commands, replies to the bot, presses and service messages arrive, and nothing else is needed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from telegram import CallbackQuery, Chat, ChatMember, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatID, ChatType

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
from musbot.telegram.callbacks import decode
from musbot.telegram.calls import parse_call
from musbot.telegram.names import clean, person_name

ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member")
"""The kinds of updates we ask Telegram for."""

GENERAL_TOPIC = 1
GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]+))?(?:\s+(.*))?", re.DOTALL)
_SYNONYMS: Mapping[str, Slash] = MappingProxyType(
    {name.value: name for name in Slash}
    | {
        "tanteo": Slash.SCORE,
        "table": Slash.MESA,
        "cards": Slash.CARTAS,
        "leave": Slash.SALIR,
        "cancel": Slash.CANCELAR,
        "rules": Slash.REGLAS,
        "language": Slash.IDIOMA,
        "help": Slash.AYUDA,
    }
)
_CALLS: Mapping[str, str] = MappingProxyType(
    {
        "envido": "envido",
        "enbido": "envido",
        "paso": "paso",
        "ordago": "ordago",
        "hordago": "ordago",
        "quiero": "quiero",
        "noquiero": "no quiero",
        "no_quiero": "no quiero",
        "mas": "mas",
        "corto": "corto",
        "tiro": "tiro",
    }
)
_WRITES = (ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER)


@dataclass(frozen=True, slots=True)
class Me:
    """The bot itself: its id, and its username without the @."""

    id: int
    username: str


def parse(update: Update, me: Me) -> Incoming | None:
    """What an update says, or None when it is none of our business."""
    if update.callback_query is not None:
        return _press(update.update_id, update.callback_query)
    if update.my_chat_member is not None:
        return _membership(update.update_id, update.my_chat_member)
    if update.message is not None:
        return _message(update.update_id, update.message, me)
    return None  # edited messages, channel posts and whatever Telegram invents


def _press(update_id: int, query: CallbackQuery) -> Incoming | None:
    message = query.message
    if message is None or message.chat.type == ChatType.CHANNEL:
        return None
    what = (decode(query.data) if query.data else None) or BadPress()
    base = _from_chat(update_id, message.chat, what)
    thread_id = _thread(message) if isinstance(message, Message) else None
    return replace(
        _with_person(base, query.from_user),
        thread_id=thread_id,
        query_id=query.id,
        message_id=message.message_id,
    )


def _membership(update_id: int, change: ChatMemberUpdated) -> Incoming | None:
    chat = change.chat
    could, can = _can_write(change.old_chat_member), _can_write(change.new_chat_member)
    if chat.type == ChatType.PRIVATE:
        return _with_person(_from_chat(update_id, chat, Reach(can)), change.from_user)
    if chat.type not in GROUPS or could == can:
        return None  # channels; a promotion changes nothing for us
    what: IncomingWhat = BotAdded() if can else BotRemoved()
    return _with_person(_from_chat(update_id, chat, what), change.from_user)


def _can_write(member: ChatMember) -> bool:
    if member.status == ChatMember.RESTRICTED:
        return bool(getattr(member, "is_member", False) and getattr(member, "can_send_messages", False))
    return member.status in _WRITES


def _message(update_id: int, message: Message, me: Me) -> Incoming | None:
    if message.chat.type not in (*GROUPS, ChatType.PRIVATE):
        return None
    base = replace(
        _from_chat(update_id, message.chat, Chatter()),
        thread_id=_thread(message),
        message_id=message.message_id,
    )
    service = _service(message, me)
    if service is not None:
        who = message.left_chat_member if isinstance(service, MemberLeft) else message.from_user
        return _with_person(replace(base, what=service), who)
    what, base = _said(message, me), _sender(base, message)
    if what is None:
        return None
    if base.person_id is None and not base.anonymous:
        return replace(base, what=Chatter())  # a channel, another bot or Telegram itself speaks
    return replace(base, what=what)


def _service(message: Message, me: Me) -> IncomingWhat | None:
    """What a service message tells, if it is one that matters."""
    chat_id = message.chat.id
    if message.migrate_to_chat_id is not None:
        return Migrated(chat_id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id is not None:
        return Migrated(message.migrate_from_chat_id, chat_id)
    if message.left_chat_member is not None:
        return BotRemoved() if message.left_chat_member.id == me.id else MemberLeft()
    joined = any(user.id == me.id for user in message.new_chat_members)
    if joined or message.group_chat_created or message.supergroup_chat_created:
        return BotAdded()
    return None


def _said(message: Message, me: Me) -> IncomingWhat | None:
    """What a message asks: a command, a typed call or nothing. None: it is for another bot."""
    text = message.text or ""
    if not text or message.forward_origin is not None or message.via_bot is not None:
        return Chatter()
    if found := _COMMAND.fullmatch(text.strip()):
        name, addressee, arg = found[1].lower(), found[2], (found[3] or "").strip()
        if addressee and addressee.lower() != me.username.lower():
            return None
        reply = _reply_to_us(message, me)
        to_us = bool(addressee) or message.chat.type == ChatType.PRIVATE
        return _command(name, arg, reply) or (SlashCommand(Slash.AYUDA, name) if to_us else Chatter())
    reply = _reply_to_us(message, me)
    if reply is None and message.chat.type != ChatType.PRIVATE:
        return Chatter()
    return parse_call(text, reply) or Chatter()


def _command(name: str, arg: str, reply: int | None) -> SlashCommand | TypedCall | None:
    if name in _SYNONYMS:
        return SlashCommand(_SYNONYMS[name], arg)
    if name not in _CALLS:
        return None
    if not arg:
        return parse_call(_CALLS[name], reply)
    if _CALLS[name] == "envido":
        call = parse_call(arg, reply)
        if call is not None and call.word is Word.NUMBER:
            call = TypedCall(Word.ENVIDO, call.n, reply)
    else:
        call = parse_call(f"{_CALLS[name]} {arg}", reply)
    # An amount that cannot be read must not become the smallest bet: explain instead.
    return call or SlashCommand(Slash.AYUDA, name)


def _reply_to_us(message: Message, me: Me) -> int | None:
    """The message of ours that is replied to. In a topic every message "replies" to its opening: that is none."""
    target = message.reply_to_message
    if target is None or target.from_user is None or target.from_user.id != me.id:
        return None
    return None if target.forum_topic_created is not None else target.message_id


def _sender(base: Incoming, message: Message) -> Incoming:
    as_chat = message.sender_chat
    if as_chat is not None:
        # In the name of the group itself: an anonymous admin. His account is hidden behind Telegram's own one.
        same = as_chat.id == message.chat.id
        return replace(base, anonymous=same, name=clean(as_chat.title or "") if same else "")
    user = message.from_user
    if user is None or user.is_bot or user.id in (ChatID.SERVICE_CHAT, ChatID.ANONYMOUS_ADMIN):
        return base
    return _with_person(base, user)


def _from_chat(update_id: int, chat: Chat, what: IncomingWhat) -> Incoming:
    private = chat.type == ChatType.PRIVATE
    return Incoming(
        update_id,
        what,
        chat.id,
        private=private,
        title="" if private else clean(chat.title or ""),
        username=None if private else chat.username,
    )


def _with_person(base: Incoming, user: User | None) -> Incoming:
    if user is None or user.id in (ChatID.ANONYMOUS_ADMIN, ChatID.SERVICE_CHAT):
        return base
    return replace(
        base,
        person_id=user.id,
        name=person_name(user.first_name, user.last_name, user.username),
        client_language=user.language_code,
    )


def _thread(message: Message) -> int | None:
    if not message.is_topic_message or message.message_thread_id == GENERAL_TOPIC:
        return None
    return message.message_thread_id
