"""What a commit owes: only what changed, each message ended once, and nothing with a card that is not shown yet."""

import random
from dataclasses import replace

import pytest

from musbot.app.commit import Chat, ChatKind
from musbot.app.document import Computer, Human, Stage, TableDocument
from musbot.app.presenter import board_screen, hand_alert, hand_screen, present, screens, showdown_notice
from musbot.app.screens import Press, Screen, Verb
from musbot.engine import PRESETS, LaReal, Rules, State, legal_actions, question, to_act
from musbot.engine.actions import Corto, Mus, NoQuiero, Ordago, Paso
from musbot.engine.events import HandEnded
from musbot.engine.notation import read_action
from musbot.engine.state import Phase
from tests.app.presenter.playing import Play, cards_in, random_game, stacked, table

TABLES = [
    table(rules=rules, reachable=reachable, computers=computers)
    for rules, reachable, computers in (
        (PRESETS["rapida"], (101, 102, 103, 104), 0),
        (Rules(target=25, juegos_to_win=2, vacas_to_win=2), (101,), 2),
        (Rules(kings=4, target=30, mus_corrido=True, min_raise=2, punto_bonus=False), (102, 103), 0),
        (Rules(target=20, juegos_to_win=2, la_real=LaReal.FIGURE), (), 1),
    )
]
GAMES = [(seed, document) for seed in range(6) for document in TABLES]
PLACE = Chat(ChatKind.PLACE, 7)


@pytest.mark.parametrize(("seed", "document"), GAMES)
def test_a_group_sees_no_card_before_it_is_shown_and_a_person_only_his_own(
    seed: int, document: TableDocument
) -> None:
    for play in random_game(seed, replace(document, here=(101, 103))):
        state = play.state
        public = {card for hand in state.hands for card in hand} if state.shown else set()
        for notice in play.owed.notices:
            assert cards_in(notice.screen) <= public, notice.name
        for slot in play.owed.slots:
            mine: set[object] = set()
            if slot.chat.kind is ChatKind.PERSON:
                seat = play.document.seat_of(slot.chat.id)
                assert seat is not None
                mine = set(state.hands[seat])
            assert cards_in(slot.screen) <= mine, slot.name
        for shown in screens(play.document).values():
            for press in _presses(shown[1]):
                assert len(press.arg) < 10


@pytest.mark.parametrize(("seed", "document"), GAMES)
def test_what_is_written_leaves_every_chat_showing_what_it_should(seed: int, document: TableDocument) -> None:
    play_here = replace(document, here=(101, 103))
    shown = dict(screens(play_here))
    notices: list[str] = []
    pressable: set[str] = set()
    for play in random_game(seed, play_here):
        for slot in play.owed.slots:
            if slot.close:
                # A hand without calls in it stays as it is: that is no write.
                stays = slot.name.startswith("hand:") and (slot.chat, slot.screen) == shown[slot.name]
                assert stays or slot.screen.keyboard == ()
                assert slot.name in shown
                del shown[slot.name]
            else:
                assert shown.get(slot.name) != (slot.chat, slot.screen), "written although nothing changed"
                shown[slot.name] = (slot.chat, slot.screen)
        assert shown == screens(play.document)
        for notice in play.owed.notices:
            assert notice.chat == PLACE
            notices.append(notice.name)
            pressable |= {notice.name} if notice.screen.keyboard else set()
        pressable -= {retire.name for retire in play.owed.retires}
        assert len(pressable) == (play.state.phase in (Phase.RECUENTO, Phase.FIN))
    assert len(notices) == len(set(notices))


@pytest.mark.parametrize(("seed", "document"), GAMES)
def test_a_board_offers_only_legal_calls_with_the_quiet_one_bottom_left(
    seed: int, document: TableDocument
) -> None:
    for play in random_game(seed, document):
        state = play.state
        if state.phase not in (Phase.MUS, Phase.LANCE):
            continue
        *calls, last = board_screen(play.document, state).keyboard
        assert [key.press.verb for key in last if key.press] == [Verb.CARDS, Verb.REPOST]
        offered = [[read_action(key.press.arg) for key in row if key.press] for row in calls]
        for seat in to_act(state):
            legal = set(legal_actions(state, seat))
            assert {action for row in offered for action in row} <= legal
            assert all(
                (one in legal) == any(one in row for row in offered) for one in (Ordago(), Paso(), NoQuiero())
            )
        assert isinstance(offered[-1][0], (Mus, Paso, NoQuiero))
        assert all(row == [Ordago()] for row in offered if Ordago() in row)
        assert all(
            press.question == question(state) for row in calls for press in _presses(Screen((), (row,)))
        )


@pytest.mark.parametrize(("seed", "document"), GAMES[:8])
def test_a_private_hand_changes_with_the_question_and_not_with_the_turn(
    seed: int, document: TableDocument
) -> None:
    before: State | None = None
    for play in random_game(seed, replace(document, here=(101, 102, 103))):
        state = play.state
        if before is not None and question(before) == question(state) and state.phase is not Phase.DESCARTE:
            assert [slot.name for slot in play.owed.slots] == [f"board:{state.hand_no}"]
        before = state


@pytest.mark.parametrize("seed", range(8))
def test_nothing_a_seat_is_shown_depends_on_cards_it_cannot_see(seed: int) -> None:
    chance = random.Random(seed)
    here = replace(TABLES[seed % 3], here=(101, 102, 103, 104), reachable=(101, 102, 103, 104))
    for play in random_game(seed, here, moves=150):
        state = play.state
        if state.shown:
            continue
        seat = chance.randrange(4)
        other = _permuted(state, seat, chance)
        twin = replace(play.document, state=other)
        assert board_screen(play.document, state) == board_screen(twin, other)
        assert hand_alert(play.document, seat) == hand_alert(twin, seat)
        if state.phase in (Phase.MUS, Phase.DESCARTE, Phase.LANCE):
            assert hand_screen(play.document, state, seat, 101) == hand_screen(twin, other, seat, 101)
        if state.phase is Phase.RECUENTO:
            assert showdown_notice(play.document) == showdown_notice(twin)
        assert present(None, play.events, play.document).notices == present(None, play.events, twin).notices


@pytest.mark.parametrize("document", TABLES)
def test_the_count_runs_up_to_the_score(document: TableDocument) -> None:
    for play in random_game(3, document):
        if any(isinstance(event, HandEnded) for event in play.events) and play.state.pieces:
            (showdown,) = (notice for notice in play.owed.notices if notice.name.startswith("showdown"))
            pieces = [dict(line.args) for line in showdown.screen.lines if line.key == "show-piece"]
            assert len(pieces) == len(play.state.pieces)
            assert (pieces[-1]["a"], pieces[-1]["b"]) == play.state.score
            assert showdown.screen.loud == (play.state.juego_winner is not None)


def test_a_new_table_owes_its_lobby_and_a_started_one_ends_it() -> None:
    play = Play(table())
    assert [slot.name for slot in present(None, (), play.document).slots] == ["lobby"]
    play.begin()
    lobby, board = play.owed.slots
    assert (lobby.name, lobby.close, lobby.screen.keyboard) == ("lobby", True, ())
    assert (board.name, board.close) == ("board:1", False)


def test_a_lobby_that_opens_again_is_a_new_message() -> None:
    play = Play(table(rules=Rules(target=20)))
    play.begin()
    play.calls("co or q")
    assert play.document.stage is Stage.BETWEEN
    (lobby,) = play.change(stage=Stage.LOBBY).slots
    assert (lobby.name, lobby.fresh) == ("lobby", True)
    assert [retire.name for retire in play.owed.retires] == ["showdown:1"]


def test_another_language_writes_the_board_again() -> None:
    play = Play(table(reachable=(101,)))
    play.begin()
    assert [(slot.name, slot.fresh) for slot in play.change(language="en").slots] == [("board:1", False)]


def test_a_private_chat_that_opens_in_mid_hand_gets_the_hand() -> None:
    play = Play(table())
    play.begin()
    (hand,) = play.change(reachable=(103,)).slots
    assert hand.chat == Chat(ChatKind.PERSON, 103)
    assert hand.screen.protect
    assert cards_in(hand.screen) == set(play.state.hands[2])
    assert [slot.close for slot in play.change(reachable=()).slots] == [True]


def test_who_stands_up_in_mid_hand_keeps_only_his_own_cards_to_look_at() -> None:
    play = Play(table(reachable=(101, 103)))
    play.begin()
    cards = set(play.state.hands[2])
    seats = play.document.seats
    play.change(seats=(*seats[:2], Computer("honesto", "Bot"), seats[3]), reachable=(101,))
    (ended,) = (slot for slot in play.owed.slots if slot.name == "hand:1:103")
    assert ended.close
    assert cards_in(ended.screen) == cards


def test_a_table_closed_in_mid_hand_ends_its_messages_and_shows_no_turn() -> None:
    play = Play(table(reachable=(101,)))
    play.begin()
    play.change(stage=Stage.CLOSED)
    assert [(slot.name, slot.close) for slot in play.owed.slots] == [("board:1", True), ("hand:1:101", True)]
    keys = [text.key for text in play.owed.slots[0].screen.lines]
    assert keys[-1] == "board-broken"


def test_an_ordago_is_told_loudly_to_those_who_may_answer() -> None:
    play = Play(table(), stacked("12o12c7o4o", "11o11c1o6c", "4e5b6o7c", "7e7b1c1e"))
    play.begin()
    play.calls("co p p p p p p p p")
    play.calls("p or")
    (notice,) = play.owed.notices
    assert notice.name == "ordago:1:p1"
    assert notice.screen.loud
    assert dict(notice.screen.lines[0].args)["count"] == 1  # Mikel holds no pares


def test_an_away_person_finds_the_way_back_on_the_board_and_in_private() -> None:
    play = Play(table(reachable=(101,)))
    play.begin()
    ane, *others = play.document.seats
    assert isinstance(ane, Human)
    play.change(seats=(replace(ane, away=True), *others))
    assert len(play.owed.slots) == 2
    for slot in play.owed.slots:
        assert Verb.BACK in {press.verb for press in _presses(slot.screen)}


def test_every_button_of_mus_corrido_is_for_the_mano_of_the_moment() -> None:
    play = Play(table(rules=Rules(mus_corrido=True)))
    play.begin()
    play.calls("mus")
    play.act(Corto())
    assert play.state.mano == 1
    assert play.owed.slots[-1].name == "board:1"


def _presses(screen: Screen) -> list[Press]:
    return [key.press for row in screen.keyboard for key in row if key.press is not None]


def _permuted(state: State, seat: int, chance: random.Random) -> State:
    """The same public facts and the same hand for a seat, every other card somewhere else."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += [*state.stock, *(card for card in state.discards if card not in state.thrown[seat])]
    chance.shuffle(hidden)
    hands = tuple(
        hand if other == seat else tuple(hidden.pop() for _ in hand) for other, hand in enumerate(state.hands)
    )
    chosen = tuple(
        mask if mask is None or other == seat else tuple(chance.sample(mask, 4))
        for other, mask in enumerate(state.chosen)
    )
    stock = tuple(hidden.pop() for _ in state.stock)
    return replace(state, hands=hands, stock=stock, discards=tuple(hidden), chosen=chosen)  # type: ignore[arg-type]
