"""The lines that tell a player the own cards, in the private chat and on the board of a practice game."""

from musbot.app.document import TableDocument
from musbot.app.presenter.words import DOT, draft_of, draft_text, line, split, worth
from musbot.app.text import Cards, Text, text
from musbot.engine import Rules, State
from musbot.engine.state import Hand, Phase


def hand_lines(document: TableDocument, state: State, seat: int) -> tuple[Text, ...]:
    """The cards of a seat, their worth, and the choice of discards while one is being made."""
    return (*cards_lines(state.hands[seat], state.rules), *choice_lines(document, state, seat))


def cards_lines(hand: Hand, rules: Rules) -> tuple[Text, ...]:
    """Numbered cards, and what they are worth."""
    numbered = (text("hand-card", n=place, card=Cards((card,))) for place, card in enumerate(hand, 1))
    return (line(*numbered), line(*worth(hand, rules), separator=DOT))


def choice_lines(document: TableDocument, state: State, seat: int) -> tuple[Text, ...]:
    """What a seat throws, or has thrown, in this round; nothing outside discards."""
    if state.phase is not Phase.DESCARTE:
        return ()
    chosen = state.chosen[seat]
    if chosen is None:
        return (draft_text(state.hands[seat], draft_of(document, seat)),)
    thrown, kept = split(state.hands[seat], chosen)
    return (text("hand-thrown", throw=thrown, keep=kept, kept=len(kept.cards)),)
