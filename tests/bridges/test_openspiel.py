from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

from shanghaien import rules
from shanghaien.bridges.card_sets import LATER_CARDS
from shanghaien.bridges.codes import outcome_of
from shanghaien.bridges.openspiel_game import options_from
from tests.bridges.golden_playthrough import GOLDEN, playthrough

ALL = f"python_shanghaien({','.join(f'{name}=True' for name in rules.EXPANSIONS)})"
SET_UPS = (
    "python_shanghaien",
    "python_shanghaien(extra_wild=True,starter=alternate,first=b,tricks_shift=0,tricks_both=5)",
    "python_shanghaien(crazy_captain=True)",
    "python_shanghaien(extra_1=True,extra_2=True)",
    "python_shanghaien(extra_3=True)",
    ALL,
)


def random_states(name: str, seed: int) -> list[Any]:
    rng = np.random.RandomState(seed)
    state = pyspiel.load_game(name).new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        states.append(state.clone())
    return states


@pytest.mark.parametrize("name", SET_UPS)
def test_openspiel_finds_nothing_wrong_with_the_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_every_option_is_a_parameter() -> None:
    set_up = "tricks_shift=1,tricks_again=2,tricks_both=5,first=a,starter=alternate"
    game = pyspiel.load_game(ALL.replace("(", f"({set_up},"))
    assert options_from(game.get_parameters()) == rules.Options(
        tricks=(1, 2, 5),
        first=rules.First.SEAT_A,
        starter=rules.Starter.ALTERNATE,
        **dict.fromkeys(rules.EXPANSIONS, True),
    )
    assert options_from({}) == rules.Options()


@pytest.mark.parametrize("name", SET_UPS)
def test_chance_is_exact_and_every_outcome_is_there_once(name: str) -> None:
    for state in random_states(name, 1):
        if state.is_chance_node():
            exact = dict(rules.chance(state.position))
            listed = state.chance_outcomes()
            assert sum(Fraction(p).limit_denominator(10**6) for _, p in listed) == 1
            assert {outcome_of(code): Fraction(p).limit_denominator(10**6) for code, p in listed} == exact
            assert len({code for code, _ in listed}) == len(listed)


@pytest.mark.parametrize("name", [SET_UPS[0], ALL])
def test_tensors_and_texts_tell_the_same_states_apart(name: str) -> None:
    for kind in ("observation", "information_state"):
        pairs = {
            (getattr(state, f"{kind}_string")(player), tuple(getattr(state, f"{kind}_tensor")(player)))
            for seed in (3, 4)
            for state in random_states(name, seed)
            for player in (0, 1)
        }
        assert len(pairs) == len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs})


def test_an_information_state_remembers_everything_that_happened() -> None:
    last = random_states("python_shanghaien", 5)[-1]
    history = last.information_state_string(0).splitlines()[-1]
    assert history == "history: " + " ".join(map(str, last.history()))


def test_utilities_are_a_win_a_draw_or_a_loss_and_follow_the_points() -> None:
    game = pyspiel.load_game("python_shanghaien")
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    results = set()
    for seed in range(40):
        state = random_states("python_shanghaien", seed)[-1]
        own, other = rules.points(state.position)
        assert state.returns() == [np.sign(own - other), np.sign(other - own)]
        results.add(state.returns()[0])
    assert {1.0, -1.0} <= results


@pytest.mark.parametrize("name", SET_UPS)
def test_no_game_is_longer_than_announced(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(10):
        states = random_states(name, seed)
        chances = sum(state.is_chance_node() for state in states)
        assert chances <= game.max_chance_nodes_in_history()
        assert len(states) - 1 - chances <= game.max_game_length()


def test_the_python_mcts_and_a_random_bot_play_a_whole_game() -> None:
    game = pyspiel.load_game("python_shanghaien")
    rng = np.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    result = evaluate_bots.evaluate_bots(
        game.new_initial_state(), [searcher, uniform_random.UniformRandomBot(1, rng)], rng
    )
    assert sorted(result) in ([-1, 1], [0, 0])


def test_the_random_bots_of_the_library_play_a_whole_game() -> None:
    state = pyspiel.load_game(ALL).new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in (0, 1)]
    assert sorted(pyspiel.evaluate_bots(state, bots, 5)) in ([-1, 1], [0, 0])


def test_the_playthrough_is_the_golden_one_but_for_the_parameters_of_later_cards() -> None:
    told = playthrough()
    for option in [card.option for card in LATER_CARDS]:
        for parameter in (f'"{option}", ', f', "{option}"', f"{option}=False,", f",{option}=False"):
            told = told.replace(parameter, "")
    assert told == GOLDEN.read_text(encoding="utf-8")


def test_a_set_up_that_does_not_exist_is_refused_with_a_sentence() -> None:
    with pytest.raises(Exception, match="add up to 8"):
        pyspiel.load_game("python_shanghaien(tricks_shift=4)")
