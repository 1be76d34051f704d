"""What all controls share: finding people, chats and messages by id, and made-up ids."""

from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.faults import Fault, Faults
from musbot.emulator.core.model import ANONYMOUS_ADMIN, Chat, Message, User
from musbot.emulator.core.world import World

_FIRST_SUPERGROUP = -1001900000001
_FIRST_GROUP = -4190000001
_FIRST_USER = 700000001


class ControlBase:
    """Holds the world; ids are made up in order when none is given, so that runs repeat."""

    def __init__(self, world: World, faults: Faults) -> None:
        self._world = world
        self._faults = faults
        self._held: dict[int, Fault] = {}
        self._next_user = _FIRST_USER
        self._next_group = _FIRST_GROUP
        self._next_supergroup = _FIRST_SUPERGROUP
        self._anonymous = User(ANONYMOUS_ADMIN, "Group", username="GroupAnonymousBot", is_bot=True)

    def _user(self, user: int) -> User:
        found = self._world.users.get(user)
        if found is None:
            raise ControlError(f"there is no user {user}")
        return found

    def _chat(self, chat: int) -> Chat:
        found = self._world.chats.get(chat)
        if found is None:
            raise ControlError(f"there is no chat {chat}")
        return found

    def _message(self, chat: int, message_id: int) -> Message:
        found = self._chat(chat).messages.get(message_id)
        if found is None:
            raise ControlError(f"there is no message {message_id} in chat {chat}")
        return found

    def _in(self, user: User, chat: Chat) -> None:
        if not chat.present(user.id):
            raise ControlError(f"{user.first_name} is not in chat {chat.id}")

    def _admin(self, chat: int, by: int | None) -> User:
        if by is not None:
            return self._user(by)
        place = self._chat(chat)
        people = [member.user for member in place.members.values() if member.user is not self._world.bot]
        admins = [user for user in people if place.members[user.id].status.admin]
        return (admins or people or [self._world.bot])[0]
