"""The numbers of the emulated Telegram, as one argument: tests may run everything twenty times faster."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits and windows; seconds are seconds of the emulator's clock.

    Attributes:
        group_per_minute: Sends and edits that one group takes in `window_seconds`; the next one is refused with 429.
        warn_at: More than this many in a window are recorded as a violation though Telegram would take them.
        window_seconds: Length of that window.
        answer_seconds: An answer to a press later than this is a violation, and so is a press without any.
        query_seconds: After this a press can no longer be answered (400). Telegram does not document the number.
        delete_seconds: Age from which a message can no longer be deleted.
        ephemeral_seconds: How long after a press a bot that is no admin may send its presser an ephemeral message.
        private_per_window: Sends and edits one private chat takes in `window_seconds`; `None`: any number.
        ephemerals_count: Whether an ephemeral message counts towards the group's window (unknown; budgeted).
    """

    group_per_minute: int = 20
    warn_at: int = 18
    window_seconds: float = 60.0
    answer_seconds: float = 5.0
    query_seconds: float = 15.0
    delete_seconds: float = 48 * 3600.0
    ephemeral_seconds: float = 15.0
    private_per_window: int | None = None
    ephemerals_count: bool = True
