"""What tests may do to the world: people act, chats change, calls fail, time passes.

Everything a person cannot do in Telegram raises `ControlError`; what only a modified client can do has a control of
its own (`forge`). People and chats are named by their ids, so that every control also works over HTTP.
"""

from musbot.emulator.core.failures import FailureControls
from musbot.emulator.core.groups import GroupControls
from musbot.emulator.core.people import PeopleControls


class Controls(PeopleControls, GroupControls, FailureControls):
    """The test's side of the emulator.

    Ids are made up in order when none is given, so that runs repeat.
    """
