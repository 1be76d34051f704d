"""Whole games as people see them, in every language. MUSBOT_WRITE_GOLDEN=1 writes the files anew: look at them."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from musbot.app.document import Human, Stage
from musbot.app.presenter import (
    cancel_question_screen,
    cards_screen,
    closed_screen,
    greeting_screen,
    hand_alert,
    help_screen,
    language_screen,
    leave_question_screen,
    lobby_screen,
    no_table_screen,
    rules_screen,
    score_screen,
    table_open_screen,
    which_table_screen,
)
from musbot.app.screens import Screen
from musbot.engine import PRESETS, LaReal, Rules
from musbot.i18n import Translator
from tests.app.presenter.playing import Play, printed, stacked, table, told

GOLDEN = Path(__file__).parents[2] / "golden" / "screens"
TRANSLATOR = Translator(strict=True)
Step = tuple[str, str]
Story = Callable[[str], Iterator[Step]]


def _juego(locale: str) -> Iterator[Step]:
    """A juego to 20 by stones, with mus, discards, bets, a refused órdago, a deje, and a rematch."""
    deal = stacked("12o12c7o4o", "11o11c1o1c", "12e12b10o6o", "7e7b7c10e", stock="5o4e4b6b5c2o")
    play = Play(table(rules=Rules(target=20), reachable=(101, 102)), deal)

    def show(title: str) -> Step:
        return title, told(play.owed, TRANSLATOR, locale)

    def alert(title: str, seat: int) -> Step:
        return title, TRANSLATOR.say(locale, hand_alert(play.document, seat), html=False)

    play.begin()
    yield show("the first hand is dealt")
    play.change(here=(102,))
    yield show("Jon plays from the private chat")
    play.calls("mus mus mus")
    yield show("three say mus: the private messages stay")
    play.calls("mus")
    yield show("all say mus")
    drafts = play.document.drafts
    assert drafts is not None
    play.change(drafts=replace(drafts, masks=((False, False, True, True), *drafts.masks[1:])))
    yield show("Ane marks two cards")
    yield alert("Ane looks at her cards", 0)
    play.calls("d:0011")
    yield show("Ane has chosen")
    play.calls("d:0001 d:0011 d:1000")
    yield show("all have chosen")
    play.calls("mus co")
    yield show("Jon cuts")
    play.calls("p e2")
    yield show("Jon bets")
    play.calls("m5")
    yield show("Ane raises")
    play.calls("or")
    yield show("Jon calls an órdago")
    play.calls("nq")
    yield show("Ane refuses")
    play.calls("nq")
    yield show("Mikel refuses: the órdago is paid, chica opens")
    play.calls("p p p p")
    yield show("chica unbet, pares declared")
    play.calls("e5 q")
    yield show("pares accepted, juego of one side: the count")
    yield "the score", printed(score_screen(play.document), TRANSLATOR, locale)
    play.calls("sg")
    yield show("the next hand")
    play.calls("co p p p p")
    yield show("grande unbet")
    play.calls("p " * _passes(play))
    yield show("everything unbet: counted up to the end of the hand")
    while play.document.stage is Stage.PLAYING:
        play.calls("sg co e10 q e5 q")
        while play.state.envite is not None:
            play.calls("p")
    yield show("the partida is won")
    yield "the score after the partida", printed(score_screen(play.document), TRANSLATOR, locale)
    play.begin(mano=1)
    yield show("the rematch")


def _passes(play: Play) -> int:
    """How many pasos close the hand from here."""
    trial = Play(play.document, play.shuffle)
    count = 0
    while trial.state.envite is not None:
        trial.calls("p")
        count += 1
    return count


def _ordago(locale: str) -> Iterator[Step]:
    """An órdago is accepted; the partida goes on."""
    deal = stacked("12o12c7o4o", "11o11c1o1c", "12e12b10o6o", "7e7b7c10e")
    play = Play(table(rules=PRESETS["bizkaia"], computers=1), deal)
    play.begin(mano=2)
    play.calls("co p p p or")
    yield "órdago", told(play.owed, TRANSLATOR, locale)
    play.calls("q")
    yield "accepted", told(play.owed, TRANSLATOR, locale)
    play.calls("sg")
    yield "the next juego", told(play.owed, TRANSLATOR, locale)


def _deje(locale: str) -> Iterator[Step]:
    """A deje ends the juego in mid-hand: nobody shows cards. Then the mano moves by a cut, and a table breaks off."""
    deal = stacked("12o12c7o4o", "11o11c1o1c", "12e12b10o6o", "7e7b7c10e")
    play = Play(table(rules=Rules(target=20, juegos_to_win=2, mus_corrido=True), reachable=(103,)), deal)
    play.begin()
    play.calls("mus co")
    yield "Jon cuts and is mano", told(play.owed, TRANSLATOR, locale)
    play.calls("e10 m5 m2 m3 nq")
    yield "one refuses", told(play.owed, TRANSLATOR, locale)
    play.calls("nq p p p e2 m10 m8 nq nq")
    yield "a deje ends the juego", told(play.owed, TRANSLATOR, locale)
    play.calls("sg")
    yield "the next juego", told(play.owed, TRANSLATOR, locale)
    ane, *others = play.document.seats
    assert isinstance(ane, Human)
    play.change(seats=(replace(ane, away=True), *others))
    yield "Ane is away", told(play.owed, TRANSLATOR, locale)
    play.change(stage=Stage.CLOSED)
    yield "cancelled", told(play.owed, TRANSLATOR, locale)


def _pages(locale: str) -> Iterator[Step]:
    """Lobbies and the answers to commands."""
    full = table(computers=1)
    empty = replace(full, seats=(None,) * 4)
    real = Rules(
        mus_corrido=True, la_real=LaReal.SOTA, punto_bonus=False, kings=4, vacas_to_win=2, juegos_to_win=2
    )
    running = Play(full)
    running.begin()
    voted = replace(running.document, cancel_votes=((1, 0.0),))
    screens: dict[str, Screen] = {
        "an empty lobby": lobby_screen(empty),
        "a lobby with two": lobby_screen(replace(full, seats=(full.seats[0], None, None, full.seats[3]))),
        "a full lobby": lobby_screen(full),
        "a lobby with rules of its own": lobby_screen(replace(full, preset="clasico", rules=real)),
        "greeting": greeting_screen(),
        "help in a group": help_screen(False),
        "help in private": help_screen(True),
        "rules": rules_screen(None),
        "rules of a table": rules_screen(real),
        "score before the deal": score_screen(full),
        "language": language_screen(),
        "which table": which_table_screen(((4, "Cuadrilla"), (9, "<Txoko> & co"))),
        "no table": no_table_screen(),
        "an open table": table_open_screen(empty, False),
        "an idle table": table_open_screen(running.document, True),
        "cards": cards_screen(running.document),
        "leave": leave_question_screen(running.document, 2),
        "cancel": cancel_question_screen(running.document),
        "cancel, one pair has asked": cancel_question_screen(voted),
        **{
            f"closed: {why}": closed_screen(why)
            for why in ("idle", "cancelled", "enough", "left", "admin", "")
        },
    }
    for title, screen in screens.items():
        yield title, printed(screen, TRANSLATOR, locale)


STORIES: dict[str, Story] = {"juego": _juego, "ordago": _ordago, "deje": _deje, "pages": _pages}


@pytest.mark.parametrize("locale", TRANSLATOR.locales)
@pytest.mark.parametrize("story", STORIES)
def test_a_whole_game_reads_as_it_did(story: str, locale: str) -> None:
    seen = "\n\n".join(f"# {title}\n{words}" for title, words in STORIES[story](locale)) + "\n"
    seen = "\n".join(line.rstrip() for line in seen.splitlines()) + "\n"
    file = GOLDEN / f"{story}.{locale}.txt"
    if os.environ.get("MUSBOT_WRITE_GOLDEN"):
        file.write_text(seen, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == seen
