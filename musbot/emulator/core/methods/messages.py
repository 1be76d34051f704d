"""Sending, editing and deleting messages."""

from collections.abc import Callable
from dataclasses import replace

from musbot.emulator.core.access import (
    check_deletable,
    check_may_send,
    check_own,
    find_chat,
    find_message,
    find_topic,
)
from musbot.emulator.core.errors import ApiError, bad_request
from musbot.emulator.core.keyboards import check_data, read_keyboard
from musbot.emulator.core.methods.ephemeral import send_ephemeral
from musbot.emulator.core.methods.registry import Request, method
from musbot.emulator.core.model import Chat, Content, Message
from musbot.emulator.core.ports import Json
from musbot.emulator.core.render import message_json
from musbot.emulator.core.text import MAX_CAPTION, MAX_TEXT, Formatted, read_text, shows_nothing

_SEND = (
    "chat_id", "message_thread_id", "parse_mode", "disable_notification", "protect_content", "reply_parameters",
    "reply_markup", "ephemeral_message_parameters",
)  # fmt: skip
_CAPTION = ("caption", "parse_mode", "caption_entities", "show_caption_above_media")
_TARGET = ("chat_id", "message_id", "reply_markup")


@method("sendMessage", *_SEND, "text", "entities", "link_preview_options")
def send_message(request: Request) -> Json:
    """Send a text."""
    formatted = read_body(request)
    extra = _preview(request)
    return _send(request, lambda: Content(*_checked_text(formatted, "message is too long"), extra=extra))


@method("sendPhoto", *_SEND, *_CAPTION, "photo", "has_spoiler")
def send_photo(request: Request) -> Json:
    """Send a photo: uploaded or by `file_id`."""
    return _send_file(request, "photo", _media_extra(request.params))


@method("sendDocument", *_SEND, "caption", "caption_entities", "document", "disable_content_type_detection")
def send_document(request: Request) -> Json:
    """Send a document: uploaded or by `file_id`."""
    return _send_file(request, "document", {})


def _send_file(request: Request, kind: str, extra: Json) -> Json:
    formatted = read_caption(request.params)

    def content() -> Content:
        file = request.world.files.resolve(request.get(kind), kind, kind, request.uploads)
        text, entities = _checked_caption(formatted, "message caption is too long")
        return Content(text, entities, file, extra=extra)

    return _send(request, content)


def read_body(request: Request) -> Formatted:
    """Read the text of a send or edit before any chat is looked at.

    Raises:
        ApiError: 400 for an empty text or bad markup.
    """
    source = request.get("text", "")
    if not source:
        raise bad_request("message text is empty")
    return read_text(source, request.get("parse_mode"), request.get("entities"))


def read_caption(params: Json) -> Formatted:
    """Read a caption, which may be missing."""
    return read_text(params.get("caption", ""), params.get("parse_mode"), params.get("caption_entities"))


def _checked_text(formatted: Formatted, too_long: str) -> tuple[str, tuple[Json, ...]]:
    if shows_nothing(formatted.text):
        raise bad_request("text must be non-empty")
    if len(formatted.text) > MAX_TEXT:
        raise bad_request(too_long)
    return formatted.text, formatted.entities


def _checked_caption(formatted: Formatted, too_long: str) -> tuple[str, tuple[Json, ...]]:
    if len(formatted.text) > MAX_CAPTION:
        raise bad_request(too_long)
    return formatted.text, formatted.entities


def _preview(request: Request) -> Json:
    options = request.get("link_preview_options")
    return {"link_preview_options": options} if options else {}


def _media_extra(params: Json) -> Json:
    extra: Json = {}
    if params.get("has_spoiler"):
        extra["has_media_spoiler"] = True
    if params.get("show_caption_above_media"):
        extra["show_caption_above_media"] = True
    return extra


def _send(request: Request, content: Callable[[], Content]) -> Json:
    world = request.world
    markup = request.get("reply_markup")
    inline = markup is None or "inline_keyboard" in markup
    rows = read_keyboard(markup) if inline else ()
    chat = find_chat(world, request.params["chat_id"], write=True)
    check_may_send(world, chat)
    topic = find_topic(world, chat, request.get("message_thread_id"))
    reply_to = _replied(chat, request.get("reply_parameters"))
    built = replace(content(), keyboard=rows)
    check_data(rows)
    ephemeral = request.get("ephemeral_message_parameters")
    if ephemeral is not None:
        return send_ephemeral(request, chat, built, ephemeral)
    world.count_write(chat)
    message = world.post(
        chat,
        world.bot,
        built,
        topic=topic,
        reply_to=reply_to,
        silent=bool(request.get("disable_notification")),
        protected=bool(request.get("protect_content")),
        fixed=not inline,
        sender_chat=chat if chat.type.value == "channel" else None,
    )
    return message_json(message)


def _replied(chat: Chat, parameters: Json | None) -> Message | None:
    if parameters is None:
        return None
    unmodelled = set(parameters) - {"message_id", "chat_id", "allow_sending_without_reply"}
    if unmodelled or parameters.get("chat_id", chat.id) != chat.id:
        raise bad_request("emulator: replies into other chats, quotes and the like are not modelled")
    message = chat.messages.get(parameters.get("message_id", 0))
    if message is not None and not message.deleted:
        return message
    if parameters.get("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def _target(request: Request) -> Message:
    if "chat_id" not in request.params or "message_id" not in request.params:
        raise bad_request("message identifier is not specified")
    chat = find_chat(request.world, request.params["chat_id"], write=True)
    message = find_message(chat, request.params["message_id"], "message to edit")
    check_own(request.world, message)
    return message


def _edit(request: Request, message: Message, content: Content) -> Json:
    world = request.world
    check_data(content.keyboard)
    if message.content.same(content):
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same "
            "as a current content and reply markup of the message"
        )
    world.count_write(message.chat)
    world.edit(message, content)
    return message_json(message)


@method("editMessageText", *_TARGET, "text", "parse_mode", "entities", "link_preview_options")
def edit_message_text(request: Request) -> Json:
    """Give a text message another text and keyboard; no `reply_markup` takes the keyboard away."""
    formatted = read_body(request)
    rows = read_keyboard(request.get("reply_markup"))
    message = _target(request)
    if message.content.file is not None:
        raise bad_request("there is no text in the message to edit")
    text, entities = _checked_text(formatted, "MESSAGE_TOO_LONG")
    return _edit(request, message, Content(text, entities, keyboard=rows, extra=_preview(request)))


@method("editMessageCaption", *_TARGET, *_CAPTION)
def edit_message_caption(request: Request) -> Json:
    """Give a photo or document another caption and keyboard."""
    formatted = read_caption(request.params)
    rows = read_keyboard(request.get("reply_markup"))
    message = _target(request)
    if message.content.file is None:
        raise bad_request("there is no caption in the message to edit")
    text, entities = _checked_caption(formatted, "MEDIA_CAPTION_TOO_LONG")
    extra = {name: value for name, value in message.content.extra.items() if name == "has_media_spoiler"}
    extra |= _media_extra(request.params)
    return _edit(request, message, Content(text, entities, message.content.file, rows, extra))


@method("editMessageReplyMarkup", *_TARGET)
def edit_message_reply_markup(request: Request) -> Json:
    """Give a message another keyboard, or none."""
    rows = read_keyboard(request.get("reply_markup"))
    message = _target(request)
    return _edit(request, message, replace(message.content, keyboard=rows))


@method("editMessageMedia", *_TARGET, "media")
def edit_message_media(request: Request) -> Json:
    """Turn a text or a photo into a photo (other media are not modelled)."""
    media = request.params["media"]
    if media["type"] not in ("photo", "document"):
        raise bad_request(f"emulator: media of type {media['type']} are not modelled")
    formatted = read_caption(media)
    rows = read_keyboard(request.get("reply_markup"))
    message = _target(request)
    file = request.world.files.resolve(media["media"], "", media["type"], request.uploads)
    text, entities = _checked_caption(formatted, "message caption is too long")
    return _edit(request, message, Content(text, entities, file, rows, _media_extra(media)))


@method("deleteMessage", "chat_id", "message_id")
def delete_message(request: Request) -> bool:
    """Delete a message for everyone."""
    world = request.world
    chat = find_chat(world, request.params["chat_id"], write=True)
    message = find_message(chat, request.params["message_id"], "message to delete")
    check_deletable(world, message)
    world.delete(message)
    return True


@method("deleteMessages", "chat_id", "message_ids")
def delete_messages(request: Request) -> bool:
    """Delete up to 100 messages; those not found are skipped, one that cannot be deleted fails the call."""
    world = request.world
    ids = request.params["message_ids"]
    if not ids:
        raise bad_request("message identifiers are not specified")
    if len(ids) > 100:
        raise bad_request("too many message identifiers specified")
    chat = find_chat(world, request.params["chat_id"], write=True)
    found = [chat.messages[number] for number in dict.fromkeys(ids) if number in chat.messages]
    alive = [message for message in found if not message.deleted]
    for message in alive:
        check_deletable(world, message)
    for message in alive:
        world.delete(message)
    return True


@method("pinChatMessage", "chat_id", "message_id", "disable_notification")
def pin_chat_message(request: Request) -> bool:
    """Pin a message; the chat gets a service message about it."""
    world = request.world
    chat = find_chat(world, request.params["chat_id"], write=True)
    message = find_message(chat, request.params["message_id"], "message to pin")
    _check_pin_rights(request, chat)
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        world.feed.add("pin", chat_id=chat.id, message_id=message.id)
        world.service(chat, world.bot, pinned_message=message_json(message, nested=False))
    return True


@method("unpinChatMessage", "chat_id", "message_id")
def unpin_chat_message(request: Request) -> bool:
    """Unpin a message, the newest pinned one by default."""
    world = request.world
    chat = find_chat(world, request.params["chat_id"], write=True)
    number = request.get("message_id", chat.pinned[-1] if chat.pinned else 0)
    find_message(chat, number, "message to unpin")
    _check_pin_rights(request, chat)
    if number in chat.pinned:
        chat.pinned.remove(number)
        world.feed.add("pin", chat_id=chat.id, message_id=number)
    return True


@method("unpinAllChatMessages", "chat_id")
def unpin_all_chat_messages(request: Request) -> bool:
    """Unpin everything in a chat."""
    world = request.world
    chat = find_chat(world, request.params["chat_id"], write=True)
    _check_pin_rights(request, chat)
    chat.pinned.clear()
    world.feed.add("pin", chat_id=chat.id)
    return True


def _check_pin_rights(request: Request, chat: Chat) -> None:
    status = request.world.bot_status(chat)
    if chat.type.value != "private" and not (status is not None and status.admin):
        raise ApiError(400, "Bad Request: not enough rights to manage pinned messages in the chat")


@method("getFile", "file_id")
def get_file(request: Request) -> Json:
    """Describe a file and where to download it."""
    return request.world.files.describe(request.params["file_id"])
