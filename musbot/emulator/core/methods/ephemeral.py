"""Ephemeral messages: shown in a group to one member, answered, edited and deleted by methods of their own.

Bot API 10.2 and 10.3. The texts of the refusals are not documented; docs/emulator.md says which are guesses.
"""

from dataclasses import replace
from typing import Any

from musbot.emulator.core.access import find_chat
from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.keyboards import check_data, read_keyboard
from musbot.emulator.core.methods.registry import Request, method
from musbot.emulator.core.model import Chat, Content, Message
from musbot.emulator.core.ports import Json
from musbot.emulator.core.render import message_json
from musbot.emulator.core.text import MAX_TEXT, read_text

_TARGET = ("chat_id", "receiver_user_id", "ephemeral_message_id")


def send_ephemeral(request: Request, chat: Chat, content: Content, parameters: Json) -> Json:
    """Send an ephemeral message.

    Args:
        request: The send.
        chat: A chat the bot may write to.
        content: What to show.
        parameters: `EphemeralMessageParameters`.

    Raises:
        ApiError: 400 when the bot may not: no group, no member, no press of his within the last 15 s.
    """
    world = request.world
    receiver_id = parameters["receiver_user_id"]
    if not chat.is_group:
        raise bad_request("PEER_ID_INVALID")
    if not chat.present(receiver_id):
        raise bad_request("USER_NOT_PARTICIPANT")
    press = world.presses.by_id.get(parameters.get("callback_query_id", ""))
    fresh = (
        press is not None
        and press.user.id == receiver_id
        and press.chat is chat
        and request.at - (press.ready_at or press.at) <= world.limits.ephemeral_seconds
    )
    status = world.bot_status(chat)
    if chat.ephemerals_refused or not (fresh or (status is not None and status.admin)):
        raise bad_request("CHAT_ADMIN_REQUIRED")
    replaces: Message | None = None
    if parameters.get("replace_callback_query_message"):
        if press is None or not fresh or press.message.ephemeral_id:
            raise bad_request("QUERY_ID_INVALID")
        replaces = press.message
    if world.limits.ephemerals_count:
        world.count_write(chat)
    message = world.post_ephemeral(chat, world.users[receiver_id], content, replaces)
    return message_json(message)


def _target(request: Request) -> Message:
    chat = find_chat(request.world, request.params["chat_id"], write=True)
    message = request.world.ephemerals.get(request.params["ephemeral_message_id"])
    receiver: Any = None if message is None else message.receiver
    if message is None or message.deleted or message.chat is not chat:
        raise bad_request("MESSAGE_ID_INVALID")
    if receiver.id != request.params["receiver_user_id"]:
        raise bad_request("MESSAGE_ID_INVALID")
    return message


def _edit(request: Request, message: Message, content: Content) -> bool:
    check_data(content.keyboard)
    if request.world.limits.ephemerals_count:
        request.world.count_write(message.chat)
    request.world.edit(message, content)
    return True


@method("editEphemeralMessageText", *_TARGET, "text", "parse_mode", "entities", "reply_markup")
def edit_ephemeral_text(request: Request) -> bool:
    """Give an ephemeral message another text and keyboard."""
    formatted = read_text(request.get("text", ""), request.get("parse_mode"), request.get("entities"))
    rows = read_keyboard(request.get("reply_markup"))
    message = _target(request)
    if not formatted.text:
        raise bad_request("message text is empty")
    if len(formatted.text) > MAX_TEXT:
        raise bad_request("MESSAGE_TOO_LONG")
    return _edit(request, message, Content(formatted.text, formatted.entities, keyboard=rows))


@method("editEphemeralMessageReplyMarkup", *_TARGET, "reply_markup")
def edit_ephemeral_reply_markup(request: Request) -> bool:
    """Give an ephemeral message another keyboard, or none."""
    rows = read_keyboard(request.get("reply_markup"))
    message = _target(request)
    return _edit(request, message, replace(message.content, keyboard=rows))


@method("deleteEphemeralMessage", *_TARGET)
def delete_ephemeral(request: Request) -> bool:
    """Take an ephemeral message away."""
    request.world.delete(_target(request))
    return True
