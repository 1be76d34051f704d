"""Finds out whom an update is for: from a chat to a place, a table and a person, and into the right mailbox.

Each update passes a lane of its chat first, in which only the store is asked, so that what one chat says keeps its
order; the table's mailbox comes after that. Every update ends committed or refused, exactly one of both. What a
command does at a table is decided there (`table`); what happens to chats themselves is in `chats`.
"""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import assert_never

import structlog

from musbot.app.actor import Result, Tables, Tools
from musbot.app.chats import Chats
from musbot.app.commands import (
    Alarm,
    Bury,
    Command,
    Person,
    Reach,
    Slash,
    SlashCommand,
    TypedCall,
)
from musbot.app.commit import Chat
from musbot.app.desk import Desk, command_of
from musbot.app.document import Stage, TableDocument
from musbot.app.incoming import (
    BadPress,
    BotAdded,
    BotRemoved,
    Chatter,
    Incoming,
    MemberLeft,
    Migrated,
)
from musbot.app.openings import Openings
from musbot.app.people import ANONYMOUS, Languages, People
from musbot.app.ports import DueRow, Members, PlaceRow, StoreUnavailable
from musbot.app.presenter import (
    greeting_screen,
    help_screen,
    no_table_screen,
    practice_screen,
    rules_screen,
    which_table_screen,
)
from musbot.app.registry import Mailboxes, MailboxesClosed, MailboxFull
from musbot.app.screens import Press, Verb
from musbot.app.text import text
from musbot.app.tongues import Tongues
from musbot.app.trouble import describe
from musbot.engine.state import Phase

_log = structlog.stdlib.get_logger("musbot.directory")

_ADMIN_VERBS = frozenset({Verb.CANCEL, Verb.CLOSE})

Later = Awaitable[object] | None
"""What of an update remains to be done once its lane is left."""


class Directory:
    """Takes what comes in (`ports.Intake`) and gives every table what is for it.

    Args:
        tools: the outside.
        tables: runs commands.
        members: knows who administers a group.
        languages: the languages that we have.
        default_language: of groups that have not chosen one.
    """

    def __init__(
        self, tools: Tools, tables: Tables, members: Members, languages: Languages, default_language: str
    ) -> None:
        """Nothing waits yet."""
        self._tools = tools
        self._store = tools.store
        self._tables = tables
        self._members = members
        self._people = People(tools.store, languages)
        self._desk = Desk(tools, languages)
        self._tongues = Tongues(tools.store, self._desk, tables, languages, self._is_admin, self.enqueue)
        self._chats = Chats(tools, tables, self.send)
        self._openings = Openings(tools, tables, default_language)
        self._lanes: Mailboxes[int] = Mailboxes(tools.nursery, name="chat")
        self._boxes: Mailboxes[int] = Mailboxes(tools.nursery, name="place")
        self._buried: dict[int, int] = {}

    async def take(self, incoming: Incoming) -> None:
        """Deal with one update, a duplicate included; ends when its effect is committed or refused.

        Raises:
            StoreUnavailable: it was not dealt with, because the store fails or the program stops: it must come again.
        """
        try:
            later = await self._lanes.put(incoming.chat_id, partial(self._route, incoming))
            if later is not None:
                await later
        except MailboxesClosed:
            raise StoreUnavailable("the bot is stopping") from None
        except StoreUnavailable:
            raise
        except MailboxFull:
            _log.warning("mailbox-full", what=type(incoming.what).__name__)
            await self._desk.done(incoming, text("toast-busy"))
        except Exception as error:  # noqa: BLE001 - the next updates must come through
            _log.error("update-failed", what=type(incoming.what).__name__, **describe(error))
            await self._desk.done(incoming, text("toast-error"))

    async def send(self, table_id: int, command: Command) -> None:
        """Run a command of a clock, a computer or the platform at a table, when its turn comes.

        Raises:
            MailboxesClosed: the program is stopping.
        """
        document = await self._tables.document(table_id)
        if document is not None:
            await self.enqueue(document, command, urgent=True)

    def enqueue(
        self, document: TableDocument, command: Command, *, urgent: bool = False
    ) -> "asyncio.Future[Result]":
        """Put a command into the mailbox of the table's place; the future ends when it is done.

        Raises:
            MailboxFull: too much waits there already (never when `urgent`).
            MailboxesClosed: the program is stopping.
        """
        work = partial(self._tables.process, document.table_id, command)
        return self._boxes.put(document.place_id, work, urgent=urgent)

    async def unreachable(self, chat: Chat) -> None:
        """The platform refused a message: nothing can be written to this chat until it is heard of again."""
        await self._chats.unreachable(chat)

    async def migrated(self, old_chat_id: int, new_chat_id: int) -> None:
        """The platform said that a group has another id now."""
        await self._chats.migrated(old_chat_id, new_chat_id)

    async def fire(self, row: DueRow) -> None:
        """Ring a table's alarm."""
        try:
            await self.send(row.table_id, Command(Alarm(row.generation)))
        except MailboxesClosed:
            _log.debug("alarm-left", table=row.table_id)  # due again after the restart

    async def drain(self, seconds: float) -> bool:
        """Take nothing more, finish what was taken; False when that takes longer than `seconds`."""
        lanes = await self._lanes.drain(seconds)
        boxes = await self._boxes.drain(seconds)
        return lanes and boxes

    # -- in the lane of the chat --------------------------------------------------------------------------------

    async def _route(self, incoming: Incoming) -> Later:
        if await self._store.seen_update(incoming.update_id):
            self._desk.answer(incoming, text("toast-duplicate"), None)
            return None
        match incoming.what:
            case Migrated(old_chat_id, new_chat_id):
                await self._chats.migrated(old_chat_id, new_chat_id)
                return self._desk.done(incoming)
            case BotAdded():
                await self._chats.added(incoming)
                return self._desk.done(incoming)
            case BotRemoved():
                return self._afterwards(self._chats.removed(incoming.chat_id), incoming)
            case MemberLeft():
                return self._afterwards(self._chats.member_left(incoming), incoming)
            case Chatter():
                return await self._chatter(incoming)
            case Press() | BadPress() | SlashCommand() | TypedCall() | Reach():
                return await self._asked(incoming, incoming.what)
            case _:
                assert_never(incoming.what)

    async def _asked(
        self, incoming: Incoming, what: Press | BadPress | SlashCommand | TypedCall | Reach
    ) -> Later:
        opened = incoming.private and not await self._people.was_reachable(incoming)
        person = await self._people.of(incoming)
        if person is None:
            return self._desk.done(incoming, text("toast-unknown"))
        match what:
            case Reach(reachable):
                person = await self._people.reached(person, reachable)
                return self._afterwards(self._chats.reach(person), incoming)
            case Press():
                later = await self._press(incoming, person, what)
            case BadPress():
                later = self._desk.done(incoming, text("toast-unknown"), person)
            case SlashCommand() | TypedCall() if incoming.private:
                later = await self._in_private(incoming, person, what, opened=opened)
            case SlashCommand() | TypedCall():
                later = await self._in_group(incoming, person, what)
            case _:
                assert_never(what)
        started = incoming.private and isinstance(what, SlashCommand) and what.name is Slash.START
        return self._both(self._chats.reach(person), later) if opened or started else later

    async def _press(self, incoming: Incoming, person: Person, press: Press) -> Later:
        if press.verb is Verb.LANGUAGE:
            return self._tongues.choose(incoming, person, press.arg)
        document = await self._tables.document(press.table_id)
        if document is None or document.stage is Stage.CLOSED:
            await self._desk.retire(incoming)
            return self._desk.done(incoming, text("toast-table-gone"), person)
        home = await self._store.place_by_id(document.place_id)
        if incoming.private:
            at_home = home is not None and document.seat_of(person.id) is not None
        else:
            here = await self._desk.place(incoming)
            at_home = home is not None and home.chat_id == here.chat_id
        if home is None or not at_home:
            return self._desk.done(incoming, text("toast-foreign"), person)
        return self._to_table(document, home, command_of(incoming, person, home, press))

    async def _in_group(self, incoming: Incoming, person: Person, what: SlashCommand | TypedCall) -> Later:
        place = await self._desk.place(incoming)
        command = command_of(incoming, person, place, what)
        if isinstance(what, SlashCommand):
            match what.name:
                case Slash.MUS:
                    work = partial(self._openings.mus, place, person, command)
                    return self._boxes.put(place.place_id, work)
                case Slash.PRACTICAR:
                    return self._desk.reply(incoming, "practice", practice_screen())
                case Slash.AYUDA:
                    return self._desk.reply(incoming, "ayuda", help_screen(private=False))
                case Slash.START:
                    return self._desk.reply(incoming, "start", greeting_screen())
                case Slash.IDIOMA:
                    return self._tongues.asked(incoming, person, what.arg)
                case _:
                    pass
        table_id = await self._store.open_table_at(place.place_id)
        document = await self._tables.document(table_id) if table_id is not None else None
        if document is not None:
            later = self._to_table(document, place, command)
            return self._both(later, self._bury(document, incoming.message_id))
        return self._without_table(incoming, what)

    def _without_table(self, incoming: Incoming, what: SlashCommand | TypedCall) -> Awaitable[object]:
        match what:
            case SlashCommand(name=Slash.REGLAS):
                return self._desk.reply(incoming, "reglas", rules_screen(None))
            case SlashCommand(name=Slash.MUS):  # in private: how to play in a group
                return self._desk.reply(incoming, "start", greeting_screen())
            case TypedCall(message_id=int()):  # a reply to an old message of ours
                return self._desk.done(incoming)
            case _:
                return self._desk.reply(incoming, "mesa", no_table_screen())

    async def _started(self, incoming: Incoming, person: Person, *, opened: bool) -> Later:
        """``/start``: in mid-game the hand (which an opened chat brings by itself), else how to begin."""
        playing = [each for each in await self._tables_of(person) if each.stage is Stage.PLAYING]
        if not playing:
            return self._desk.reply(incoming, "start", greeting_screen())
        if opened:
            return self._desk.done(incoming)
        return await self._in_private(incoming, person, SlashCommand(Slash.CARTAS), opened=opened)

    async def _in_private(
        self, incoming: Incoming, person: Person, what: SlashCommand | TypedCall, *, opened: bool
    ) -> Later:
        if isinstance(what, SlashCommand):
            match what.name:
                case Slash.START:
                    return await self._started(incoming, person, opened=opened)
                case Slash.PRACTICAR:
                    place = await self._desk.place(incoming)
                    command = command_of(incoming, person, place, what)
                    work = partial(self._openings.practice, place, person, command, what.arg.lower())
                    return self._boxes.put(place.place_id, work)
                case Slash.AYUDA:
                    return self._desk.reply(incoming, "ayuda", help_screen(private=True))
                case Slash.IDIOMA:
                    return self._tongues.asked(incoming, person, what.arg)
                case _:
                    pass
        tables = await self._tables_of(person)
        if len(tables) > 1:
            played_here = [document for document in tables if person.id in document.here]
            tables = played_here if len(played_here) == 1 else tables
        if not tables:
            return self._without_table(incoming, what)
        if len(tables) > 1:
            options = [(each.table_id, await self._title(each)) for each in tables]
            return self._desk.reply(incoming, "which", which_table_screen(options))
        (document,) = tables
        home = await self._store.place_by_id(document.place_id)
        if home is None:
            return self._desk.reply(incoming, "mesa", no_table_screen())
        return self._to_table(document, home, command_of(incoming, person, home, what))

    async def _chatter(self, incoming: Incoming) -> Later:
        """Somebody said something else: it only counts as a message over the board."""
        done = self._desk.done(incoming)
        if incoming.private or incoming.message_id is None:
            return done
        place = await self._desk.place(incoming)
        table_id = await self._store.open_table_at(place.place_id)
        document = await self._tables.document(table_id) if table_id is not None else None
        return self._both(done, self._bury(document, incoming.message_id)) if document else done

    # -- after the lane -----------------------------------------------------------------------------------------

    def _to_table(self, document: TableDocument, home: PlaceRow, command: Command) -> Awaitable[object]:
        if _needs_admin(command):
            return self._as_admin(document, home, command)
        return self.enqueue(document, command)

    async def _as_admin(self, document: TableDocument, home: PlaceRow, command: Command) -> None:
        """Find out whether who asks administers the group: the platform is asked, so outside of any mailbox."""
        person = command.person
        if person is not None and await self._is_admin(person, home.chat_id):
            command = replace(command, person=replace(person, admin=True))
        await self.enqueue(document, command)

    async def _is_admin(self, person: Person, chat_id: int) -> bool:
        return person.admin or (person.id != ANONYMOUS and await self._members.is_admin(chat_id, person.id))

    async def _bury(self, document: TableDocument, message_id: int | None) -> None:
        """Bring the board back to the bottom once enough messages have passed over it."""
        name = _board(document)
        status = await self._store.slot_status(document.table_id, name) if name else None
        board = status.message_id if status else None
        if message_id is None or board is None or message_id <= board + self._tools.pace.bury:
            return
        if self._buried.get(document.table_id) != board:
            self._buried[document.table_id] = board
            await self.send(document.table_id, Command(Bury()))

    # -- small things -------------------------------------------------------------------------------------------

    async def _tables_of(self, person: Person) -> list[TableDocument]:
        found = [
            await self._tables.document(table_id) for table_id in await self._store.open_tables_of(person.id)
        ]
        return [document for document in found if document is not None]

    async def _title(self, document: TableDocument) -> str:
        place = await self._store.place_by_id(document.place_id)
        return place.title if place else ""

    async def _afterwards(self, first: Awaitable[object], incoming: Incoming) -> None:
        await first
        await self._desk.done(incoming)

    async def _both(self, first: Later, second: Later) -> None:
        try:
            if first is not None:
                await first
        finally:
            if second is not None:
                await second


def _needs_admin(command: Command) -> bool:
    match command.what:
        case Press(verb=verb):
            return verb in _ADMIN_VERBS
        case SlashCommand(name=name):
            return name is Slash.CANCELAR
        case _:
            return False


def _board(document: TableDocument) -> str | None:
    """The slot that messages can bury; none while a counted hand waits for the next."""
    if document.stage is Stage.LOBBY:
        return "lobby"
    state = document.state
    if document.stage is not Stage.PLAYING or state is None or state.phase in (Phase.RECUENTO, Phase.FIN):
        return None
    return f"board:{state.hand_no}"
