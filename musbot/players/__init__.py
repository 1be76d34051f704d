"""Computer players. They see what a person in their seat would see, a `PlayerView`, and nothing else.

Depends on `musbot.engine` only; who is played by a computer, and when it answers, belongs to `musbot.app`.
"""

from musbot.players.base import Player, quietest, shuffler
from musbot.players.careful import CarefulPlayer
from musbot.players.honest import HonestPlayer
from musbot.players.random_player import RandomPlayer

__all__ = ["CarefulPlayer", "HonestPlayer", "Player", "RandomPlayer", "quietest", "shuffler"]
