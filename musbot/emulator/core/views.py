"""What somebody sees, as plain records: buttons, versions of a message, messages, and single things once seen."""

from dataclasses import dataclass

from musbot.emulator.core.html import to_html
from musbot.emulator.core.model import Content, Message
from musbot.emulator.core.ports import Json


@dataclass(frozen=True, slots=True)
class ButtonView:
    """A button: its text, and its data or its link or its text to copy; `style` as the bot asked."""

    text: str
    data: str = ""
    url: str = ""
    copy: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class VersionView:
    """What a message showed for a while.

    Attributes:
        at: Since when.
        text: Text or caption, plain.
        html: The same with its marks, as Telegram's HTML.
        entities: Its `MessageEntity` objects.
        photo: `file_unique_id` of its photo or document, or "".
        file_id: `file_id` of it, or "".
        spoiler: The photo is hidden behind a spoiler.
        keyboard: Buttons by row.
        seen_by: Ids of those who could see it.
    """

    at: float
    text: str
    html: str
    entities: tuple[Json, ...]
    photo: str
    file_id: str
    spoiler: bool
    keyboard: tuple[tuple[ButtonView, ...], ...]
    seen_by: frozenset[int]

    @property
    def labels(self) -> list[list[str]]:
        """The buttons' texts by row."""
        return [[button.text for button in row] for row in self.keyboard]


@dataclass(frozen=True, slots=True)
class MessageView:
    """A message as somebody sees it.

    Attributes:
        chat_id: Where.
        message_id: Its number; 0 for an ephemeral one.
        ephemeral_id: Number of an ephemeral message, else 0.
        at: When it was sent.
        sender_id: Who wrote it; `None` for a channel.
        sender_name: His first name, or the channel's title.
        from_bot: The bot wrote it.
        thread_id: Its topic.
        reply_to: Id of the message it answers.
        silent: It came without sound.
        protected: It cannot be forwarded.
        pinned: It is pinned.
        deleted: It is gone.
        service: Fields of a service message.
        edited: It was edited since it was sent.
        now: What it shows.
        history: Every version that may be seen, oldest first; the last one is `now`.
    """

    chat_id: int
    message_id: int
    ephemeral_id: int
    at: float
    sender_id: int | None
    sender_name: str
    from_bot: bool
    thread_id: int | None
    reply_to: int | None
    silent: bool
    protected: bool
    pinned: bool
    deleted: bool
    service: Json
    edited: bool
    now: VersionView
    history: tuple[VersionView, ...]

    @property
    def text(self) -> str:
        """Text or caption, plain."""
        return self.now.text

    @property
    def html(self) -> str:
        """Text or caption with its marks."""
        return self.now.html

    @property
    def keyboard(self) -> tuple[tuple[ButtonView, ...], ...]:
        """Buttons by row."""
        return self.now.keyboard

    @property
    def labels(self) -> list[list[str]]:
        """The buttons' texts by row."""
        return self.now.labels


@dataclass(frozen=True, slots=True)
class SeenItem:
    """One thing a user could see at some time.

    Attributes:
        at: Since when.
        chat_id: Where.
        message_id: On which message (0: ephemeral).
        kind: text, html, button, data, url, copy, photo, file, toast or alert.
        text: What; for a photo its `file_unique_id`, for a file its `file_id`.
    """

    at: float
    chat_id: int
    message_id: int
    kind: str
    text: str


def ever_seen(message: Message, user: int) -> bool:
    """Say whether a user could see any version of a message."""
    return any(user in version.seen_by for version in message.versions)


def version_view(at: float, content: Content, seen_by: frozenset[int]) -> VersionView:
    """Describe one version of a message."""
    keyboard = tuple(
        tuple(
            ButtonView(
                button["text"],
                button.get("callback_data", ""),
                button.get("url", ""),
                button.get("copy_text", {}).get("text", ""),
                button.get("style", ""),
            )
            for button in row
        )
        for row in content.keyboard
    )
    return VersionView(
        at=at,
        text=content.text,
        html=to_html(content.text, list(content.entities)),
        entities=content.entities,
        photo=content.file.unique_id if content.file else "",
        file_id=content.file.file_id if content.file else "",
        spoiler=bool(content.extra.get("has_media_spoiler")),
        keyboard=keyboard,
        seen_by=seen_by,
    )


def seen_items(message: Message, at: float, content: Content) -> list[SeenItem]:
    """List the single things that a version of a message shows."""
    view = version_view(at, content, frozenset())
    found = [("text", view.text), ("html", view.html), ("photo", view.photo), ("file", view.file_id)]
    for row in view.keyboard:
        for button in row:
            found += [
                ("button", button.text),
                ("data", button.data),
                ("url", button.url),
                ("copy", button.copy),
            ]
    return [SeenItem(at, message.chat.id, message.id, kind, text) for kind, text in found if text]
