"""Names as people chose them, made showable: never empty, never longer than 64 characters, no direction tricks.

Escaping and bidi isolation are the business of `musbot.i18n`, at delivery.
"""

import unicodedata

MAX_NAME = 64
FALLBACK = "Jugador"

_JOINERS = "\u200c\u200d"  # Persian spelling and emoji families need them
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5"  # letters to Unicode, nothing to the eye
_MARKS_IN_A_ROW = 3  # enough for pointed scripts, too few to paint over other lines


def clean(raw: str) -> str:
    """A name without what cannot be seen: one line, single spaces, at most `MAX_NAME` characters; may be empty."""
    kept: list[str] = []
    marks = 0
    for character in raw:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category[0] == "Z" or category == "Cc" or character in _BLANKS:
            kept.append(" ")
        elif (category[0] != "C" or character in _JOINERS) and marks <= _MARKS_IN_A_ROW:
            kept.append(character)
    text = " ".join("".join(kept).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in text):
        return ""
    return text[:MAX_NAME].rstrip(_JOINERS + " ")


def person_name(first: str | None, last: str | None = None, username: str | None = None) -> str:
    """What a person is called: first and last name, else the username, else `FALLBACK`."""
    given = clean(f"{first or ''} {last or ''}")
    return given or clean(username or "") or FALLBACK
