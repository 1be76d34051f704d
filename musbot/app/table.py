"""A table meets a command: `handle` is pure and decides everything; who runs it one at a time is `actor`'s business."""

from typing import assert_never

from musbot.app import (
    advising,
    alarm,
    between,
    discards,
    leaving,
    lobby,
    looking,
    newcomers,
    toasts,
    typing_calls,
)
from musbot.app.advising import review_due
from musbot.app.alarm import ComputerTurn, due_computers
from musbot.app.commands import (
    Alarm,
    Bury,
    Command,
    ComputerCall,
    Gone,
    PlaceGone,
    Reach,
    Resumed,
    Reviewed,
    Slash,
    SlashCommand,
    SpokenLanguage,
    TypedCall,
)
from musbot.app.commit import By, Outcome
from musbot.app.document import Stage, TableDocument
from musbot.app.moment import Moment, refuse
from musbot.app.pace import Pace
from musbot.app.play import Caller, make_for, press_call, running
from musbot.app.ports import Chance
from musbot.app.screens import Press, Verb
from musbot.app.turns import is_late
from musbot.engine import question

__all__ = ["ComputerTurn", "due_computers", "handle", "review_due"]


def handle(document: TableDocument, command: Command, now: float, chance: Chance, pace: Pace) -> Outcome:
    """What a command does to a table.

    Args:
        document: the table as stored.
        command: what is asked; presses are for this table.
        now: seconds since 1970.
        chance: the randomness to deal with.
        pace: the waiting times in force.

    Returns:
        `Accepted` with everything to write in one transaction, or `Refused` with what to answer.
    """
    moment = Moment(document, command, now, chance, pace)
    match command.what:
        case Press() as press:
            return _press(moment, press)
        case SlashCommand() as slash:
            return _slash(moment, slash)
        case TypedCall() as typed:
            return typing_calls.say(moment, typed)
        case Alarm() as fired:
            return alarm.fire(moment, fired)
        case ComputerCall() as call:
            return _computer(moment, call)
        case Reviewed(review):
            return advising.reviewed(moment, review)
        case Reach(reachable):
            return looking.reach(moment, reachable=reachable)
        case Resumed():
            return alarm.resume(moment)
        case Gone():
            return leaving.gone(moment)
        case Bury():
            return looking.repost(moment)
        case PlaceGone():
            return refuse(moment, None)
        case SpokenLanguage(locale):
            return looking.speak(moment, locale)
        case _:
            assert_never(command.what)


def _press(moment: Moment, press: Press) -> Outcome:
    if moment.document.stage is Stage.CLOSED:
        return refuse(moment, toasts.plain("table-closed"), orphan=True)
    if leaving.is_away(moment) and press.verb is not Verb.CARDS:
        return leaving.come_back(moment)
    match press.verb:
        case Verb.CALL:
            return press_call(moment, press.question, press.arg)
        case Verb.TOGGLE | Verb.ALL | Verb.CONFIRM:
            return discards.press(moment, press.verb, press.question, press.arg)
        case Verb.CARDS:
            return looking.cards(moment)
        case Verb.REPOST:
            return looking.repost(moment)
        case Verb.HERE:
            return looking.play_here(moment, on=press.arg != "0")
        case Verb.REMATCH | Verb.SWAP | Verb.ENOUGH:
            return between.press(moment, press.verb)
        case Verb.BACK:
            return leaving.come_back(moment)
        case Verb.CANCEL:
            return leaving.cancel(moment)
        case Verb.LEAVE:
            return leaving.leave(moment)
        case (
            Verb.SIT
            | Verb.STAND
            | Verb.DRAW
            | Verb.BOT
            | Verb.UNBOT
            | Verb.PRESET
            | Verb.HINTS
            | Verb.START
            | Verb.CLOSE
        ):
            return lobby.press(moment, press)
        case Verb.TAKE:
            return newcomers.ask(moment, press.arg)
        case Verb.OBJECT:
            return newcomers.object_to(moment, press.arg)
        case Verb.HINT:
            return advising.hint(moment)
        case Verb.REVIEW:
            return advising.tell_review(moment)
        case Verb.LANGUAGE:
            return looking.speak(moment, press.arg)
        case _:
            assert_never(press.verb)


def _slash(moment: Moment, slash: SlashCommand) -> Outcome:
    match slash.name:
        case Slash.MUS:
            return looking.point_to_table(moment)
        case Slash.MESA:
            return looking.repost(moment)
        case Slash.CARTAS:
            return looking.send_cards(moment)
        case Slash.SCORE:
            return looking.score(moment)
        case Slash.REGLAS:
            return looking.rules(moment)
        case Slash.SALIR:
            return leaving.ask_to_leave(moment)
        case Slash.CANCELAR:
            return leaving.cancel(moment)
        case Slash.PISTA:
            return advising.hint(moment)
        case Slash.PRACTICAR:
            return refuse(moment, toasts.plain("practice-running" if moment.private else "practice-private"))
        case Slash.AYUDA | Slash.START | Slash.IDIOMA:
            return looking.help_out(moment)
        case _:
            assert_never(slash.name)


def _computer(moment: Moment, call: ComputerCall) -> Outcome:
    """A computer's answer counts while its question stands and the seat is still a computer's, or its person late."""
    state = running(moment.document)
    if state is None or call.question != question(state):
        return refuse(moment, None)
    if moment.document.computer_at(call.seat):
        return make_for(moment, Caller(call.seat, By.COMPUTER), call.action)
    if is_late(moment.document, call.seat):
        return make_for(moment, Caller(call.seat, By.TIME), call.action)
    return refuse(moment, None)
