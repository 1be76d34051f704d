"""What the bot may do where: chat, topic and message checks with the Bot API's codes and texts.

The order is that of telegram-bot-api's Client.cpp: `check_chat_access`, then the message.
"""

from musbot.emulator.core.errors import bad_request, forbidden
from musbot.emulator.core.model import Chat, ChatType, Message, Status, Topic
from musbot.emulator.core.world import World


def find_chat(world: World, chat_id: int | str, *, write: bool) -> Chat:
    """Find a chat that the bot may read, or write to.

    Args:
        world: Where.
        chat_id: Number or @username.
        write: Whether the call writes or edits.

    Raises:
        ApiError: 400 "chat not found", 400 after an upgrade (with `migrate_to_chat_id`), 403 for a bot that is not
            (any more) there, and 403 for a private chat that was never opened or is blocked.
    """
    chat = _look_up(world, chat_id)
    if chat is None:
        raise bad_request("chat not found")
    if chat.type is ChatType.PRIVATE:
        if write:
            _check_private(chat)
        return chat
    status = world.bot_status(chat)
    if status is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        if write:
            raise bad_request(
                "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to.id
            )
        return chat
    name = chat.type.value
    if status is Status.KICKED and (write or chat.type is not ChatType.GROUP):
        raise forbidden(f"bot was kicked from the {name} chat")
    if status is Status.LEFT and (write or chat.type is not ChatType.GROUP):
        raise forbidden(f"bot is not a member of the {name} chat")
    return chat


def _look_up(world: World, chat_id: int | str) -> Chat | None:
    if isinstance(chat_id, str):
        name = chat_id.removeprefix("@").lower()
        named = [chat for chat in world.chats.values() if chat.username and chat.username.lower() == name]
        return named[0] if chat_id.startswith("@") and named else None
    chat = world.chats.get(chat_id)
    if chat is not None and chat.type is ChatType.PRIVATE and not knows(world, chat_id):
        return None
    return chat


def knows(world: World, user_id: int) -> bool:
    """Whether the bot has ever met a user: in a private chat or in a group it is or was in."""
    private = world.chats.get(user_id)
    if private is not None and (private.started or private.blocked):
        return True
    return any(
        user_id in chat.members and world.bot.id in chat.members
        for chat in world.chats.values()
        if chat.type is not ChatType.PRIVATE
    )


def _check_private(chat: Chat) -> None:
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    if not chat.started:
        raise forbidden("bot can't initiate conversation with a user")


def find_topic(world: World, chat: Chat, thread_id: int | None) -> Topic | None:
    """Find the topic to send to.

    Args:
        world: Where.
        chat: A chat the bot may write to.
        thread_id: `message_thread_id`; none is General, which must be left out rather than called 1.

    Raises:
        ApiError: 400 "message thread not found" or TOPIC_CLOSED.
    """
    if not thread_id:
        return None
    topic = chat.topics.get(thread_id)
    if topic is None or topic.deleted:
        raise bad_request("message thread not found")
    status = world.bot_status(chat)
    if topic.closed and not (status is not None and status.admin):
        raise bad_request("TOPIC_CLOSED")
    return topic


def check_may_send(world: World, chat: Chat, what: str = "text messages") -> None:
    """Refuse a bot that may not write in this group or channel.

    Raises:
        ApiError: 400.
    """
    status = world.bot_status(chat)
    if status is Status.RESTRICTED:
        raise bad_request(f"not enough rights to send {what} to the chat")
    if chat.type is ChatType.CHANNEL and (status is None or not status.admin):
        raise bad_request("need administrator rights in the channel chat")


def find_message(chat: Chat, message_id: int, purpose: str) -> Message:
    """Find a message that still exists.

    Args:
        chat: Where.
        message_id: Its number.
        purpose: Start of the complaint, such as "message to edit".

    Raises:
        ApiError: 400 "... not found".
    """
    message = chat.messages.get(message_id)
    if message is None or message.deleted:
        raise bad_request(f"{purpose} not found")
    return message


def check_own(world: World, message: Message) -> None:
    """Refuse to edit what the bot did not write or cannot edit.

    Raises:
        ApiError: 400 "message can't be edited".
    """
    if message.sender is not world.bot or message.service or message.fixed:
        raise bad_request("message can't be edited")


def check_deletable(world: World, message: Message) -> None:
    """Refuse to delete an old message, or another's without the right.

    Raises:
        ApiError: 400.
    """
    chat = message.chat
    if world.clock.now() - message.at >= world.limits.delete_seconds:
        raise bad_request("message can't be deleted for everyone")
    if message.id in chat.topics:
        raise bad_request("message can't be deleted")
    own = message.sender is world.bot
    status = world.bot_status(chat)
    if not own and chat.type is not ChatType.PRIVATE and not (status is not None and status.admin):
        raise bad_request("message can't be deleted")
