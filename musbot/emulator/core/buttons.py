"""Finding the button a person means among those he was shown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musbot.emulator.core.errors import ControlError
from musbot.emulator.core.keyboards import Rows
from musbot.emulator.core.model import Message
from musbot.emulator.core.ports import Json


@dataclass(frozen=True, slots=True)
class FoundButton:
    """A button somebody was shown.

    Attributes:
        message: Where.
        label: Its text.
        data: Its callback data, or "".
        url: Its link, or "".
        current: The message shows it now.
    """

    message: Message
    label: str
    data: str
    url: str
    current: bool


def find_button(
    messages: Sequence[Message],
    user_id: int,
    *,
    text: str | None = None,
    data: str | None = None,
    row: int | None = None,
    col: int | None = None,
    stale: bool = False,
    link: bool = False,
) -> FoundButton:
    """Find a button that a user was shown.

    Args:
        messages: Where to look, first come first.
        user_id: Whose eyes.
        text: The button's text.
        data: Instead, its callback data.
        row: Instead, its row, with `col`.
        col: Its place in the row.
        stale: Also earlier versions and deleted messages.
        link: A link button instead of one with data.

    Raises:
        ControlError: He was not shown such a button; the message lists those he sees.
    """
    if text is None and data is None and (row is None or col is None):
        raise ControlError("name the button by its text, its data, or row and col")
    shown: list[str] = []
    for message in messages:
        if message.deleted and not stale:
            continue
        for place, rows in _versions(message, user_id, stale):
            shown += [button["text"] for line in rows for button in line]
            button = _pick(rows, text, data, row, col)
            if button is None:
                continue
            if ("url" in button) is not link or ("callback_data" in button) is link:
                raise ControlError(f"the button {button['text']!r} is {'no' if link else 'a'} link")
            return FoundButton(
                message, button["text"], button.get("callback_data", ""), button.get("url", ""), place == 0
            )
    wanted = text if text is not None else data if data is not None else f"({row}, {col})"
    raise ControlError(f"user {user_id} sees no button {wanted!r}; he sees {shown}")


def _versions(message: Message, user_id: int, stale: bool) -> Iterator[tuple[int, Rows]]:
    versions = list(reversed(message.versions)) if stale else message.versions[-1:]
    for place, version in enumerate(versions):
        if user_id in version.seen_by:
            yield place, version.content.keyboard


def _pick(rows: Rows, text: str | None, data: str | None, row: int | None, col: int | None) -> Json | None:
    if text is None and data is None and row is not None and col is not None:
        return rows[row][col] if row < len(rows) and col < len(rows[row]) else None
    for line in rows:
        for button in line:
            if (text is None or button["text"] == text) and (
                data is None or button.get("callback_data") == data
            ):
                return button
    return None
