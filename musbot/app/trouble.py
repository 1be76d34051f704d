"""What of an error may stand in a log: its kind and where it happened, never values that its words may hold.

The message of an unexpected error can quote anything, a hidden card or a person's words too; so it is left
out, except for errors of the operating system and the store, whose messages are about files and disks.
"""

import traceback

from musbot.app.ports import StoreUnavailable

_FRAMES = 12
_SPEAKING = (OSError, StoreUnavailable)


def describe(error: BaseException) -> dict[str, object]:
    """Fields for a log line about `error`.

    Returns:
        ``error``: the kinds of the error and of its causes; ``where``: the innermost calls, outermost first;
        ``reason``: the message, only where it cannot quote a game.
    """
    kinds: list[str] = []
    link: BaseException | None = error
    while link is not None and len(kinds) < _FRAMES:
        kinds.append(type(link).__name__)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    fields: dict[str, object] = {
        "error": " from ".join(kinds),
        "where": " > ".join(f"{_module(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames),
    }
    if isinstance(error, _SPEAKING):
        fields["reason"] = str(error)
    return fields


def _module(filename: str) -> str:
    parts = filename.replace("\\", "/").removesuffix(".py").split("/")
    return ".".join(parts[-2:])
