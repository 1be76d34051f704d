"""musbot: a Telegram bot that lets a group play mus."""

__version__ = "0.1.0"
