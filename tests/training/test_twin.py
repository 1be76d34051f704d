"""The numba game that trains against the package that plays: the same rules, the same encoder, the same policy."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from musbot.engine.decide import decide, start
from musbot.engine.evolve import fold, initial
from musbot.engine.rules import CLASICO
from musbot.engine.state import Envite, Outcome, Phase, PieceKind, State
from musbot.engine.view import legal_from_view, public_view, view_for
from musbot.players.arena import Cards, speaker
from musbot.players.handsets import LANCES, hand_set
from musbot.players.knowledge import WHOLE, knowledge_for
from musbot.players.maestro import Maestro
from musbot.players.placing import Place, action_of, follow, node_of
from musbot.players.reading import Reading, read
from musbot.players.reading import start as beliefs_at_start
from musbot.players.tree import Move, trees
from training import game

HANDS = hand_set(8)
pytestmark = pytest.mark.slow


def hands_of(state: State) -> np.ndarray:
    """Hand numbers by seat from mano."""
    order = state.rules.order_from(state.mano)
    return np.array([HANDS.id_of(state.hands[seat]) for seat in order])


def tree_hands(count: int) -> Iterator[tuple[State, list[tuple[int, int, int]]]]:
    """Hands that keep to the tree, with (seat from mano, lance, choice) of every call, at their end."""
    rng = random.Random(8)
    for number in range(count):
        shuffle = Cards(11, number)
        score = (rng.randrange(40), rng.randrange(40))
        state = fold(initial(), start(CLASICO, number % 4, shuffle))
        state = replace(state, score=score)
        player = Maestro()
        said: list[tuple[int, int, int]] = []
        while state.phase not in (Phase.RECUENTO, Phase.FIN):
            seat = speaker(public_view(state))
            view = view_for(state, seat)
            envite = state.envite
            if envite is None:
                action = player.choose(view, legal_from_view(view), rng)
            else:
                reading = read(view.public)
                place = (seat - state.mano) % 4
                assert reading.place is not None
                node = node_of(reading.place, place)
                moves = [Move(move) for move in trees().move[node] if move >= 0]
                often = [1 if move in (Move.ORDAGO, Move.ORDAGO_OVER) else 6 for move in moves]
                choice = rng.choices(range(len(moves)), often)[0]
                action = action_of(moves[choice], envite, CLASICO)
                said.append((place, LANCES.index(envite.lance), choice))
            state = fold(state, decide(state, seat, action, shuffle))
        yield state, said


def test_hands_pay_what_the_engine_says() -> None:
    know = knowledge_for(CLASICO)
    decided = 0
    for state, said in tree_hands(400):
        hands = hands_of(state)
        mano = state.mano
        notes = game.empty_notes()
        for lance in range(5):
            mask = game.lance_mask(lance, hands)
            calls = [(seat, choice) for seat, where, choice in said if where == lance]
            if mask == 0:
                assert not calls
                continue
            if not (mask & 5 and mask & 10):
                pair = 0 if mask & 5 else 1
                bonus = HANDS.pares_bonus if lance == 2 else HANDS.juego_bonus
                notes.count_pair[lance], notes.counted[lance] = (
                    pair,
                    bonus[hands[pair]] + bonus[hands[pair + 2]],
                )
                continue
            node = int(game.ROOT[mask])
            for seat, choice in calls:
                assert game.ACTOR[node] == seat
                node = int(game.CHILD[node, choice])
            if node >= 0:  # the juego was over before
                break
            game.note_end(lance, -node - 1, mask, hands, notes)
        before = list(state.score)
        for piece in state.pieces:
            before[piece.pair] -= piece.stones
        first = before[mano % 2], before[1 - mano % 2]
        worth = game.worth(*first, notes, know.value)
        if state.juego_winner is not None:
            decided += 1
            assert worth == (1.0 if state.juego_winner == mano % 2 else 0.0)
        else:
            after = state.score[mano % 2], state.score[1 - mano % 2]
            assert worth == pytest.approx(1.0 - know.value[after[1], after[0]])
    assert 40 < decided < 360


def twin_reading(state: State, upto: int) -> tuple[np.ndarray, np.ndarray]:
    """Beliefs and keys of the numba game when lance number `upto` opens, after the calls of a state."""
    know = knowledge_for(CLASICO)
    rounds = len(state.drawn)
    order = CLASICO.order_from(state.mano)
    cutter = order.index(state.cut_by)
    drawn = np.array([state.drawn[-1][seat] for seat in order] if rounds else [0] * 4)
    beliefs = np.zeros((4, len(HANDS)), np.float32)
    game.start_beliefs(
        rounds,
        cutter,
        drawn,
        know.after_draw.astype(np.float32),
        know.mus_like.astype(np.float32),
        beliefs,
    )
    hands = hands_of(state)
    w = np.zeros((4, len(HANDS)), np.float32)
    keys = np.zeros((4, len(HANDS)), np.int32)
    pu, pt = np.zeros((4, len(HANDS)), np.float32), np.zeros((4, len(HANDS)), np.float32)
    trust = np.full(2, 0.8)
    before = list(state.score)
    for piece in state.pieces:
        before[piece.pair] -= piece.stones
    score = [before[state.mano % 2], before[1 - state.mano % 2]]
    policy = (know.policy / WHOLE).astype(np.float32)
    for lance in range(upto + 1):
        mask = game.lance_mask(lance, hands)
        if lance in (2, 3):
            game.declare(beliefs, lance, mask)
        if mask == 0:
            continue
        if not (mask & 5 and mask & 10):
            game.settle(beliefs, w, lance, mask, 4, 0 if mask & 5 else 1, 0, pu, pt)
            continue
        game.strengths(beliefs, lance, mask, w)
        game.fill_keys(w, lance, mask, score[0], score[1], pu, pt, know.bucket, keys)
        if lance == upto:
            break
        node = int(game.ROOT[mask])
        stage = "gcpju"[lance]
        for call in state.calls:
            if call.stage == stage:
                seat = (call.seat - state.mano) % 4
                assert call.action is not None
                step = follow(Place(node), seat, call.action)
                game.learn_from(beliefs, seat, node, int(game.LOFF[lance]), step.choice, keys, policy, trust)
                node = int(game.CHILD[node, step.choice])
        end = -node - 1
        if game.END[end] == 1:
            score[int(game.ENDPAIR[end])] += int(game.ENDST[end])
        game.settle(
            beliefs, w, lance, mask, int(game.END[end]), int(game.ENDPAIR[end]), int(game.ENDST[end]), pu, pt
        )
    return beliefs, keys


def test_beliefs_and_rows_are_those_of_the_package() -> None:
    compared = same = 0
    apart: list[float] = []
    for state, _ in tree_hands(60):
        if any(result.outcome is Outcome.ORDAGO for result in state.results):
            continue
        for upto, result in enumerate(state.results):
            lance = LANCES.index(result.lance)
            if result.outcome in (Outcome.UN_LADO, Outcome.NADIE) or lance > 3:
                continue
            reading = reading_at(state, upto)
            beliefs, keys = twin_reading(state, lance)
            apart += [float(x) for x in np.abs(beliefs - reading.beliefs).sum(axis=1) / 2]
            for seat in reading.playing:
                compared += len(HANDS)
                same += int((keys[seat] == reading.keys[seat]).sum())
    assert compared > 20_000
    # A chance on the edge of a bucket may fall to either side: then a hand is believed a little more or less.
    assert same / compared > 0.99
    assert np.mean(apart) < 0.002
    assert np.quantile(apart, 0.99) < 0.03


def reading_at(state: State, number: int) -> Reading:
    """What the package makes of the same calls when the lance of result `number` opened."""
    stages = ["gcpju"[LANCES.index(result.lance)] for result in state.results[:number]]
    calls = tuple(call for call in state.calls if call.stage in stages or call.stage[0] in "md")
    lance = state.results[number].lance
    asked = [call for call in state.calls if call.stage == "gcpju"[LANCES.index(lance)]]
    closed = {result.lance for result in state.results[:number]}
    dejes = [piece for piece in state.pieces if piece.kind is PieceKind.DEJE and piece.lance in closed]
    score = list(state.score)
    for piece in state.pieces:
        score[piece.pair] -= piece.stones
    for piece in dejes:
        score[piece.pair] += piece.stones
    eligible = tuple(
        seat
        for seat in CLASICO.order_from(state.mano)
        if (lance.value != "pares" or state.pares[seat]) and (lance.value != "juego" or state.juego[seat])
    )
    shorter = replace(
        state,
        calls=calls,
        results=state.results[:number],
        pieces=tuple(dejes),
        score=(score[0], score[1]),
        phase=Phase.LANCE,
        envite=Envite(lance, eligible),
        juego_winner=None,
    )
    assert asked
    return read(public_view(shorter))


def test_a_hand_without_calls_begins_with_the_same_beliefs() -> None:
    for state, _ in tree_hands(20):
        beliefs, _ = twin_reading(state, 0)
        assert np.abs(beliefs - beliefs_at_start(public_view(state)).beliefs).max() < 1e-5
