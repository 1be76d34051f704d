"""Names that people chose, made fit to stand in a line of ours: cleaned, cut, never able to change what is around them.

Escaping for HTML is not done here but in `translator`, once for everything.
"""

import re
import unicodedata
from collections.abc import Iterator

NAME_WIDTH = 20
"""Columns that a name may take; a wide character (an emoji, a Chinese character) takes two."""

FSI, PDI = "\u2068", "\u2069"
"""Bidi isolates: what stands between them cannot turn the direction of the rest of the line."""

_ZWJ, _ZWNJ, _JOINER = "\u200d", "\u200c", "\u2060"
_MARKS_PER_CLUSTER = 12  # a family emoji has 10 code points after the first; more is mischief
_STACKED = 3  # combining marks over one letter: a line above is not theirs to write on
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by category, nothing to the eye
_REMOVED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# A mention, a command, a hashtag or an address would become a link to press inside our message.
_LINKS = re.compile(r"[@/#](?=\S)|(?<=\w)\.(?=\w)")


def clean_name(value: str, width: int = NAME_WIDTH) -> str:
    """The name without controls and bidi overrides, blanks folded, cut to `width` columns; empty when nothing shows."""
    kept = "".join(_kept(char) for char in value)
    words = " ".join(kept.split()).strip(_ZWJ + _ZWNJ + " ")
    if not any(_visible(char) for char in words):
        return ""
    return _LINKS.sub(lambda found: found.group() + _JOINER, _cut(words, width))


def isolate(value: str) -> str:
    """The value between bidi isolates."""
    return f"{FSI}{value}{PDI}"


def _kept(char: str) -> str:
    if char in (_ZWJ, _ZWNJ) or _is_tag(char):
        return char
    if char in _BLANKS or char.isspace():
        return " "
    return "" if unicodedata.category(char) in _REMOVED else char


def _visible(char: str) -> bool:
    return not (char.isspace() or _is_tag(char) or unicodedata.category(char)[0] in "CMZ")


def _is_tag(char: str) -> bool:
    return "\U000e0020" <= char <= "\U000e007f"  # spells the flags of England, Scotland and Wales


def _cut(words: str, width: int) -> str:
    clusters = list(_clusters(words))
    if sum(map(_columns, clusters)) <= width:
        return "".join(clusters)
    taken, used = [], 1  # the ellipsis
    for cluster in clusters:
        used += _columns(cluster)
        if used > width:
            break
        taken.append(cluster)
    return "".join(taken).rstrip() + "…"


def _columns(cluster: str) -> int:
    return 2 if unicodedata.east_asian_width(cluster[0]) in "WF" or "\ufe0f" in cluster else 1


def _clusters(words: str) -> Iterator[str]:
    """What the eye takes for one character, near enough: base, marks, and what a joiner or a flag ties together."""
    cluster, marks = "", 0
    for char in words:
        if not cluster:
            cluster, marks = char, 0
        elif _extends(cluster, char):
            stacked = unicodedata.combining(char) != 0
            marks += stacked
            if len(cluster) < _MARKS_PER_CLUSTER and not (stacked and marks > _STACKED):
                cluster += char
        else:
            yield cluster.rstrip(_ZWJ)
            cluster, marks = char, 0
    if cluster:
        yield cluster.rstrip(_ZWJ)


def _extends(cluster: str, char: str) -> bool:
    if char in (_ZWJ, _ZWNJ) or _is_tag(char) or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    if unicodedata.category(char)[0] == "M":
        return True
    if cluster.endswith(_ZWJ):
        return True
    return len(cluster) == 1 and _is_flag_letter(cluster) and _is_flag_letter(char)


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
