"""What is done with an update that changes no table: a toast, a reply, nothing; and what a command is made of."""

from dataclasses import replace

from musbot.app.actor import Tools
from musbot.app.commands import Command, Person, SlashCommand, SpokenLanguage, TypedCall
from musbot.app.commit import Answer, Chat, ChatKind, Reply
from musbot.app.incoming import Incoming
from musbot.app.people import Languages
from musbot.app.ports import PlaceRow
from musbot.app.screens import Press, Screen
from musbot.app.text import Text


class Desk:
    """Answers updates directly.

    Args:
        tools: the outside.
        languages: the languages that we have.
    """

    def __init__(self, tools: Tools, languages: Languages) -> None:
        """Stateless but for these."""
        self._store = tools.store
        self._answers = tools.answers
        self._wake = tools.wake
        self._languages = languages

    async def done(self, incoming: Incoming, said: Text | None = None, person: Person | None = None) -> None:
        """The update is dealt with: answer the press or the command, if there is something to say."""
        self.answer(incoming, said, person)
        typed = isinstance(incoming.what, SlashCommand | TypedCall)
        if said is not None and typed and incoming.query_id is None:
            await self.reply(incoming, "said", Screen((said,)))
        else:
            await self._store.refuse_update(incoming.update_id)

    async def reply(self, incoming: Incoming, topic: str, screen: Screen) -> None:
        """Answer a typed command with a message; the update is dealt with."""
        chat = await self.chat(incoming)
        await self._store.add_replies([Reply(chat, topic, screen)])
        await self._store.refuse_update(incoming.update_id)
        self._wake.delivery((chat,))

    def answer(self, incoming: Incoming, said: Text | None, person: Person | None) -> None:
        """Answer a press, if it is one."""
        if incoming.query_id is None:
            return
        known = person.language if person else None
        language = known or self._languages.pick(incoming.client_language)
        self._answers.answer(incoming.query_id, Answer(said) if said else None, language)

    async def retire(self, incoming: Incoming) -> None:
        """Take the keyboard off the pressed message."""
        if incoming.message_id is not None:
            chat = await self.chat(incoming)
            await self._store.add_retire(chat, incoming.message_id)
            self._wake.delivery((chat,))

    async def place(self, incoming: Incoming) -> PlaceRow:
        """The place that an update came from, made when new.

        Where somebody is heard we may write, whatever a refusal said before: a topic opened again, rights given back,
        a refusal out of the blue are told by no other update.
        """
        place = await self._store.place(
            incoming.chat_id, incoming.thread_id, incoming.title, incoming.username
        )
        if place.reachable:
            return place
        await self._store.set_place_reachable(place.place_id, True)
        self._wake.delivery((Chat(ChatKind.PLACE, place.place_id),))
        return replace(place, reachable=True)

    async def chat(self, incoming: Incoming) -> Chat:
        """Where an answer to an update goes."""
        if incoming.private:
            return Chat(ChatKind.PERSON, incoming.chat_id)
        return Chat(ChatKind.PLACE, (await self.place(incoming)).place_id)


def chat_of_command(command: Command) -> Chat:
    """The private chat of the person who gave a command.

    Raises:
        ValueError: nobody gave it.
    """
    if command.person is None:
        raise ValueError("this command comes from nobody")
    return Chat(ChatKind.PERSON, command.person.id)


def command_of(
    incoming: Incoming,
    person: Person,
    place: PlaceRow,
    what: Press | SlashCommand | TypedCall | SpokenLanguage,
) -> Command:
    """The command that an update is for a table; `place` counts only when it came from a group."""
    return Command(
        what,
        person,
        None if incoming.private else place.place_id,
        incoming.update_id,
        incoming.query_id,
        incoming.message_id if isinstance(what, Press) else None,
    )
