"""Who comes and goes: joins, leaves, kicks, promotions, blocks and upgrades, with the updates they cause."""

from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.model import Chat, ChatType, Content, Member, Status, User
from musbot.emulator.core.ports import Json
from musbot.emulator.core.render import chat_json, member_json, user_json
from musbot.emulator.core.world import World


def change_status(
    world: World, chat: Chat, user: User, status: Status, by: User, anonymous: bool = False
) -> None:
    """Change what somebody is in a chat and tell the bot as far as it may hear of it.

    The bot always hears of itself (`my_chat_member`), of others only as an administrator (`chat_member`).
    """
    before = chat.members.get(user.id) or Member(user, Status.LEFT)
    after = Member(user, status, anonymous)
    if (before.status, before.anonymous) == (after.status, after.anonymous) and user.id in chat.members:
        return
    was_admin = _admin(world, chat)
    chat.members[user.id] = after
    world.feed.add("member", chat_id=chat.id, user_id=user.id, status=status.value)
    payload: Json = {
        "chat": chat_json(chat),
        "from": user_json(by),
        "date": int(world.clock.now()),
        "old_chat_member": member_json(before, was_admin),
        "new_chat_member": member_json(after, was_admin),
    }
    if user is world.bot:
        world.updates.push("my_chat_member", payload)
    elif chat.type is not ChatType.PRIVATE and _admin(world, chat):
        world.updates.push("chat_member", payload)


def _admin(world: World, chat: Chat) -> bool:
    status = world.bot_status(chat)
    return status is not None and status.admin


def enter(world: World, chat: Chat, user: User, by: User) -> None:
    """Let somebody into a group, by himself or added by another.

    Raises:
        ControlError: He is in already, or it is a private chat.
    """
    _check_open(chat)
    if chat.present(user.id):
        raise ControlError(f"{user.first_name} is in {chat.title} already")
    change_status(world, chat, user, Status.MEMBER, by)
    if chat.type is ChatType.SUPERGROUP:
        # A supergroup shows newcomers what was written before.
        for message in chat.messages.values():
            if not message.deleted and user is not world.bot:
                message.versions[-1].seen_by.add(user.id)
    if chat.is_group:
        described = user_json(user)
        world.service(chat, by, new_chat_members=[described])


def go(world: World, chat: Chat, user: User, by: User, status: Status) -> None:
    """Let somebody leave (`Status.LEFT`) or be removed (`Status.KICKED`).

    Raises:
        ControlError: He is not there.
    """
    _check_open(chat)
    if not chat.present(user.id):
        raise ControlError(f"{user.first_name} is not in {chat.title}")
    change_status(world, chat, user, status, by)
    if chat.is_group:
        world.service(chat, by, left_chat_member=user_json(user))


def set_blocked(world: World, user: User, blocked: bool) -> None:
    """Let a person block or unblock the bot.

    Raises:
        ControlError: His private chat was never opened, or it is so already.
    """
    chat = world.private_chat(user)
    if not chat.started:
        raise ControlError(f"{user.first_name} never opened the bot's chat")
    if chat.blocked is blocked:
        raise ControlError(f"{user.first_name} has {'already' if blocked else 'not'} blocked the bot")
    chat.blocked = blocked
    status = Status.KICKED if blocked else Status.MEMBER
    change_status(world, chat, world.bot, status, user)


def upgrade(world: World, chat: Chat, by: User, new_id: int, announce: bool) -> Chat:
    """Turn a basic group into a supergroup.

    Args:
        world: Where.
        chat: A basic group.
        by: Who does it.
        new_id: The supergroup's id.
        announce: Whether the two service messages reach the bot; else it learns from the error alone.

    Returns:
        The supergroup.

    Raises:
        ControlError: It is no basic group, or was upgraded before.
    """
    if chat.type is not ChatType.GROUP or chat.migrated_to is not None:
        raise ControlError(f"{chat.title} cannot be upgraded")
    members = {user_id: Member(m.user, m.status, m.anonymous) for user_id, m in chat.members.items()}
    fresh = Chat(new_id, ChatType.SUPERGROUP, chat.title, members=members, migrated_from=chat)
    world.new_chat(fresh)
    fields: list[tuple[Chat, Json]] = [
        (chat, {"migrate_to_chat_id": fresh.id}),
        (fresh, {"migrate_from_chat_id": chat.id}),
    ]
    chat.migrated_to = fresh
    for place, service in fields:
        message = world.post(place, by, Content(), service=service)
        if announce:
            world.deliver(message)
    return fresh


def _check_open(chat: Chat) -> None:
    if chat.type is ChatType.PRIVATE:
        raise ControlError("nobody joins or leaves a private chat")
    if chat.migrated_to is not None:
        raise ControlError(f"{chat.title} was upgraded to {chat.migrated_to.id}")
