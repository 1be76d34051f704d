"""Answers to presses."""

import re

from musbot.emulator.core.errors import bad_request
from musbot.emulator.core.methods.registry import Request, method


@method("answerCallbackQuery", "callback_query_id", "text", "show_alert", "url", "cache_time")
def answer_callback_query(request: Request) -> bool:
    """Answer a press with a toast, an alert, a link to the bot, or nothing."""
    world = request.world
    url = request.get("url", "")
    allowed = rf"(?i)(https://)?t\.me/{re.escape(world.bot.username)}\?\S+|tg://\S+"
    if url and not re.fullmatch(allowed, url):
        raise bad_request("URL_INVALID")
    world.presses.answer(
        request.params["callback_query_id"],
        request.get("text", ""),
        bool(request.get("show_alert")),
        url,
        request.at,
    )
    return True
