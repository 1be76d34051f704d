"""The world behind the local Bot API: people, chats, messages, refusals, and what tests may do to all of them.

Nothing here knows asyncio, a network, python-telegram-bot or musbot. Time, chance and waiting are handed in
(`ports.Clock`). The door is `emulator.Emulator`.
"""

from musbot.emulator.core.controls import Controls
from musbot.emulator.core.emulator import Emulator
from musbot.emulator.core.errors import ApiError, ControlError
from musbot.emulator.core.limits import Limits
from musbot.emulator.core.outcome import Call, DropMode, Outcome, Upload
from musbot.emulator.core.presses import Answer, Press, PressKind
from musbot.emulator.core.reading import Reading
from musbot.emulator.core.views import ButtonView, MessageView, SeenItem, VersionView
from musbot.emulator.core.violations import Violation, ViolationKind

__all__ = [
    "Answer",
    "ApiError",
    "ButtonView",
    "Call",
    "ControlError",
    "Controls",
    "DropMode",
    "Emulator",
    "Limits",
    "MessageView",
    "Outcome",
    "Press",
    "PressKind",
    "Reading",
    "SeenItem",
    "Upload",
    "VersionView",
    "Violation",
    "ViolationKind",
]
