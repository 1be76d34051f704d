"""A `Screen` becomes what Telegram is asked to show. Words come from `musbot.i18n`, which escapes them."""

from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from musbot.app.screens import Button, Link, Screen
from musbot.telegram.callbacks import encode
from musbot.telegram.cut import cut_html, cut_plain
from musbot.telegram.words import Words

LABEL_LIMIT = 64
"""Longer labels only become dots on a telephone."""

GREETING = "hola"
"""What the link to the private chat carries: it opens the chat and seats nobody."""

_NOTHING = "…"  # Telegram refuses an empty text and an empty label
_SUPERGROUP = "-100"


@dataclass(frozen=True, slots=True)
class Address:
    """What links in a screen may need to know.

    Attributes:
        bot: the bot's username.
        group_username: the public name of the table's group.
        group_chat_id: its chat id, and `group_message_id` a message in it: members can open it even when
            the group has no public name, if it is a supergroup.
    """

    bot: str
    group_username: str | None = None
    group_chat_id: int | None = None
    group_message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """One message, drawn.

    Attributes:
        text: Telegram HTML within its limit, never empty.
        keyboard: None takes a keyboard away.
    """

    text: str
    keyboard: InlineKeyboardMarkup | None


def content_of(screen: Screen, locale: str, words: Words, address: Address) -> Content:
    """Draw a screen. The place where a picture of `screen.picture` would be made; words alone always suffice.

    Raises:
        ValueError: a button carries more than its data can hold.
    """
    lines = [words.say(locale, line, html=True) for line in screen.lines]
    return Content(cut_html("\n".join(lines)) or _NOTHING, _keyboard(screen, locale, words, address))


def group_link(address: Address) -> str | None:
    """Where the table's group opens, or None when no address of it works for its members."""
    chat, message = str(address.group_chat_id or ""), address.group_message_id
    if address.group_username:
        tail = f"/{message}" if message else ""
        return f"https://t.me/{address.group_username}{tail}"
    if chat.startswith(_SUPERGROUP) and message:
        return f"https://t.me/c/{chat.removeprefix(_SUPERGROUP)}/{message}"
    return None


def _keyboard(screen: Screen, locale: str, words: Words, address: Address) -> InlineKeyboardMarkup | None:
    rows = [
        [drawn for button in row if (drawn := _button(button, locale, words, address)) is not None]
        for row in screen.keyboard
    ]
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(rows) if rows else None


def _button(button: Button, locale: str, words: Words, address: Address) -> InlineKeyboardButton | None:
    label = cut_plain(words.say(locale, button.label, html=False), LABEL_LIMIT).strip() or _NOTHING
    style = button.style.value if button.style else None
    if button.press is not None:
        return InlineKeyboardButton(label, callback_data=encode(button.press), style=style)
    url = _url(button.link, address)
    return None if url is None else InlineKeyboardButton(label, url=url, style=style)


def _url(link: Link | None, address: Address) -> str | None:
    match link:
        case Link.PRIVATE:
            return f"https://t.me/{address.bot}?start={GREETING}"
        case Link.GROUP:
            return group_link(address)
        case None:
            return None
