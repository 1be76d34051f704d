"""Opening tables: in a group, or for one person who practises in the private chat. Runs in the place's mailbox."""

from dataclasses import replace

import structlog

from musbot.app.actor import Tables, Tools
from musbot.app.cast import LEVELS, SITTING_IN
from musbot.app.commands import Command, Person, Slash, SlashCommand
from musbot.app.commit import Accepted, Reply
from musbot.app.desk import chat_of_command
from musbot.app.lobby import open_practice, open_table
from musbot.app.ports import DuplicateUpdate, PlaceRow
from musbot.app.presenter import practice_again_screen

_log = structlog.stdlib.get_logger("musbot.openings")


class Openings:
    """Opens a table where there is none, and points to the one that is open.

    Args:
        tools: the outside.
        tables: runs commands.
        default_language: of places that have not chosen one.
    """

    def __init__(self, tools: Tools, tables: Tables, default_language: str) -> None:
        """Stateless but for these."""
        self._tools = tools
        self._store = tools.store
        self._tables = tables
        self._default_language = default_language

    async def mus(self, place: PlaceRow, person: Person, command: Command) -> None:
        """``/mus`` in a group: a lobby, or the way to the table that is open."""
        table_id = await self._store.open_table_at(place.place_id)
        if table_id is not None:
            await self._tables.process(table_id, command)
            return
        tools = self._tools
        accepted = open_table(
            await self._store.new_table_id(),
            replace(place, language=place.language or self._default_language),
            person,
            tools.clock.now(),
            tools.chance,
            tools.pace,
            command.update_id,
        )
        await self._open(accepted, place, command)

    async def practice(self, place: PlaceRow, person: Person, command: Command, level: str) -> None:
        """``/practicar`` in private: a game against three computers of a level, or the one that is running."""
        table_id = await self._store.open_table_at(place.place_id)
        if table_id is not None:
            await self._store.add_replies(
                [Reply(chat_of_command(command), "practice", practice_again_screen())]
            )
            await self._tables.process(table_id, replace(command, what=SlashCommand(Slash.MESA)))
            return
        if person.language is not None and place.language != person.language:
            await self._store.set_place_language(place.place_id, person.language)
        tools = self._tools
        accepted = open_practice(
            await self._store.new_table_id(),
            replace(place, language=person.language or self._default_language),
            person,
            tools.clock.now(),
            tools.chance,
            tools.pace,
            level if level in LEVELS else SITTING_IN,
            command.update_id,
        )
        await self._open(accepted, place, command)

    async def _open(self, accepted: Accepted, place: PlaceRow, command: Command) -> None:
        try:
            await self._tables.open(accepted, command)
        except DuplicateUpdate:
            _log.info("table-open-already", place=place.place_id)
