"""Calls at a running table: from a press, a typed word, a computer or a clock to engine events.

What a call needs before the engine sees it (the right question, the second press of an órdago) is here; which calls
are legal is the engine's business alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from musbot.app import toasts
from musbot.app.commit import By, LoggedEvent, Outcome
from musbot.app.document import NO_CARDS, Armed, Drafts, Early, Human, Stage, TableDocument
from musbot.app.moment import Change, Moment, accept, refuse
from musbot.app.presenter import action_text, hand_summary, who_may_speak
from musbot.app.seating import newcomers_seated, pairs_of, seats_given_up
from musbot.app.text import Text
from musbot.app.turns import asked_now, in_time, made_by_time
from musbot.engine import IllegalAction, decide, fold, question, refusal, replay, start, to_act
from musbot.engine.actions import Action, Descarte, Mus, Ordago, Paso, Quiero, Siguiente
from musbot.engine.events import Event
from musbot.engine.notation import action_text as written
from musbot.engine.notation import read_action
from musbot.engine.state import Phase, Question, State

TYPED_AGAIN = 30.0
"""Seconds within which an órdago may be typed (or pressed) again when its first half was typed."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a call: a seat, and how it is logged."""

    seat: int
    by: By
    person_id: int | None = None


def running(document: TableDocument) -> State | None:
    """The state of the game that is being played here, None when none is."""
    return document.state if document.stage is Stage.PLAYING else None


def begin(moment: Moment, document: TableDocument) -> Change:
    """Start a partida with those who sit at the table, by the rules chosen."""
    mano = document.next_mano if document.next_mano is not None else moment.chance.below(document.rules.seats)
    by = By.TIME if moment.command.person is None else By.PERSON
    events = start(document.rules, mano, moment.chance.shuffle, document.next_hand)
    pairs = pairs_of(document)
    fresh_pairs = pairs != document.tally_pairs
    document = replace(
        document,
        stage=Stage.PLAYING,
        state=None,
        tally=(0, 0) if fresh_pairs else document.tally,
        tally_pairs=pairs,
        cancel_votes=(),
        armed=(),
        turns=(),
        lates=(0,) * document.rules.seats,
        since=moment.now,
    )
    caller = Caller(mano, by, moment.command.person.id if moment.command.person else None)
    return _moved(moment, document, replay(events), _logged(events, caller, moment.now))


def press_call(moment: Moment, asked: Question | None, notation: str) -> Outcome:
    """A call pressed on a button that belongs to the question `asked`."""
    state = running(moment.document)
    if state is None:
        return refuse(moment, toasts.plain("not-playing"), orphan=True)
    seat = moment.seat
    if seat is None:
        return refuse(moment, toasts.plain("onlooker"))
    if asked != question(state):
        return refuse(moment, toasts.stale(who_may_speak(moment.document)), orphan=True)
    try:
        action = read_action(notation)
    except ValueError:
        return refuse(moment, toasts.plain("unknown"))
    return call(moment, state, seat, action)


def call(moment: Moment, state: State, seat: int, action: Action, *, typed: bool = False) -> Outcome:
    """A person's call for the present question, checked, armed when it needs a second press, and made."""
    if seat not in to_act(state):
        if moment.private and may_say_early(state, seat, action):
            return _early(moment, state, seat, action)
        code = refusal(state, seat, action)
        explains = code is not None and state.phase is Phase.LANCE and code.value in _ABOUT_ONESELF
        toast = (
            toasts.illegal(code) if explains and code else toasts.out_of_turn(who_may_speak(moment.document))
        )
        return refuse(moment, toast)
    code = refusal(state, seat, action)
    if code is not None:
        return refuse(moment, toasts.illegal(code))
    if needs_two_presses(state, action) and not _second_press(moment, state, action, typed=typed):
        return _arm(moment, state, action, typed=typed)
    return _make(moment, state, seat, action)


_ABOUT_ONESELF = frozenset({"not_in_lance", "already_refused", "already_chosen", "own_side"})
"""Refusals that say more to the presser than whose turn it is."""


def needs_two_presses(state: State, action: Action) -> bool:
    """Órdago, and accepting one, are said twice."""
    standing = state.envite is not None and state.envite.ordago
    return isinstance(action, Ordago) or (isinstance(action, Quiero) and standing)


def may_say_early(state: State, seat: int, action: Action) -> bool:
    """Whether a seat that is not asked yet may note a quiet call for this very question."""
    match action:
        case Mus():
            return state.phase is Phase.MUS and seat not in state.said_mus
        case Paso():
            envite = state.envite
            return (
                envite is not None
                and envite.bettor is None
                and seat in envite.eligible
                and seat not in envite.passed
            )
        case _:
            return False


def make_for(moment: Moment, caller: Caller, action: Action) -> Outcome:
    """A call by a computer or by time, for the present question. Illegal ones are refused without a word."""
    state = running(moment.document)
    if state is None:
        return refuse(moment, None)
    try:
        change = _called(moment, state, caller, action)
    except IllegalAction:
        return refuse(moment, None)
    return accept(moment, change)


def fresh_drafts(state: State) -> Drafts | None:
    """Empty discard choices when discards are being chosen."""
    if state.phase is not Phase.DESCARTE:
        return None
    seats = state.rules.seats
    return Drafts(question(state), (NO_CARDS,) * seats, ((-1, 0.0),) * seats)


def _second_press(moment: Moment, state: State, action: Action, *, typed: bool) -> bool:
    armed = _armed(moment, state, action)
    if armed is None:
        return False
    after = moment.now - armed.at
    longest = TYPED_AGAIN if typed or armed.what.startswith("typed:") else moment.pace.ordago_max
    return moment.pace.ordago_min <= after <= longest


def _armed(moment: Moment, state: State, action: Action) -> Armed | None:
    for armed in moment.document.armed:
        mine = armed.person_id == moment.person.id and armed.question == question(state)
        if mine and armed.what.removeprefix("typed:") == written(action):
            return armed
    return None


def _arm(moment: Moment, state: State, action: Action, *, typed: bool) -> Outcome:
    """The first press: noted and explained. A second one too soon is a double tap and changes nothing."""
    assert state.envite is not None  # órdago and quiero are legal in a lance only
    toast = toasts.ordago_again(state.envite.lance, accepting=isinstance(action, Quiero))
    before = _armed(moment, state, action)
    if before is not None and moment.now - before.at < moment.pace.ordago_min:
        return refuse(moment, toast)
    what = ("typed:" if typed else "") + written(action)
    mine = Armed(moment.person.id, what, question(state), moment.now)
    others = tuple(armed for armed in moment.document.armed if armed.person_id != moment.person.id)
    return accept(moment, Change(replace(moment.document, armed=(*others, mine))), toast, aloud=True)


def _early(moment: Moment, state: State, seat: int, action: Action) -> Outcome:
    """Note a quiet call for later, or take it back when it was noted."""
    asked = question(state)
    mine = Early(seat, asked, written(action))
    noted = mine not in moment.document.early
    others = tuple(early for early in moment.document.early if early.seat != seat)
    document = replace(moment.document, early=(*others, mine) if noted else others)
    call_text = action_text(action, state.envite.lance if state.envite else None)
    return accept(moment, Change(document), toasts.early(call_text, noted=noted))


def _make(moment: Moment, state: State, seat: int, action: Action) -> Outcome:
    change = _called(moment, state, Caller(seat, By.PERSON, moment.person.id), action)
    return accept(moment, change, _taken(state, seat, action, change.document))


def _taken(before: State, seat: int, action: Action, after: TableDocument) -> Text:
    said = action_text(action, before.envite.lance if before.envite else None)
    state = after.state
    if isinstance(action, Siguiente) or state is None:
        return toasts.plain("next")
    hand = hand_summary(state.hands[seat], state.rules)
    if state.phase in (Phase.RECUENTO, Phase.FIN):
        return toasts.taken_last(said, hand)
    return toasts.taken(said, who_may_speak(after), hand)


def thrown_change(moment: Moment, state: State, seat: int, action: Descarte) -> Change:
    """The change that a person's confirmed discards make."""
    return _called(moment, state, Caller(seat, By.PERSON, moment.person.id), action)


def _called(moment: Moment, state: State, caller: Caller, action: Action) -> Change:
    """Make a call and the early ones that it lets through.

    Raises:
        IllegalAction: the engine refuses the call.
    """
    events = decide(state, caller.seat, action, moment.chance.shuffle)
    logged = list(_logged(events, caller, moment.now))
    after = fold(state, events)
    early = moment.document.early
    while (follow := _next_early(after, early)) is not None:
        owner = moment.document.seats[follow.seat]
        person_id = owner.person_id if isinstance(owner, Human) else None
        events = decide(after, follow.seat, read_action(follow.action), moment.chance.shuffle)
        logged += _logged(events, Caller(follow.seat, By.PERSON, person_id), moment.now)
        after = fold(after, events)
    document = _counted(moment.document, state, caller, action)
    return _moved(moment, document, after, tuple(logged))


def _counted(document: TableDocument, state: State, caller: Caller, action: Action) -> TableDocument:
    """The document knowing who made a call: in time, or time itself."""
    if caller.by is By.PERSON:
        armed = tuple(armed for armed in document.armed if armed.person_id != caller.person_id)
        return in_time(replace(document, armed=armed), caller.seat)
    if caller.by is By.TIME and not isinstance(action, Siguiente):
        marked = replace(document, made_by_time=(*document.made_by_time, len(state.calls)))
        return made_by_time(marked, caller.seat)
    return document


def _next_early(state: State, early: Iterable[Early]) -> Early | None:
    """The noted call whose turn has come."""
    turn = to_act(state)
    asked = question(state)
    for noted in early:
        legal = noted.question == asked and noted.seat in turn
        if legal and refusal(state, noted.seat, read_action(noted.action)) is None:
            return noted
    return None


def _moved(moment: Moment, document: TableDocument, state: State, events: tuple[LoggedEvent, ...]) -> Change:
    """The document after the engine has moved: what hangs on the question falls when the question changes."""
    asked = question(state)
    same = document.drafts is not None and document.drafts.question == asked
    document = replace(
        document,
        state=state,
        drafts=document.drafts if same else fresh_drafts(state),
        armed=tuple(armed for armed in document.armed if armed.question in (asked, None)),
        early=tuple(
            noted for noted in document.early if noted.question == asked and may_say_early_still(state, noted)
        ),
        next_hand=state.hand_no + 1,
        asked_at=moment.now,
        since=moment.now if state.phase in (Phase.RECUENTO, Phase.FIN) else document.since,
        made_by_time=document.made_by_time if state.calls else (),
    )
    document = replace(document, turns=asked_now(document, state, moment.now, moment.pace))
    if state.phase is Phase.MUS and not state.calls:
        document = newcomers_seated(document)
    if state.juego_winner is not None:
        document = seats_given_up(document)
    if state.phase is Phase.FIN and state.partida_winner is not None:
        document = _over(document, state, state.partida_winner)
    return Change(document, events)


def may_say_early_still(state: State, noted: Early) -> bool:
    """Whether a noted call still waits for its turn."""
    return may_say_early(state, noted.seat, read_action(noted.action))


def _over(document: TableDocument, state: State, winner: int) -> TableDocument:
    """The partida is over: the tally, and who is mano in a rematch."""
    tally = (document.tally[0] + (winner == 0), document.tally[1] + (winner == 1))
    return replace(
        document,
        stage=Stage.BETWEEN,
        tally=tally,
        next_mano=(state.mano + 1) % state.rules.seats,
        cancel_votes=(),
    )


def _logged(events: Iterable[Event], caller: Caller, now: float) -> tuple[LoggedEvent, ...]:
    return tuple(LoggedEvent(event, caller.by, now, caller.person_id) for event in events)
