"""Computer players. They see what a person in their seat would see, a `PlayerView`, and nothing else.

Depends on `musbot.engine` and numpy only; who is played by a computer, and when it answers, belongs to
`musbot.app`. `roster` has the levels, `hints` and `review` explain calls, `arena` measures.
docs/players.md tells how they play and what was measured.
"""

from musbot.players.base import Player, quietest, shuffler
from musbot.players.careful import CarefulPlayer
from musbot.players.guard import Fault, guarded
from musbot.players.hints import Alternative, Hint, Reason, hint
from musbot.players.honest import HonestPlayer
from musbot.players.mixed import Choice, MixedPlayer
from musbot.players.random_player import RandomPlayer
from musbot.players.review import Judged, Review, SeatReview, review
from musbot.players.roster import LEVELS

__all__ = [
    "LEVELS",
    "Alternative",
    "CarefulPlayer",
    "Choice",
    "Fault",
    "Hint",
    "HonestPlayer",
    "Judged",
    "MixedPlayer",
    "Player",
    "RandomPlayer",
    "Reason",
    "Review",
    "SeatReview",
    "guarded",
    "hint",
    "quietest",
    "review",
    "shuffler",
]
