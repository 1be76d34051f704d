"""The bot that musbot is held against: python-telegram-bot as it comes, two calls for each press and no state.

As it comes it handles one update after the other; with `concurrent_updates` it was slower here, not quicker.

Usage: python -m benchmarks.bare_bot ADDRESS
"""

import sys

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

_BOARD = (
    "<b>Grande</b>. Habla Ane Etxeberria\nJon Agirre: paso\nMikel Zubiri: paso\nItziar Lasa: paso\n"
    "Norte-Sur 12, Este-Oeste 7"
)
_LABELS = (("Paso", "Envido 2"), ("Envido 5", "Ordago"), ("Mis cartas", "Mesa"))


async def pressed(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer, and edit the board."""
    query = update.callback_query
    assert query is not None
    assert query.message is not None
    await query.answer("Paso. Habla Jon Agirre")
    keyboard = InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(label, callback_data=f"1.1.a1-g.{label[:4]}") for label in row]
            for row in _LABELS
        ]
    )
    await context.bot.edit_message_text(
        _BOARD,
        chat_id=query.message.chat.id,
        message_id=query.message.message_id,
        parse_mode="HTML",
        reply_markup=keyboard,
    )


def main() -> None:
    """Poll until interrupted."""
    application = Application.builder().token("42:BENCH").base_url(f"{sys.argv[1]}/bot").build()
    application.add_handler(CallbackQueryHandler(pressed))
    application.run_polling(allowed_updates=Update.ALL_TYPES, timeout=10)


if __name__ == "__main__":
    main()
