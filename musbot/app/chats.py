"""What happens to chats themselves: the bot comes and goes, groups move, people leave, private chats open and close."""

from collections.abc import Awaitable, Callable

from musbot.app.actor import Tables, Tools
from musbot.app.commands import Command, Gone, Person, PlaceGone, Reach
from musbot.app.commit import Chat, ChatKind, Reply
from musbot.app.incoming import Incoming
from musbot.app.presenter import greeting_screen

Send = Callable[[int, Command], Awaitable[None]]


class Chats:
    """Keeps places and reachability up to date and tells the tables concerned.

    Args:
        tools: the outside.
        tables: to look at documents.
        send: runs a command at a table in its turn.
    """

    def __init__(self, tools: Tools, tables: Tables, send: Send) -> None:
        """Stateless but for these."""
        self._tools = tools
        self._store = tools.store
        self._tables = tables
        self._send = send

    async def added(self, incoming: Incoming) -> None:
        """The bot may write in a group (again): greet a new one, give an old one what it is owed."""
        known = await self._store.places_of_chat(incoming.chat_id)
        places = known or (
            await self._store.place(incoming.chat_id, incoming.thread_id, incoming.title, incoming.username),
        )
        for place in known:
            await self._store.set_place_reachable(place.place_id, True)
        chats = tuple(Chat(ChatKind.PLACE, place.place_id) for place in places)
        if not any(place.reachable for place in known):
            await self._store.add_replies([Reply(chats[0], "start", greeting_screen())])
        self._tools.wake.delivery(chats)

    async def removed(self, chat_id: int) -> None:
        """The bot may no longer write in a group."""
        for place in await self._store.places_of_chat(chat_id):
            await self._store.set_place_reachable(place.place_id, False)
            table_id = await self._store.open_table_at(place.place_id)
            if table_id is not None:
                await self._send(table_id, Command(PlaceGone(), place_id=place.place_id))

    async def migrated(self, old_chat_id: int, new_chat_id: int) -> None:
        """A group became a supergroup: its places are re-keyed, its boards are owed anew."""
        await self._store.migrate_chat(old_chat_id, new_chat_id)
        self._tables.forget()
        places = await self._store.places_of_chat(new_chat_id)
        self._tools.wake.delivery(tuple(Chat(ChatKind.PLACE, place.place_id) for place in places))

    async def member_left(self, incoming: Incoming) -> None:
        """Somebody left a group: the seats there are given up."""
        if incoming.person_id is None:
            return
        here = {place.place_id for place in await self._store.places_of_chat(incoming.chat_id)}
        person = Person(incoming.person_id, incoming.name or "Mus")
        for table_id in await self._store.open_tables_of(person.id):
            document = await self._tables.document(table_id)
            if document is not None and document.place_id in here:
                await self._send(table_id, Command(Gone(), person, document.place_id))

    async def reach(self, person: Person) -> None:
        """Tell a person's tables whether the private chat is open."""
        for table_id in await self._store.open_tables_of(person.id):
            await self._send(table_id, Command(Reach(person.reachable), person))
        if person.reachable:
            self._tools.wake.delivery((Chat(ChatKind.PERSON, person.id),))

    async def unreachable(self, chat: Chat) -> None:
        """A message to a chat was refused (the store knows already): tell the tables concerned."""
        if chat.kind is ChatKind.PERSON:
            row = await self._store.person(chat.id)
            await self.reach(Person(chat.id, row.name if row else "Mus", reachable=False))
            return
        table_id = await self._store.open_table_at(chat.id)
        if table_id is not None:
            await self._send(table_id, Command(PlaceGone(), place_id=chat.id))
