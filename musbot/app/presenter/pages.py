"""Screens that answer a command: help, rules, score, greetings, questions before something final."""

from collections.abc import Sequence

from musbot.app.document import Stage, TableDocument
from musbot.app.presenter.keys import button, private_link, take_rows
from musbot.app.presenter.lobby import rules_line
from musbot.app.presenter.words import BLANK, pair_name, score_lines, seat_name, seat_names
from musbot.app.screens import Button, Press, Screen, Style, Verb
from musbot.app.text import Joined, Name, Text, text
from musbot.engine import PRESETS, LaReal, Rules

LOCALES = ("es", "en")
"""The languages offered, in this order."""


def help_screen(private: bool) -> Screen:
    """How to play here, and what the bot reads."""
    where = "private" if private else "group"
    lines = (
        text("help-head"),
        text("help-start", where=where),
        text("help-cards"),
        text("help-calls"),
        text("help-ordago"),
        text("help-commands"),
        text("help-corrido"),
        text("help-reads"),
    )
    return Screen(_spaced(lines), () if private else ((private_link(),),), protect=False)


def greeting_screen() -> Screen:
    """The first words in a group or in private: how to begin, and what the bot reads."""
    lines = (text("greeting-head"), text("greeting-begin"), text("help-reads"))
    return Screen(_spaced(lines))


def rules_screen(rules: Rules | None) -> Screen:
    """The rules in short, with the options in force at a table if there is one."""
    key = next((key for key, preset in PRESETS.items() if preset == rules), "own")
    used = rules or Rules()
    lines = (
        text("rules-head"),
        *((rules_line(key, rules),) if rules is not None else ()),
        text("rules-aim", target=used.target),
        text("rules-cards", kings=used.kings),
        text("rules-mus"),
        text("rules-lances"),
        text("rules-values"),
        text("rules-bets"),
        text("rules-count", punto="yes" if used.punto_bonus else "no"),
        *((text("rules-real", real=used.la_real.value),) if used.la_real is not LaReal.OFF else ()),
        *((text("rules-corrido"),) if used.mus_corrido else ()),
        text("help-corrido"),
    )
    return Screen(_spaced(lines))


def score_screen(document: TableDocument) -> Screen:
    """The score of the juego, juegos won, past juegos and the evening's tally."""
    state = document.state
    if state is None:
        return Screen((text("score-none"),))
    lines = [text("score-head", hand=state.hand_no, target=state.rules.target), *score_lines(document, state)]
    played = tuple(text("score-juego", a=score[0], b=score[1]) for _, score in state.history)
    if played:
        lines.append(text("score-history", juegos=Joined(played, ", ")))
    if document.tally != (0, 0):
        lines.append(
            text(
                "tally",
                first=pair_name(document, 0),
                second=pair_name(document, 1),
                a=document.tally[0],
                b=document.tally[1],
            )
        )
    return Screen(tuple(lines))


def language_screen(table_id: int = 0, locales: Sequence[str] = LOCALES) -> Screen:
    """Choose a language: of the place with a table's number or 0, of the person in private."""
    buttons = tuple(
        Button(text("label-language", locale=locale), Press(table_id, Verb.LANGUAGE, None, locale))
        for locale in locales
    )
    rows = tuple(buttons[at : at + 2] for at in range(0, len(buttons), 2))
    return Screen((text("language-ask"),), rows)


def which_table_screen(options: Sequence[tuple[int, str]]) -> Screen:
    """Somebody sits at several tables: from which one to play here.

    Args:
        options: number of the table and title of its group.
    """
    rows = tuple(
        (Button(text("label-table", title=Name(title)), Press(table_id, Verb.HERE, None, "1")),)
        for table_id, title in options
    )
    return Screen((text("which-table"),), rows)


def cards_screen(document: TableDocument) -> Screen:
    """For /cartas in a group: one's cards by alert, and the way to the private chat. No card is in it."""
    return Screen(
        (text("cards-how"),), ((button(document, text("label-cards"), Verb.CARDS), private_link()),)
    )


def no_table_screen() -> Screen:
    """There is no table here."""
    return Screen((text("no-table"),))


def table_open_screen(document: TableDocument, idle: bool) -> Screen:
    """A second /mus: the table that is open, and the way to close it when nobody uses it."""
    seated = tuple(seat for seat, occupant in enumerate(document.seats) if occupant is not None)
    lines = [
        text(
            "table-open",
            stage="lobby" if document.stage is Stage.LOBBY else "playing",
            who=seat_names(document, seated),
            count=len(seated),
        )
    ]
    rows: list[tuple[Button, ...]] = [(button(document, text("label-show"), Verb.REPOST),)]
    if document.stage in (Stage.PLAYING, Stage.BETWEEN):
        rows += take_rows(document)
    if idle:
        lines.append(text("table-idle"))
        rows.append((button(document, text("label-close-idle"), Verb.CLOSE, style=Style.DANGER),))
    return Screen(tuple(lines), tuple(rows))


def practice_screen() -> Screen:
    """``/practicar`` in a group: where one practises."""
    return Screen((text("practice-group"),), ((private_link(),),))


def practice_again_screen() -> Screen:
    """``/practicar`` while a practice game runs."""
    return Screen((text("practice-again"),))


def leave_question_screen(document: TableDocument, seat: int) -> Screen:
    """Asked before a player leaves a running game."""
    leave = button(document, text("label-leave"), Verb.LEAVE, style=Style.DANGER)
    return Screen((text("leave-ask", name=seat_name(document, seat)),), ((leave,),))


def cancel_question_screen(document: TableDocument) -> Screen:
    """Asked before a running game is cancelled: one press from each pair."""
    asked = {pair for pair, _ in document.cancel_votes}
    waiting = tuple(pair for pair in (0, 1) if pair not in asked)
    lines = (
        text("cancel-ask"),
        *(text("cancel-waits", names=pair_name(document, pair)) for pair in waiting if asked),
    )
    cancel = button(document, text("label-cancel"), Verb.CANCEL, style=Style.DANGER)
    return Screen(lines, ((cancel,),))


def closed_screen(reason: str) -> Screen:
    """A table was closed.

    Args:
        reason: ``idle``, ``cancelled``, ``enough``, ``left``, ``admin``; anything else tells no reason.
    """
    return Screen((text("closed", reason=reason),))


def _spaced(paragraphs: Sequence[Text]) -> tuple[Text, ...]:
    lines: list[Text] = []
    for paragraph in paragraphs:
        lines += [BLANK, paragraph] if lines else [paragraph]
    return tuple(lines)
