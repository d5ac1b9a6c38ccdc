"""Research libraries with cards that nobody has told them of."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test

from shanghaien import rules
from shanghaien.bridges import openspiel_game, pettingzoo_env
from shanghaien.bridges.codes import ACTIONS, CODES_OF, action_code, action_count, action_of
from shanghaien.bridges.observation import layout_for
from shanghaien.rules import Answer, Options, Play, Trick

ALL = Options(second_wind=True, lookout=True, broadside=True)


def states(options: Options, seed: int) -> list[rules.State]:
    rng = random.Random(seed)
    choose = (lambda state: rng.choice(rules.legal_actions(state)),) * 2
    return [step.before for step in rules.play(options, choose, rng)]


def test_every_action_of_the_cards_has_a_code_behind_all_the_old_ones() -> None:
    cards = (["wind"], ["lookout"], ["broadside"])
    new = [code for code, action in enumerate(ACTIONS) if rules.action_text(action).split()[1:2] in cards]
    assert new
    assert min(new) == 118
    for state in states(ALL, 3):
        for action in rules.legal_actions(state):
            assert action_of(action_code(action)) == action
            assert action_code(action) < action_count(state.options)


def test_each_choice_of_several_dice_has_a_code_of_its_own() -> None:
    codes = CODES_OF[Trick("broadside")]
    hits = [action for action in map(action_of, codes) if isinstance(action, Play) and action.dice]
    answers = [action for action in map(action_of, codes) if isinstance(action, Answer)]
    assert {play.dice for play in hits} == {answer.dice for answer in answers}
    assert len(hits) == len(answers) == 6 + 21
    assert len(codes) == len(hits) + 1 + len(answers)


@pytest.mark.parametrize("option", ["second_wind", "lookout", "broadside"])
def test_two_states_that_differ_by_the_card_alone_look_different(option: str) -> None:
    options = Options(**{option: True})
    card, layout = rules.EXPANSIONS[option], layout_for(options)
    state = next(state for state in states(options, 4) if card in state.players[0].hand and state.phase == "turn")
    spent = state.with_player(0, state.players[0]._replace(hand=tuple(c for c in state.players[0].hand if c != card)))
    for seat in (0, 1):
        assert layout.numbers(state, seat) != layout.numbers(spent, seat)
    assert len(layout.numbers(state, 0)) == layout.size


def test_what_a_card_remembers_and_asks_is_seen() -> None:
    options = Options(lookout=True)
    layout = layout_for(options)
    state = next(state for state in states(options, 5) if state.phase == "lookout")
    forgotten = state.evolve(memory=())
    other = state.evolve(phase="place")
    assert layout.numbers(state, 0) != layout.numbers(forgotten, 0)
    assert layout.numbers(state, 0) != layout.numbers(other, 0)


def test_open_spiel_plays_games_with_the_cards() -> None:
    game = pyspiel.load_game(f"{openspiel_game.GAME_TYPE.short_name}(second_wind=True,lookout=True,broadside=True)")
    rng = random.Random(6)
    for _ in range(3):
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                assert len(state.observation_tensor(0)) == game.observation_tensor_size()
                state.apply_action(rng.choice(state.legal_actions()))
        assert sum(state.returns()) == 0


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:.*space for each agent")
def test_petting_zoo_accepts_the_environment() -> None:
    env = pettingzoo_env.env(options=ALL)
    api_test(env, num_cycles=200)
    env.reset(seed=1)
    observation: Any = env.last()[0]
    assert np.isfinite(observation["observation"]).all()


def test_a_base_game_keeps_its_layout() -> None:
    assert layout_for(Options()).size < layout_for(Options(second_wind=True)).size
    assert Trick("wind") not in str(layout_for(Options()).text([0] * layout_for(Options()).size))
