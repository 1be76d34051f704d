"""Looking and pointing: cards, score, rules, the board again. Nothing here moves the game."""

from dataclasses import replace

from musbot.app import toasts
from musbot.app.commit import Outcome
from musbot.app.document import Stage
from musbot.app.moment import Change, Moment, accept, refuse, reply
from musbot.app.presenter import (
    cards_screen,
    hand_alert,
    help_screen,
    rules_screen,
    score_screen,
    showdown_notice,
    table_open_screen,
)
from musbot.app.seating import with_reach
from musbot.engine.state import Phase


def cards(moment: Moment) -> Outcome:
    """``Mis cartas``: an alert for the presser alone; onlookers are made of stone."""
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    if moment.document.state is None or moment.document.stage is not Stage.PLAYING:
        return refuse(moment, toasts.plain("no-cards-yet"))
    return refuse(moment, hand_alert(moment.document, seat), alert=True)


def send_cards(moment: Moment) -> Outcome:
    """``/cartas``: the hand again in the private chat, or a button for it where the private chat is closed."""
    document, seat = moment.document, moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    state = document.state
    if state is None or document.stage is not Stage.PLAYING:
        return refuse(moment, toasts.plain("no-cards-yet"))
    person = moment.person
    if person.id not in document.reachable and not moment.private:
        return reply(moment, "cartas", cards_screen(document))
    document = with_reach(document, person.id, reachable=True)
    return accept(moment, Change(document, fresh=(f"hand:{state.hand_no}:{person.id}",)))


def repost(moment: Moment) -> Outcome:
    """The board (or lobby, or showdown) again at the bottom, for anyone seated."""
    document = moment.document
    if moment.command.person is not None and moment.seat is None and document.stage is not Stage.LOBBY:
        return refuse(moment, toasts.plain("onlooker"))
    toast = toasts.plain("reposted") if moment.command.query_id is not None else None
    state = document.state
    if document.stage is Stage.LOBBY:
        return accept(moment, Change(document, fresh=("lobby",)), toast)
    if state is None or document.stage is Stage.CLOSED:
        return refuse(moment, toasts.plain("table-closed"), orphan=True)
    if state.phase in (Phase.RECUENTO, Phase.FIN):
        return accept(moment, Change(document, notices=(showdown_notice(document),)), toast)
    return accept(moment, Change(document, fresh=(f"board:{state.hand_no}",)), toast)


def play_here(moment: Moment, *, on: bool) -> Outcome:
    """Call buttons in the private chat, for who plays from there."""
    if not moment.private:
        return refuse(moment, toasts.plain("here-private-only"))
    if moment.seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    here = {known for known in moment.document.here if known != moment.person.id}
    here |= {moment.person.id} if on else set()
    document = replace(moment.document, here=tuple(sorted(here)))
    return accept(moment, Change(document), toasts.plain("here-on" if on else "here-off"))


def score(moment: Moment) -> Outcome:
    """``/score``: the count, in words."""
    return reply(moment, "score", score_screen(moment.document))


def rules(moment: Moment) -> Outcome:
    """``/reglas``: the rules that this table plays by."""
    return reply(moment, "reglas", rules_screen(moment.document.rules))


def help_out(moment: Moment) -> Outcome:
    """``/ayuda``: how to play with the bot."""
    return reply(moment, "ayuda", help_screen(private=moment.private))


def point_to_table(moment: Moment) -> Outcome:
    """A second ``/mus``: there is a table already; an idle one may be closed from here."""
    idle = moment.now - moment.document.touched_at >= moment.pace.idle
    return reply(moment, "mus", table_open_screen(moment.document, idle=idle))


def reach(moment: Moment, *, reachable: bool) -> Outcome:
    """A seated person's private chat opened or closed."""
    if moment.seat is None or (moment.person.id in moment.document.reachable) == reachable:
        return refuse(moment, None)
    return accept(moment, Change(with_reach(moment.document, moment.person.id, reachable=reachable)))


def speak(moment: Moment, locale: str) -> Outcome:
    """The table's language was changed: what stands in the group is shown again in it."""
    document = replace(moment.document, language=locale)
    state = document.state
    in_hand = document.stage is Stage.PLAYING and state is not None and state.phase is not Phase.RECUENTO
    fresh = (
        ("lobby",)
        if document.stage is Stage.LOBBY
        else (f"board:{state.hand_no}",)
        if in_hand and state
        else ()
    )
    return accept(moment, Change(document, fresh=fresh), toasts.plain("language"))
