"""Choosing a language: one's own in the private chat, the group's in the group."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from musbot.app.actor import Tables
from musbot.app.commands import Command, Person, SpokenLanguage
from musbot.app.desk import Desk, command_of
from musbot.app.document import TableDocument
from musbot.app.incoming import Incoming
from musbot.app.people import Languages
from musbot.app.ports import Store
from musbot.app.presenter import language_screen
from musbot.app.text import text


class Tongues:
    """Sets the languages of people and places.

    Args:
        store: where they are remembered.
        desk: answers.
        tables: to look at the table of a place.
        languages: the languages that we have.
        is_admin: whether a person administers a chat; may ask the platform.
        enqueue: puts a command into a table's mailbox.
    """

    def __init__(
        self,
        store: Store,
        desk: Desk,
        tables: Tables,
        languages: Languages,
        is_admin: Callable[[Person, int], Awaitable[bool]],
        enqueue: Callable[[TableDocument, Command], Awaitable[object]],
    ) -> None:
        """Stateless but for these."""
        self._store = store
        self._desk = desk
        self._tables = tables
        self._languages = languages
        self._is_admin = is_admin
        self._enqueue = enqueue

    def asked(self, incoming: Incoming, person: Person, arg: str) -> Awaitable[object]:
        """``/idioma``: with a locale, choose it; else offer them all."""
        wanted = arg.strip().lower()
        if wanted in self._languages.locales:
            return self.choose(incoming, person, wanted)
        return self._desk.reply(incoming, "idioma", language_screen(locales=self._languages.locales))

    async def choose(self, incoming: Incoming, person: Person, locale: str) -> None:
        """A locale was chosen, by button or by command; a group's only by those who may."""
        if locale not in self._languages.locales:
            await self._desk.done(incoming, text("toast-unknown"), person)
        elif incoming.private:
            await self._store.remember_person(person.id, person.name, language=locale)
            await self._desk.done(incoming, text("toast-language"), replace(person, language=locale))
        else:
            await self._for_place(incoming, person, locale)

    async def _for_place(self, incoming: Incoming, person: Person, locale: str) -> None:
        place = await self._desk.place(incoming)
        table_id = await self._store.open_table_at(place.place_id)
        document = await self._tables.document(table_id) if table_id is not None else None
        creator = document is not None and document.creator == person.id
        if not creator and not await self._is_admin(person, place.chat_id):
            await self._desk.done(incoming, text("toast-language-admins"), person)
            return
        await self._store.set_place_language(place.place_id, locale)
        if document is None:
            await self._desk.done(incoming, text("toast-language"), person)
        else:
            await self._enqueue(document, command_of(incoming, person, place, SpokenLanguage(locale)))
