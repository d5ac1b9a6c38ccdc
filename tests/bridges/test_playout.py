import random
from statistics import fmean

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

from shanghaien import rules
from shanghaien.bridges.openspiel_game import Held
from shanghaien.bridges.openspiel_rollouts import QuickRollouts
from shanghaien.bridges.playout import Playout
from shanghaien.rules import End, First, Malformed, Options, Phase, Starter, State
from tests.bridges.play import EVERYTHING, next_state, random_game

SET_UPS = (
    Options(),
    Options(extra_wild=True),
    Options(starter=Starter.ALTERNATE, first=First.SEAT_B),
    Options(tricks=(0, 3, 5), extra_wild=True, starter=Starter.ALTERNATE),
)


def follow(state: State, quick: Playout) -> State:
    """Let the chances of the rules fall as they fell in the playout."""
    while rules.is_chance(state):
        if state.phase == Phase.WHO_STARTS:
            state = rules.advance(state, quick.starter).state
        elif state.phase == Phase.DEAL:
            state = rules.advance(state, quick.tavern[len(state.tavern)]).state
        else:
            state = rules.advance(state, quick.rolled).state
    return state


def compare(state: State, quick: Playout) -> None:
    """Everything that the two say about a state."""
    assert rules.legal_actions(state) == (() if quick.over else quick.legal())
    assert rules.points(state) == quick.points()
    assert state.over == quick.over
    if not state.over:
        assert (state.round, state.turn, state.starter) == (quick.round, quick.turn, quick.starter)
        assert [list(player.dice) for player in state.players] == [side.dice for side in quick.sides]
        assert [player.trick_used for player in state.players] == [side.used for side in quick.sides]
        assert sorted(map(repr, rules.cards_in(state.pile))) == sorted(map(repr, quick.left))
        row = state.tavern if state.end is not End.RIGHT else state.tavern[::-1]
        assert list(row) == quick.tavern


@pytest.mark.parametrize("options", SET_UPS)
def test_every_step_of_a_playout_is_that_of_the_rules(options: Options) -> None:
    rng = random.Random(4)
    for start in [state for seed in (1, 2) for state in random_game(options, seed)][::5]:
        if start.over:
            continue
        quick = Playout(start, rng.random)
        state = follow(start, quick)
        compare(state, quick)
        while not state.over:
            action = rng.choice(rules.legal_actions(state))
            quick.act(action)
            state = follow(rules.apply(state, action).state, quick)
            compare(state, quick)


def by_the_rules(state: State, rng: random.Random) -> int:
    while not state.over:
        state = next_state(state, rng)
    own, other = rules.points(state)
    return (own > other) - (own < other)


def test_playouts_end_as_often_well_as_random_games_of_the_rules() -> None:
    states = list(random_game(Options(extra_wild=True), seed=11))
    for state in (states[0], states[40], states[-60]):
        rng, games = random.Random(6), 600
        quick = fmean(Playout(state, rng.random).run() for _ in range(games))
        assert quick == pytest.approx(fmean(by_the_rules(state, rng) for _ in range(games)), abs=0.2)


def test_a_game_that_is_over_stays_as_it_ended() -> None:
    state = list(random_game(Options(), seed=5))[-1]
    assert Playout(state, random.random).run() == np.sign(rules.points(state)[0] - rules.points(state)[1])


def test_playouts_refuse_expansions_with_a_sentence() -> None:
    with pytest.raises(Malformed, match="base game only"):
        Playout(rules.new_game(EVERYTHING), random.random)


@pytest.mark.parametrize("name", ["python_shanghaien", "python_shanghaien(extra_3=True,crazy_captain=True)"])
def test_the_mcts_of_openspiel_plays_a_whole_game_with_quick_rollouts(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 1.4, 4, QuickRollouts(random.Random(1)), random_state=rng)
    bots = [searcher, uniform_random.UniformRandomBot(1, rng)]
    assert sorted(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)) in ([-1, 1], [0, 0])


def test_a_rollout_tells_the_result_to_both_seats() -> None:
    state = pyspiel.load_game("python_shanghaien").new_initial_state()
    over = list(random_game(Options(), seed=5))[-1]
    state.held = Held(over)
    own, other = rules.points(over)
    assert own != other
    assert QuickRollouts(random.Random(1)).evaluate(state) == [np.sign(own - other), np.sign(other - own)]
