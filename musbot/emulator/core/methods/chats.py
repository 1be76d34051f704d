"""Questions about chats and their members, and leaving them."""

from musbot.emulator.core import members
from musbot.emulator.core.access import find_chat, find_topic, knows
from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.methods.registry import Request, method
from musbot.emulator.core.model import ChatType, Member, Status
from musbot.emulator.core.ports import Json
from musbot.emulator.core.render import chat_json, member_json, message_json

_GIFTS = (
    "unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels",
)  # fmt: skip


@method("getChat", "chat_id")
def get_chat(request: Request) -> Json:
    """Describe a chat."""
    chat = find_chat(request.world, request.params["chat_id"], write=False)
    result = chat_json(chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(_GIFTS, False),
    }
    if chat.pinned:
        result["pinned_message"] = message_json(chat.messages[chat.pinned[-1]], nested=False)
    return result


@method("getChatMember", "chat_id", "user_id")
def get_chat_member(request: Request) -> Json:
    """Say what somebody is in a chat; somebody the bot knows but who never was there has left."""
    world = request.world
    chat = find_chat(world, request.params["chat_id"], write=request.params["user_id"] != world.bot.id)
    member = chat.members.get(request.params["user_id"])
    if member is None:
        user = world.users.get(request.params["user_id"])
        if user is None or not knows(world, user.id):
            raise bad_request("user not found")
        member = Member(user, Status.LEFT)
    return member_json(member)


@method("getChatAdministrators", "chat_id")
def get_chat_administrators(request: Request) -> list[Json]:
    """List a group's administrators without bots."""
    chat = find_chat(request.world, request.params["chat_id"], write=True)
    if chat.type is ChatType.PRIVATE:
        raise bad_request("there are no administrators in the private chat")
    return [
        member_json(member)
        for member in chat.members.values()
        if member.status.admin and (not member.user.is_bot or member.user is request.world.bot)
    ]


@method("getChatMemberCount", "chat_id")
def get_chat_member_count(request: Request) -> int:
    """Count a chat's members, bots too."""
    chat = find_chat(request.world, request.params["chat_id"], write=True)
    return sum(member.status.present for member in chat.members.values())


@method("leaveChat", "chat_id")
def leave_chat(request: Request) -> bool:
    """Leave a group or channel."""
    world = request.world
    chat = find_chat(world, request.params["chat_id"], write=False)
    if chat.type is ChatType.PRIVATE:
        raise bad_request("chat member status can't be changed in private chats")
    if chat.migrated_to is not None:
        raise bad_request("chat is deactivated")
    members.go(world, chat, world.bot, world.bot, Status.LEFT)
    return True


@method("sendChatAction", "chat_id", "message_thread_id", "action")
def send_chat_action(request: Request) -> bool:
    """Show "typing" and the like; nothing stays."""
    chat = find_chat(request.world, request.params["chat_id"], write=True)
    find_topic(request.world, chat, request.get("message_thread_id"))
    return True
