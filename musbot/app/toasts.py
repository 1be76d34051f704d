"""What a press or a typed call is answered: one function a sentence, so that keys and arguments stand in one place.

Toasts are plain text of at most 200 characters. Only the presser sees them, so they may end with the presser's hand.
"""

from musbot.app.text import Arg, Cards, Joined, Name, Text, text
from musbot.engine.errors import IllegalCode
from musbot.engine.state import Lance


def plain(key: str, /, **args: Arg) -> Text:
    """A toast without a shape of its own: ``toast-<key>``."""
    return text(f"toast-{key}", **args)


def sat(pair: int, *, reachable: bool) -> Text:
    """Seated in a pair; who has not opened the private chat is told that the button on the board does as well."""
    return text("toast-sat", pair=_pair(pair), private="open" if reachable else "closed")


def already_seated(pair: int) -> Text:
    """Pressed the pair that one sits in."""
    return text("toast-already-seated", pair=_pair(pair))


def pair_full(pair: int) -> Text:
    """No free seat in that pair."""
    return text("toast-pair-full", pair=_pair(pair))


def bot_added(name: str) -> Text:
    """A computer sat down."""
    return text("toast-bot-added", name=Name(name))


def bot_removed(name: str) -> Text:
    """A computer stood up."""
    return text("toast-bot-removed", name=Name(name))


def preset_chosen(preset: str) -> Text:
    """The rules were changed to a preset."""
    return text("toast-preset", preset=preset)


def missing(n: int) -> Text:
    """Cannot start: n seats are free."""
    return text("toast-missing", n=n)


def stale(now: Text) -> Text:
    """The button belongs to a question that is over; `now` says what is asked."""
    return text("toast-stale", now=now)


def out_of_turn(who: Text) -> Text:
    """Somebody else speaks; `who` says who may."""
    return text("toast-out-of-turn", who=who)


def illegal(code: IllegalCode) -> Text:
    """The engine refused the call."""
    return text("toast-illegal", code=code.value)


def ordago_again(lance: Lance, *, accepting: bool) -> Text:
    """The first of the two presses that call or accept an órdago."""
    return text("toast-ordago-again", lance=lance.value, accepting="yes" if accepting else "no")


def taken(call: Text, then: Text, hand: Joined) -> Text:
    """A call was taken; what is asked next; the presser's own hand."""
    return text("toast-taken", call=call, then=then, hand=hand)


def taken_last(call: Text, hand: Joined) -> Text:
    """A call was taken and the hand is over; the presser's own hand."""
    return text("toast-taken-last", call=call, hand=hand)


def draft(throw: Cards, keep: Cards) -> Text:
    """The discards chosen so far; nothing is thrown yet."""
    return text("toast-draft", throw=throw, keep=keep, n=len(throw.cards), kept=len(keep.cards))


def thrown(throw: Cards, then: Text) -> Text:
    """The discards are thrown."""
    return text("toast-thrown", throw=throw, then=then)


def early(call: Text, *, noted: bool) -> Text:
    """A quiet call said before one's turn was noted, or taken back."""
    return text("toast-early", call=call, noted="yes" if noted else "no")


def newcomer(name: str) -> Text:
    """The seat of a computer is one's own from the next hand on."""
    return text("toast-newcomer", name=Name(name))


def cancel_vote(missing_pair: int) -> Text:
    """The other pair must ask too before the game is cancelled."""
    return text("toast-cancel-vote", pair=_pair(missing_pair))


def _pair(pair: int) -> str:
    return "ab"[pair]


PLAIN_KEYS = (
    "not-seated",  # stand up, or another thing of those seated, pressed by somebody who is not
    "stood",
    "drawn",  # pairs drawn at random
    "draw-needs-two",
    "no-seat",  # all seats are taken
    "no-bot",  # no computer to take away
    "unknown",  # a button that no board of ours has (forged or of another version)
    "need-human",
    "started",
    "closed",
    "not-yours-to-close",
    "onlooker",  # los mirones son de piedra
    "no-cards-yet",
    "game-running",  # a lobby button while a game is being played
    "not-playing",  # a game button while nothing is being played
    "table-closed",
    "next",  # the next hand is dealt
    "choose-one",  # confirm without a card chosen
    "already-chosen",
    "reposted",
    "here-on",
    "here-off",
    "here-private-only",
    "rematch",
    "swap",
    "enough",
    "not-between",
    "cancelled",
    "cancel-seated",  # only those seated (or an admin) cancel
    "leave-again",  # /salir first: a leave button that came too late
    "left",
    "back",
    "not-away",
    "bad-amount",  # a typed call whose amount is missing or makes no sense
    "newcomer-seated",  # one sits here already
    "newcomer-taken",  # no computer sits there, or somebody else was quicker
    "newcomer-gone",  # an objection to somebody who does not want the seat any more
    "newcomer-partner",  # only the human partner objects
    "newcomer-refused",  # the computer stays
    "hints-on",
    "hints-off",
    "hints-not-here",  # hints are for practice and for tables that allow them
    "hints-private",  # typed in a group: a hint would tell the cards
    "no-review",  # no juego has ended yet, or it is still being worked out
    "practice-private",  # /practicar in a group
    "practice-running",  # /practicar while a practice game runs
    "language",  # the language of the table was changed
)
"""Keys for `plain`, for the check that every locale has them."""

# The table also imports from musbot.app.presenter: screens, cards_screen(document) (a group message with the
# `Mis cartas` button and the link to the private chat, for /cartas where the private chat is closed) and
# showdown_notice(document) -> Notice (the present hand's showdown again, from the document alone).
