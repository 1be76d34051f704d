"""Fills an empty world for `musbot demo` and for trying things out by hand."""

from dataclasses import dataclass

from musbot.emulator.core import Emulator

PEOPLE = ("Ane", "Jon", "Mikel", "Itziar")
GROUP = "Cuadrilla"


@dataclass(frozen=True, slots=True)
class Demo:
    """Who and what the demo world holds.

    Attributes:
        group: Id of the supergroup.
        users: Ids of its members by first name.
    """

    group: int
    users: dict[str, int]


def seed_demo(emulator: Emulator) -> Demo:
    """Add four Spanish-speaking people and their supergroup with the bot in it; nobody has opened the private chat."""
    controls = emulator.controls
    users = {name: controls.add_user(name, username=f"{name.lower()}_demo") for name in PEOPLE}
    return Demo(controls.add_group(GROUP, users.values()), users)
