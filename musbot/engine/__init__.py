"""The rules of mus: a pure state machine without clock, I/O, text for people or randomness of its own.

Callers use `start`, `decide`, `evolve`, `legal_actions`, `to_act`, `question`, `view_for`, `public_view`,
`redact` and `problems`; everything else is reachable by its module. What the group sees, who sits where and
when time runs out belongs to `musbot.app`.
"""

from musbot.engine.decide import Shuffle, decide, start
from musbot.engine.errors import AmbiguousCall, EngineError, IllegalAction, IllegalCode, NotationError
from musbot.engine.evolve import evolve, fold, initial, replay
from musbot.engine.legal import legal_actions, question, refusal, to_act
from musbot.engine.problems import Problem, problems
from musbot.engine.rules import CLASICO, PRESETS, LaReal, Rules
from musbot.engine.state import State
from musbot.engine.view import (
    PlayerView,
    PublicView,
    legal_for,
    legal_from_view,
    public_view,
    redact,
    view_for,
)

__all__ = [
    "CLASICO",
    "PRESETS",
    "AmbiguousCall",
    "EngineError",
    "IllegalAction",
    "IllegalCode",
    "LaReal",
    "NotationError",
    "PlayerView",
    "Problem",
    "PublicView",
    "Rules",
    "Shuffle",
    "State",
    "decide",
    "evolve",
    "fold",
    "initial",
    "legal_actions",
    "legal_for",
    "legal_from_view",
    "problems",
    "public_view",
    "question",
    "redact",
    "refusal",
    "replay",
    "start",
    "to_act",
    "view_for",
]
