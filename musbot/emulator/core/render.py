"""JSON objects of the Bot API made from the records of `model`."""

from musbot.emulator.core.model import Chat, ChatType, Member, Message, Status, StoredFile, User
from musbot.emulator.core.ports import Json

_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_send_welcome_messages",
)  # fmt: skip
_PERMISSIONS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_change_info", "can_invite_users", "can_pin_messages",
    "can_manage_topics", "can_edit_tag",
)  # fmt: skip


def user_json(user: User) -> Json:
    """Give a `User`."""
    result: Json = {"id": user.id, "is_bot": user.is_bot, "first_name": user.first_name}
    for name in ("last_name", "username", "language_code"):
        if getattr(user, name):
            result[name] = getattr(user, name)
    return result


def chat_json(chat: Chat) -> Json:
    """Give a `Chat`."""
    result: Json = {"id": chat.id, "type": chat.type.value}
    if chat.type is ChatType.PRIVATE:
        person = next(iter(chat.members.values())).user
        result["first_name"] = person.first_name
        result |= {name: getattr(person, name) for name in ("last_name", "username") if getattr(person, name)}
        return result
    result["title"] = chat.title
    if chat.username:
        result["username"] = chat.username
    if chat.is_forum:
        result["is_forum"] = True
    return result


def member_json(member: Member, bot_is_admin: bool = False) -> Json:
    """Give a `ChatMember` of the right kind."""
    result: Json = {"status": member.status.value, "user": user_json(member.user)}
    match member.status:
        case Status.CREATOR:
            result["is_anonymous"] = member.anonymous
        case Status.ADMINISTRATOR:
            result |= {"can_be_edited": bot_is_admin, "is_anonymous": member.anonymous}
            result |= dict.fromkeys(_RIGHTS, True)
            result |= {"can_promote_members": False, "can_pin_messages": True, "can_manage_topics": True}
        case Status.RESTRICTED:
            result |= {"is_member": True, "until_date": 0, **dict.fromkeys(_PERMISSIONS, False)}
        case Status.KICKED:
            result["until_date"] = 0
        case Status.MEMBER | Status.LEFT:
            pass
    return result


def file_json(file: StoredFile) -> Json:
    """Give a `PhotoSize` or `Document`."""
    result: Json = {"file_id": file.file_id, "file_unique_id": file.unique_id, "file_size": len(file.content)}
    if file.kind == "photo":
        return {**result, "width": file.width, "height": file.height}
    return {**result, "file_name": file.filename, "mime_type": file.mime_type}


def message_json(message: Message, nested: bool = True) -> Json:
    """Give a `Message` as it is now.

    Args:
        message: What to write.
        nested: Whether `reply_to_message` is written; a message inside a message has none.
    """
    result: Json = {"message_id": message.id, "date": int(message.at), "chat": chat_json(message.chat)}
    if message.sender and message.chat.type is not ChatType.CHANNEL:
        result["from"] = user_json(message.sender)
    if message.sender_chat:
        result["sender_chat"] = chat_json(message.sender_chat)
    if message.thread_id is not None:
        result |= {"message_thread_id": message.thread_id, "is_topic_message": True}
    if message.ephemeral_id and message.receiver:
        result |= {"ephemeral_message_id": message.ephemeral_id, "receiver_user": user_json(message.receiver)}
    if message.reply_to is not None and nested:
        result["reply_to_message"] = message_json(message.reply_to, nested=False)
    if message.edited_at is not None:
        result["edit_date"] = int(message.edited_at)
    if message.protected:
        result["has_protected_content"] = True
    if message.service:
        return result | message.service
    return result | _content_json(message)


def _content_json(message: Message) -> Json:
    content = message.content
    result: Json = {}
    text, entities = "text", "entities"
    if content.file is not None:
        text, entities = "caption", "caption_entities"
        described = file_json(content.file)
        result[content.file.kind] = [described] if content.file.kind == "photo" else described
    if content.text:
        result[text] = content.text
    if content.entities:
        result[entities] = list(content.entities)
    if content.keyboard:
        result["reply_markup"] = {"inline_keyboard": [list(row) for row in content.keyboard]}
    return result | content.extra


def inaccessible_json(message: Message) -> Json:
    """Give an `InaccessibleMessage`: what a press tells about a message that is gone."""
    return {"chat": chat_json(message.chat), "message_id": message.id, "date": 0}
