"""Everything the engine refuses.

    EngineError (a ValueError)
    ├── IllegalAction   the call can be read but is not allowed now; `code` says why
    ├── NotationError   the text cannot be read
    └── AmbiguousCall   the text can be read but could mean more than one thing

The words for people belong to the locales: a code is a translation key, never a sentence.
"""

from enum import Enum


class IllegalCode(Enum):
    """Why a call is refused (docs/rules.md §10). The value is stable: logs and locales use it."""

    UNKNOWN_SEAT = "unknown_seat"  # there is no such seat at this table
    NOT_STARTED = "not_started"  # nothing has been dealt yet
    PARTIDA_OVER = "partida_over"  # the partida has a winner
    HAND_OVER = "hand_over"  # the hand is counted: only `Siguiente`
    HAND_NOT_OVER = "hand_not_over"  # `Siguiente` while the hand is being played
    MUS_FIRST = "mus_first"  # a bet or an answer while mus is asked
    MUS_NOT_ASKED = "mus_not_asked"  # mus or a cut when nobody asks
    NO_DISCARDS_NOW = "no_discards_now"  # discards outside the phase of discards
    DISCARDS_FIRST = "discards_first"  # anything else while discards are chosen
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_CHOSEN = "already_chosen"  # a second choice of discards
    DISCARD_NOTHING = "discard_nothing"  # 0 cards
    DISCARD_MALFORMED = "discard_malformed"  # not one mark a card
    NOT_IN_LANCE = "not_in_lance"  # the seat does not hold what the lance is about
    OWN_SIDE = "own_side"  # answering or raising the bet of one's own pair
    ALREADY_REFUSED = "already_refused"  # this rival has refused this very bet
    NOTHING_TO_ANSWER = "nothing_to_answer"  # quiero, no quiero or más with nothing bet
    BET_ALREADY_OPEN = "bet_already_open"  # envido over a bet: it takes a "más"
    MUST_ANSWER = "must_answer"  # paso when there is a bet to answer
    NO_RAISE_OVER_ORDAGO = "no_raise_over_ordago"  # más or órdago against an órdago
    ENVIDO_TOO_SMALL = "envido_too_small"  # under 2
    RAISE_TOO_SMALL = "raise_too_small"  # under `Rules.min_raise`
    OVER_TARGET = "over_target"  # the total would pass the target


class EngineError(ValueError):
    """Base of everything the engine refuses."""


class IllegalAction(EngineError):
    """A call that is not allowed now.

    Attributes:
        code: the reason.
    """

    def __init__(self, code: IllegalCode) -> None:
        """Keep the reason; the message is the code's value."""
        super().__init__(code.value)
        self.code = code


class NotationError(EngineError):
    """A text that cannot be read as what it should be.

    Attributes:
        text: the part that could not be read.
        line: its line in a whole game, from 1, or None.
    """

    def __init__(self, what: str, text: str, line: int | None = None) -> None:
        """Say what was expected (`what`) and what was found (`text`)."""
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}not {what}: {text[:80]!r}")
        self.what = what
        self.text = text
        self.line = line


class AmbiguousCall(EngineError):
    """A call without a seat when several seats may act.

    Attributes:
        seats: the seats that it could be.
    """

    def __init__(self, text: str, seats: tuple[int, ...]) -> None:
        """Name the call and the seats."""
        super().__init__(f"{text!r} could be the call of seats {', '.join(map(str, seats))}")
        self.seats = seats
