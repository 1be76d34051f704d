"""Typed calls: what people write as a reply to the board, or after a command, read generously and exactly.

Only whole messages count: "paso" is a call, "yo paso de esto" is chatter.
"""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from musbot.app.commands import TypedCall, Word

LONGEST = 40
"""A longer message is never a call."""

_PHRASES: Mapping[str, tuple[Word, int | None]] = MappingProxyType(
    {
        phrase: (word, n)
        for word, n, phrases in (
            (Word.MUS, None, ("mus", "hay mus", "dame mus", "quiero mus", "mus bai")),
            (
                Word.CORTO,
                None,
                ("corto", "cortar", "corta", "no hay mus", "no mus", "mus ez", "mintza"),
            ),
            (Word.PASO, None, ("paso", "pasar", "pasa", "pass")),
            (Word.QUIERO, None, ("quiero", "kiero", "iduki", "eduki", "veo", "lo quiero")),
            (Word.NO_QUIERO, None, ("no quiero", "noquiero", "no kiero", "tira", "no lo quiero")),
            (Word.ORDAGO, None, ("ordago", "hordago", "hor dago", "or dago")),
            (Word.ENVIDO, None, ("envido", "embido", "enbido", "envite")),
            (Word.ENVIDO, 2, ("imido",)),
            (Word.DISCARD, 1234, ("tiro todas", "tira todas", "tiro todo", "todas fuera", "descarto todas")),
        )
        for phrase in phrases
    }
)
_NUMBERS = MappingProxyType(
    {
        name: n
        for n, names in enumerate(
            (
                ("un", "uno", "una", "bat"),
                ("dos", "bi"),
                ("tres", "hiru"),
                ("cuatro", "lau"),
                ("cinco", "bost"),
                ("seis", "sei"),
                ("siete", "zazpi"),
                ("ocho", "zortzi"),
                ("nueve", "bederatzi"),
                ("diez", "hamar"),
            ),
            1,
        )
        for name in names
    }
)
_BET = re.compile(r"(?:envido|embido|enbido|envite|apuesto) ([0-9]{1,6})(?: mas)?")
_BET_AFTER = re.compile(r"([0-9]{1,6}) (?:envido|embido|enbido)")
_RAISE = re.compile(
    r"(?:(?:mas|subo|gehiago|\+) ?([0-9]{1,6})|([0-9]{1,6}) ?(?:mas|gehiago|\+)|quiero y ([0-9]{1,6}) mas)"
)
_MORE = ("mas", "gehiago")
_DISCARD = re.compile(r"(?:tiro|tira|tirar|descarto|descarte|fuera|bota) ((?:[1-4](?: ?y)? ?){1,4})")


def parse_call(text: str, message_id: int | None = None) -> TypedCall | None:
    """The call that a message makes, or None when it makes none.

    Args:
        text: The message as typed; accents, case, spacing and punctuation do not matter.
        message_id: The message that it replies to, passed through.
    """
    plain = _plain_words(text)
    said = " ".join(str(_NUMBERS.get(word, word)) for word in plain)
    if not said:
        return None
    if said in _PHRASES:
        word, n = _PHRASES[said]
        return TypedCall(word, n, message_id)
    if re.fullmatch(r"[0-9]{1,6}", said):
        return TypedCall(Word.NUMBER, int(said), message_id)
    if said in _MORE:
        return TypedCall(Word.MAS, None, message_id)
    if found := _BET.fullmatch(said) or _BET_AFTER.fullmatch(said):
        return TypedCall(Word.ENVIDO, int(found[1]), message_id)
    if found := _RAISE.fullmatch(said):
        return TypedCall(Word.MAS, int(found[1] or found[2] or found[3]), message_id)
    # Positions are digits alone: "tiro una" says how many, not which.
    if found := _DISCARD.fullmatch(" ".join(plain)):
        positions = sorted(set(re.findall(r"[1-4]", found[1])))
        return TypedCall(Word.DISCARD, int("".join(positions)), message_id)
    return None


def _plain_words(text: str) -> list[str]:
    """Lower case words without accents and punctuation; none when the text is too long to be a call."""
    if len(text) > LONGEST:
        return []
    letters = (c for c in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9+]+", " ", "".join(letters)).split()
