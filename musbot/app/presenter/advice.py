"""Hints and what decided a juego, in words for one reader: plain text of at most 200 characters."""

from collections.abc import Sequence

from musbot.app.advice import Costly, Hint, Option, Review
from musbot.app.commit import Chat, ChatKind, Notice
from musbot.app.document import TableDocument
from musbot.app.presenter.words import DOT, action_text, draft_text, lance_name, pair_name
from musbot.app.screens import Screen
from musbot.app.text import Joined, Text, text
from musbot.engine import PlayerView
from musbot.engine.actions import Action, Descarte
from musbot.engine.legal import LANCE_STAGE
from musbot.engine.state import Lance

SHOWN = 3
"""Other calls that a hint compares with."""

_LANCES = {stage: lance for lance, stage in LANCE_STAGE.items()}


def hint_text(view: PlayerView, hint: Hint) -> Text:
    """What a good player would do in the place of `view`'s seat, why, and what the other calls would bring."""
    chance = (
        () if hint.lance is None or hint.lance_chance is None else (_chance(hint.lance, hint.lance_chance),)
    )
    parts = (
        text("hint-call", call=_call(view, hint.action, hint.lance)),
        text("hint-reason", reason=hint.reason),
        *chance,
        *_others(view, hint),
    )
    return text("hint", parts=Joined(parts, DOT))


def review_text(document: TableDocument, review: Review, seat: int | None) -> Text:
    """Luck and decisions by pair; for a player also the own decision that cost most."""
    pairs = tuple(pair_review(document, review, pair) for pair in (0, 1))
    worst = review.worst[seat] if seat is not None and seat < len(review.worst) else None
    own = () if worst is None else (_costly(worst),)
    return text("review", parts=Joined((*pairs, *own), "\n"))


def pair_review(document: TableDocument, review: Review, pair: int) -> Text:
    """Luck and decisions of a pair."""
    return text(
        "review-pair",
        pair=pair_name(document, pair),
        luck=percent(review.luck[pair]),
        decisions=percent(review.decisions[pair]),
    )


def costly_notice(review: Review, seat: int, costly: Costly, person_id: int) -> Notice:
    """The decision that cost a player most, for that player's private chat alone."""
    screen = Screen((text("review-private"), _costly(costly)))
    return Notice(f"review:{review.hand_no}:{seat}", Chat(ChatKind.PERSON, person_id), screen)


def percent(change: float) -> str:
    """A difference in chances with its sign: ``+12``, ``−3``, ``0``."""
    rounded = round(change * 100)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "0"


def _chance(lance: Lance, chance: float) -> Text:
    return text("hint-chance", lance=lance.value, percent=round(chance * 100))


def _call(view: PlayerView, action: Action, lance: Lance | None) -> Text:
    return draft_text(view.hand, action.mask) if isinstance(action, Descarte) else action_text(action, lance)


def _others(view: PlayerView, hint: Hint) -> Sequence[Text]:
    """The other calls and what they bring less (or more) than the one advised."""
    advised = next((option.juego for option in hint.options if option.action == hint.action), None)
    if advised is None or isinstance(hint.action, Descarte):
        return ()
    others = [option for option in hint.options if option.action != hint.action][:SHOWN]
    return tuple(_other(option, option.juego - advised, hint.lance) for option in others)


def _other(option: Option, change: float, lance: Lance | None) -> Text:
    return text("hint-other", call=action_text(option.action, lance), percent=percent(change))


def _costly(costly: Costly) -> Text:
    lance = _LANCES.get(costly.stage)
    return text(
        "review-costly",
        hand=costly.hand_no,
        where=lance_name(lance) if lance is not None else text("review-mus"),
        call=action_text(costly.action, lance),
        better=action_text(costly.better, lance),
        percent=percent(-costly.cost),
        reason=costly.reason,
    )
