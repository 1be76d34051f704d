"""Inline keyboards: what Telegram refuses in them and how it keeps the rest.

A keyboard is kept as rows of plain button objects; `None` and no rows are the same: no keyboard.
"""

import re

from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.html import check_url
from musbot.emulator.core.ports import Json

Rows = tuple[tuple[Json, ...], ...]
"""Buttons by row; () is no keyboard."""

MAX_DATA_BYTES = 64
MAX_BUTTONS = 100
MODELLED = {"text", "icon_custom_emoji_id", "style", "url", "callback_data", "copy_text"}
_ACTIONS = ("url", "callback_data", "copy_text")


def read_keyboard(markup: Json | None) -> Rows:
    """Read `reply_markup` of a request; structural errors come before any chat is looked at.

    Args:
        markup: An `InlineKeyboardMarkup` that the schema accepts, or `None`.

    Returns:
        The rows that Telegram would keep: empty rows gone, of several actions only the first.

    Raises:
        ApiError: 400 for a button without an action or text, or with a bad link.
    """
    if not markup:
        return ()
    rows = tuple(tuple(_button(button) for button in row) for row in markup["inline_keyboard"])
    return tuple(row for row in rows if row)


def check_data(rows: Rows) -> None:
    """Refuse callback data over 64 bytes and too many buttons; Telegram does so after the chat checks.

    Raises:
        ApiError: 400 BUTTON_DATA_INVALID or "reply markup is too long".
    """
    for row in rows:
        for button in row:
            if len(button.get("callback_data", "").encode()) > MAX_DATA_BYTES:
                raise bad_request("BUTTON_DATA_INVALID")
    if sum(len(row) for row in rows) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")


def _button(button: Json) -> Json:
    if not button["text"].strip():
        raise bad_request("can't parse inline keyboard button: InlineKeyboardButton text must be non-empty")
    action = next((name for name in _ACTIONS if button.get(name)), None)
    if action is None:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    kept: Json = {name: button[name] for name in ("text", "icon_custom_emoji_id", "style") if name in button}
    value = button[action]
    if action == "url":
        value = _link(value)
    kept[action] = value
    return kept


def _link(url: str) -> str:
    checked = check_url(url)
    if not checked:
        scheme = re.match(r"(?i)([a-z][a-z0-9+.-]*)://", url)
        known = scheme is None or scheme[1].lower() in ("http", "https", "tg")
        reason = "Wrong HTTP URL" if known else "Unsupported URL protocol"
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: {reason}")
    return checked
