"""Paired games: the same deal, the same dice for each seat, seats swapped."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from shanghaien import rules
from shanghaien.ai.arena import Bout, Pair, Streams, mean_and_margin, play, play_pair, run, summary
from shanghaien.cli.main import main
from shanghaien.rules import Action, First, Options, Phase, State

GREEDY = Bout("greedy", "random", Options(first=First.SEAT_A), seed=3)


def deals(name: str, pick: int) -> list[rules.Card]:
    """The cards of a game in the order dealt, between players who always take their first or last action."""
    state, streams, cards = rules.new_game(GREEDY.options), Streams(name), []
    while not state.over:
        if rules.is_chance(state):
            before, state = state, streams.next(state)
            cards += [state.tavern[-1]] if before.phase == Phase.DEAL else []
        else:
            state = rules.apply(state, rules.legal_actions(state)[pick]).state
    return cards


def test_the_deal_of_a_stream_does_not_depend_on_how_the_game_is_played() -> None:
    assert deals("x", 0) == deals("x", -1)
    assert deals("x", 0) != deals("y", 0)


def test_a_bot_against_itself_wins_exactly_half_of_a_pair() -> None:
    pair = play_pair(Bout("greedy", "greedy", Options()), 0)

    assert sum(pair.scores) == 1
    assert sum(pair.leads) == 0


def test_pairs_do_not_depend_on_who_works_them_out() -> None:
    def outcomes(pairs: list[Pair]) -> list[tuple[object, ...]]:
        return [(pair.scores, pair.leads, pair.decisions) for pair in pairs]

    with ThreadPoolExecutor(2) as executor:
        spread = outcomes(list(run(GREEDY, 3, executor)))

    assert spread == outcomes(list(run(GREEDY, 3)))


def test_greedy_beats_random_and_the_summary_says_so() -> None:
    outcome = summary(list(run(GREEDY, 6)))

    assert outcome.win_rate > 0.9
    assert outcome.lead > 0


def test_the_interval_comes_from_the_spread_over_pairs() -> None:
    mean, margin = mean_and_margin([0.0, 1.0, 0.0, 1.0])

    assert mean == 0.5
    assert margin == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)


def test_losses_are_nothing_for_who_is_judged_by_his_own_judgement() -> None:
    bout = Bout("captain", "random", Options(), losses=True)
    pair = play_pair(bout, 0)

    assert pair.losses[0] == pytest.approx(0, abs=1e-6)
    assert pair.losses[1] / pair.decisions[1] > 0.01


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--pairs", "2", "--json"]) == 0

    outcome = json.loads(capsys.readouterr().out)
    assert outcome["a"] == "greedy"
    assert outcome["pairs"] == 2
    assert 0 <= outcome["win_rate"] <= 1


def test_the_command_refuses_an_arena_without_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--pairs", "0"]) == 2
    assert "at least one pair" in capsys.readouterr().err


def test_a_watcher_sees_every_decision() -> None:
    seen: list[tuple[State, Action]] = []
    result = play(
        Options(),
        (lambda state: rules.legal_actions(state)[0], lambda state: rules.legal_actions(state)[0]),
        Streams("z"),
        lambda state, action: seen.append((state, action)),
    )

    assert len(seen) >= sum(result.decisions) > 0
    assert all(action in rules.legal_actions(state) for state, action in seen)
