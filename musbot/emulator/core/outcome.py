"""What goes through the Bot API: uploads in, outcomes out, and the record of every call in between."""

from dataclasses import dataclass, field
from enum import Enum

from musbot.emulator.core.ports import Json


class DropMode(Enum):
    """How an answer gets lost after the call was applied."""

    TIMEOUT = "timeout"
    """No answer comes: the client gives up after its own time-out."""
    CLOSE = "close"
    """The connection closes before the answer."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a request.

    Attributes:
        content: The bytes.
        filename: Its name, as the sender says.
        mime_type: Its type, as the sender says.
    """

    content: bytes
    filename: str = "file"
    mime_type: str = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the client gets.

    Attributes:
        status: HTTP status.
        body: The response's JSON object.
        drop: Set when a test made the answer get lost; the adapter must then not deliver it.
    """

    status: int
    body: Json
    drop: DropMode | None = None

    @property
    def ok(self) -> bool:
        """Whether the call succeeded, be its answer lost or not."""
        return self.status == 200


@dataclass(slots=True)
class Call:
    """One request of the bot, kept for tests.

    Attributes:
        number: 1, 2, 3, ... in the order of arrival.
        at: When it arrived.
        method: The method, spelled as in the documentation when it exists.
        params: Its parameters as typed values; files are written as `<12 bytes>`. Never a token.
        finished_at: When its answer was ready; `None` while it waits.
        status: HTTP status of the answer, `None` while it waits.
        result: `result` of a success.
        error: `description` of a refusal.
        dropped: The answer was lost on purpose.
        forced: A test made it fail.
    """

    number: int
    at: float
    method: str
    params: Json = field(default_factory=dict)
    finished_at: float | None = None
    status: int | None = None
    result: object = None
    error: str | None = None
    dropped: bool = False
    forced: bool = False
