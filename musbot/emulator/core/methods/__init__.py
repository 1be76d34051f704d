"""The Bot API methods that this emulator plays, each a function from typed parameters to a result."""

from musbot.emulator.core.methods import chats, ephemeral, messages, profile, queries, updates
from musbot.emulator.core.methods.registry import METHODS, Handler, Request

__all__ = ["METHODS", "Handler", "Request", "chats", "ephemeral", "messages", "profile", "queries", "updates"]
