"""The lobby: who sits where, by which rules, what is missing."""

from musbot.app.cast import LEVELS
from musbot.app.document import Computer, Stage, TableDocument
from musbot.app.pace import Pace
from musbot.app.presenter.keys import Row, Rows, button, private_link
from musbot.app.presenter.words import BLANK, pair_name, seat_names
from musbot.app.screens import Screen, Style, Verb
from musbot.app.text import Text, text
from musbot.engine import PRESETS, LaReal, Rules

_START_IN = round(Pace().lobby_start)


def lobby_screen(document: TableDocument) -> Screen:
    """A table that waits for people."""
    lines = (
        text("lobby-head"),
        rules_line(document.preset, document.rules),
        BLANK,
        *_pairs(document),
        BLANK,
        _missing(document),
        text("lobby-private"),
    )
    return Screen(lines, _keyboard(document))


def ended_lobby(document: TableDocument) -> Screen:
    """The last screen of a lobby: the game runs, or the table is closed."""
    if document.stage is Stage.CLOSED:
        return Screen((text("lobby-closed"),))
    first, second = pair_name(document, 0), pair_name(document, 1)
    return Screen((text("lobby-started", first=first, second=second),))


def rules_line(preset: str, rules: Rules) -> Text:
    """The rules in one line: the preset's name and what it means."""
    return text(
        "rules-line",
        preset=preset if PRESETS.get(preset) == rules else "own",
        kings=rules.kings,
        target=rules.target,
        juegos=rules.juegos_to_win,
        vacas=rules.vacas_to_win,
        real="no" if rules.la_real is LaReal.OFF else "yes",
        corrido="yes" if rules.mus_corrido else "no",
    )


def next_preset(preset: str) -> str:
    """The preset after this one, round and round."""
    keys = tuple(PRESETS)
    return keys[(keys.index(preset) + 1) % len(keys)] if preset in keys else keys[0]


def _pairs(document: TableDocument) -> tuple[Text, ...]:
    return tuple(
        text("lobby-pair", pair="ab"[pair], names=seat_names(document, document.rules.seats_of(pair), " · "))
        for pair in (0, 1)
    )


def _missing(document: TableDocument) -> Text:
    free = document.seats.count(None)
    return text("lobby-missing", n=free) if free else text("lobby-full", seconds=_START_IN)


def _keyboard(document: TableDocument) -> Rows:
    drawing = (button(document, text("label-draw"), Verb.DRAW),) if len(_taken(document)) > 1 else ()
    standing = (button(document, text("label-stand"), Verb.STAND),) if document.humans else ()
    preset = button(
        document, text("label-preset", preset=document.preset), Verb.PRESET, next_preset(document.preset)
    )
    allowed = "yes" if document.hints else "no"
    hints = button(document, text("label-hints", allowed=allowed), Verb.HINTS)
    start = (button(document, text("label-start"), Verb.START, style=Style.SUCCESS),) if document.full else ()
    rows: tuple[Row, ...] = (
        start,
        *_seating(document),
        (*standing, *drawing),
        *_computers(document),
        (preset, hints),
        (private_link(),),
        (
            button(document, text("label-close"), Verb.CLOSE),
        ),  # alone: what ends a table is not hit by mistake
    )
    return tuple(filter(None, rows))


def _seating(document: TableDocument) -> Rows:
    free = [
        pair for pair in (0, 1) if any(document.seats[seat] is None for seat in document.rules.seats_of(pair))
    ]
    row = tuple(
        button(document, text("label-sit", pair="ab"[pair]), Verb.SIT, str(pair), style=Style.PRIMARY)
        for pair in free
    )
    return (row,) if row else ()


def _computers(document: TableDocument) -> Rows:
    levels = () if document.full else LEVELS
    add = tuple(button(document, text("label-bot", level=level), Verb.BOT, level) for level in levels)
    seated = any(isinstance(seat, Computer) for seat in document.seats)
    remove = (button(document, text("label-unbot"), Verb.UNBOT),) if seated else ()
    return tuple(filter(None, (add, remove)))


def _taken(document: TableDocument) -> tuple[int, ...]:
    return tuple(seat for seat, occupant in enumerate(document.seats) if occupant is not None)
