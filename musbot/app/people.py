"""Who asks: from an update to a `Person`, and what is remembered of people."""

from dataclasses import replace
from typing import Protocol

from musbot.app.commands import Person, Reach
from musbot.app.incoming import Incoming
from musbot.app.ports import Store

ANONYMOUS = 0
"""Number of whoever speaks in the name of the group: may administer, may not sit, is never stored."""


class Languages(Protocol):
    """The languages that we have (`musbot.i18n.Translator`)."""

    @property
    def locales(self) -> tuple[str, ...]:
        """All of them, the default one first."""
        ...

    def pick(self, code: str | None) -> str:
        """The nearest one to what a client reports."""
        ...


class People:
    """Resolves and remembers persons.

    Args:
        store: where they are remembered.
        languages: the languages that we have.
    """

    def __init__(self, store: Store, languages: Languages) -> None:
        """Nothing is cached: names and settings are read for each update."""
        self._store = store
        self._languages = languages

    async def of(self, incoming: Incoming) -> Person | None:
        """Who sent an update, remembered when new or renamed; None when nobody did.

        Whoever writes or presses in the private chat has it open. The language a client reports is kept as the
        person's until another one is chosen: private messages need one though nobody presses anything.
        """
        if incoming.anonymous:
            return Person(ANONYMOUS, incoming.name or incoming.title or "Admin", admin=True)
        if incoming.person_id is None:
            return None
        row = await self._store.person(incoming.person_id)
        reported = self._languages.pick(incoming.client_language) if incoming.client_language else None
        chosen = row.language if row else None
        opened = incoming.private and not isinstance(incoming.what, Reach)
        person = Person(
            incoming.person_id,
            incoming.name or (row.name if row else "") or "Mus",
            chosen or reported,
            reachable=opened or (row is not None and row.reachable),
        )
        new = row is None or row.name != person.name or (chosen is None and reported is not None)
        if new or (opened and row is not None and not row.reachable):
            await self._store.remember_person(
                person.id,
                person.name,
                reachable=True if opened else None,
                language=reported if chosen is None else None,
            )
        return person

    async def was_reachable(self, incoming: Incoming) -> bool:
        """Whether the private chat of who sent an update was known to be open before it."""
        row = await self._store.person(incoming.person_id) if incoming.person_id is not None else None
        return row is not None and row.reachable

    async def reached(self, person: Person, reachable: bool) -> Person:
        """Remember whether a private chat is open."""
        await self._store.remember_person(person.id, person.name, reachable=reachable)
        return replace(person, reachable=reachable)
