"""Callback data: one exact codec between `Press` and the at most 64 bytes that a button carries.

Form: ``1.<table>.<verb>[<question>][.<arg>]``. The leading digit is the version of the form. Numbers are in base 36.
A question is ``<hand>-<stage>`` or, when something is bet, ``<hand>-<stage>-<level>``. Nothing secret goes in here:
people can read callback data, and forge it.
"""

import re

from musbot.app.screens import Press, Verb
from musbot.engine.state import Question

LIMIT = 64
"""Bytes that Telegram allows."""

VERSION = "1"

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ARG = re.compile(r"[A-Za-z0-9_:+\-]{1,30}")
_STAGE = re.compile(r"[md](?:0|[1-9][0-9]{0,2})|[gcpjurfn]")
_NUMBER = r"(?:0|[1-9a-z][0-9a-z]{0,8})"
_DATA = re.compile(
    rf"{VERSION}\.(?P<table>{_NUMBER})\.(?P<verb>[a-zA-Z])"
    rf"(?:(?P<hand>{_NUMBER})-(?P<stage>{_STAGE.pattern})(?:-(?P<level>{_NUMBER}))?)?"
    rf"(?:\.(?P<arg>{_ARG.pattern}))?"
)
_BIGGEST = 36**9 - 1
_VERBS = {verb.value: verb for verb in Verb}


def encode(press: Press) -> str:
    """The callback data of a button.

    Raises:
        ValueError: the press does not fit the form (a stage or an argument that no screen of ours has).
    """
    question = ""
    if press.question is not None:
        question = _encode_question(press.question)
    if press.arg and not _ARG.fullmatch(press.arg):
        raise ValueError(f"a button cannot carry the argument {press.arg!r}")
    arg = f".{press.arg}" if press.arg else ""
    return f"{VERSION}.{_base36(press.table_id)}.{press.verb.value}{question}{arg}"


def decode(data: str) -> Press | None:
    """The press that made this callback data; None when no button of ours carries it."""
    found = _DATA.fullmatch(data)
    if found is None or found["verb"] not in _VERBS or found["level"] == "0":
        return None
    question = None
    if found["hand"] is not None:
        level = found["level"]
        question = Question(int(found["hand"], 36), found["stage"], int(level, 36) if level else 0)
    return Press(int(found["table"], 36), _VERBS[found["verb"]], question, found["arg"] or "")


def _encode_question(question: Question) -> str:
    if not _STAGE.fullmatch(question.stage):
        raise ValueError(f"a button cannot carry the stage {question.stage!r}")
    level = f"-{_base36(question.level)}" if question.level else ""
    return f"{_base36(question.hand_no)}-{question.stage}{level}"


def _base36(number: int) -> str:
    if not 0 <= number <= _BIGGEST:
        raise ValueError(f"a button cannot carry the number {number}")
    digits = ""
    while number >= 36:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return _DIGITS[number] + digits
