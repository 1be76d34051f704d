"""Practice, hints, and what decided a juego."""

from dataclasses import replace

from musbot.app.advice import Costly, Hint, Option, Review
from musbot.app.commands import Reviewed, Slash, SlashCommand
from musbot.app.commit import Accepted, Chat, ChatKind, Refused
from musbot.app.document import Stage
from musbot.app.lobby import open_practice
from musbot.app.pace import Pace
from musbot.app.presenter import hint_text, review_text, screens, showdown_notice
from musbot.app.screens import Verb
from musbot.app.table import review_due
from musbot.app.text import Cards, Joined, Text
from musbot.engine import view_for
from musbot.engine.actions import Corto, Envido, Ordago, Paso, Quiero
from musbot.engine.state import Lance
from musbot.i18n import Translator
from tests.support.chance import SeededChance
from tests.support.tables import (
    ANE,
    JON,
    MIRON,
    PLACE,
    START,
    Table,
    key_of,
    open_lobby,
    reply_key,
    running_table,
)

TRANSLATOR = Translator(strict=True)


def practice(level: str = "maestro") -> Table:
    """Ane against three computers, dealt."""
    chance = SeededChance(2)
    accepted = open_practice(78, PLACE, ANE, START, chance, Pace(), level)
    return Table(accepted.commit.document, chance=chance, outcomes=[accepted])


def cards_in(value: object) -> set[object]:
    """All cards that stand anywhere in a text."""
    match value:
        case Cards(cards):
            return set(cards)
        case Text(_, args):
            return {card for _, arg in args for card in cards_in(arg)}
        case Joined(parts):
            return {card for part in parts for card in cards_in(part)}
        case _:
            return set()


def test_practice_is_one_person_against_three_computers_of_a_level_dealt_at_once() -> None:
    table = practice()
    assert table.document.stage is Stage.PLAYING
    assert [table.document.computer_at(seat) for seat in range(4)] == [False, True, True, True]
    assert {occupant.player for occupant in table.document.seats[1:]} == {"maestro"}  # type: ignore[union-attr]


def test_in_practice_one_message_shows_board_and_hand_and_no_card_of_the_others() -> None:
    table = practice()
    ((_, screen),) = screens(table.document).values()
    shown = {card for line in screen.lines for card in cards_in(line)}
    assert shown == set(table.state.hands[0])


def test_in_practice_nobody_is_hurried_and_it_closes_after_a_day() -> None:
    table = practice()
    assert table.document.turns == ()
    table.wait(86000)
    assert table.document.stage is Stage.PLAYING
    table.wait(401)
    assert table.document.stage is Stage.CLOSED


def test_a_hint_is_worked_out_from_what_the_seat_may_know() -> None:
    table = running_table()
    table.document = replace(table.document, hints=True)
    outcome = table.press(ANE, Verb.HINT)
    assert isinstance(outcome, Refused)
    assert outcome.hint is not None
    assert outcome.hint.view == view_for(table.state, 0)
    assert outcome.answer is None


def test_hints_are_for_tables_that_allow_them_and_for_who_is_asked() -> None:
    table = running_table()
    assert key_of(table.press(ANE, Verb.HINT)) == "toast-hints-not-here"
    table.document = replace(table.document, hints=True)
    assert key_of(table.press(JON, Verb.HINT)) == "toast-out-of-turn"
    assert key_of(table.press(MIRON, Verb.HINT)) == "toast-onlooker"


def test_a_hint_typed_in_the_group_is_refused_because_it_would_tell_cards() -> None:
    table = running_table()
    table.document = replace(table.document, hints=True)
    assert reply_key(table.type(ANE, SlashCommand(Slash.PISTA))) == "toast-hints-private"
    outcome = table.type(ANE, SlashCommand(Slash.PISTA), private=True)
    assert isinstance(outcome, Refused)
    assert outcome.hint is not None


def test_the_lobby_allows_hints_or_not() -> None:
    table = open_lobby()
    assert key_of(table.press(ANE, Verb.HINTS)) == "toast-hints-on"
    assert table.document.hints
    assert key_of(table.press(ANE, Verb.HINTS)) == "toast-hints-off"
    assert key_of(table.press(MIRON, Verb.HINTS)) == "toast-not-seated"


def test_a_hint_reads_well_and_fits_an_alert() -> None:
    table = running_table()
    table.call(ANE, Corto())
    options = (Option(Envido(5), 0.56), Option(Paso(), 0.52), Option(Ordago(), 0.41), Option(Envido(2), 0.55))
    hint = Hint(Envido(5), "favourite", options, Lance.GRANDE, 0.71)
    said = TRANSLATOR.say("es", hint_text(view_for(table.state, 0), hint), html=False)
    assert said == (
        "💡 Envido 5 · es más fácil que ganes que lo contrario · ganas la grande el 71 % · paso −4 % · "
        "¡órdago a la grande! −15 % · envido 2 −1 %"
    )
    assert len(said) <= 200


def ended() -> Table:
    """The juego ended by an órdago."""
    table = running_table()
    table.call(ANE, Corto())
    table.call(ANE, Ordago())
    table.now += 1
    table.call(ANE, Ordago())
    table.call(JON, Quiero())
    table.now += 1
    table.call(JON, Quiero())
    return table


REVIEW = Review(
    1, (0.12, -0.12), (-0.03, 0.03), (Costly(1, "g", Ordago(), Paso(), 0.08, "not_worth"), None, None, None)
)


def test_a_review_is_due_once_after_a_juego() -> None:
    table = running_table()
    assert not review_due(table.document)
    table = ended()
    assert review_due(table.document)
    table.do(Reviewed(REVIEW))
    assert not review_due(table.document)
    assert table.document.review == REVIEW


def test_the_costly_decision_is_told_to_its_player_alone() -> None:
    table = ended()
    table.document = replace(table.document, reachable=(ANE.id, JON.id))
    outcome = table.do(Reviewed(REVIEW))
    assert isinstance(outcome, Accepted)
    assert [(n.chat.kind, n.chat.id) for n in outcome.commit.notices] == [(ChatKind.PERSON, ANE.id)]
    for seat, told in ((0, True), (1, False), (None, False)):
        said = TRANSLATOR.say("es", review_text(table.document, REVIEW, seat), html=False)
        assert ("Mejor paso" in said) == told
        assert "suerte +12 %, decisiones −3 %" in said
        assert len(said) <= 200


def test_the_showdown_tells_the_group_what_decided_the_juego_as_soon_as_it_is_known() -> None:
    table = ended()
    before = showdown_notice(table.document).screen
    assert not any(line.key == "show-review" for line in before.lines)
    outcome = table.do(Reviewed(REVIEW))
    assert isinstance(outcome, Accepted)
    (amend,) = outcome.commit.amends
    assert (amend.name, amend.chat) == ("showdown:1", Chat(ChatKind.PLACE, PLACE.place_id))
    assert amend.screen.lines[: len(before.lines)] == before.lines
    assert amend.screen.keyboard == before.keyboard
    added = amend.screen.lines[-1]
    assert table.state.juego_winner == 1
    said = TRANSLATOR.say("es", added, html=False)
    assert said == "📊 \u2068Jon\u2069·\u2068Itziar\u2069: suerte −12 %, decisiones +3 %"


def test_a_review_that_comes_after_the_rematch_began_changes_no_message() -> None:
    table = ended()
    table.press(ANE, Verb.REMATCH)
    assert isinstance(table.do(Reviewed(REVIEW)), Refused)


def test_the_review_button_says_so_while_there_is_none() -> None:
    table = ended()
    assert key_of(table.press(MIRON, Verb.REVIEW)) == "toast-no-review"
    table.do(Reviewed(REVIEW))
    outcome = table.press(MIRON, Verb.REVIEW)
    assert outcome.answer is not None
    assert outcome.answer.alert


def test_a_review_of_an_older_juego_is_ignored() -> None:
    assert isinstance(ended().do(Reviewed(replace(REVIEW, hand_no=99))), Refused)
    assert isinstance(running_table().do(Reviewed(REVIEW)), Refused)
