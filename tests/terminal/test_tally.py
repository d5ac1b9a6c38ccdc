"""Counting many games: results, points, turns and tricks, each for the right seat and round."""

import io

from rich.console import Console

from shanghaien import rules
from shanghaien.rules import Act, Options, PlayedStep, State, take
from shanghaien.terminal.tally import Tally, tables
from tests.rules.positions import position, side


def steps(state: State, words: str) -> list[PlayedStep]:
    moments = []
    for word in words.split(", "):
        step = rules.parse_outcome(word) if rules.is_chance(state) else rules.parse_action(word)
        after, events = take(state, step)
        moments.append(PlayedStep(state, step, events, after))
        state = after
    return moments


def won_by_the_first() -> list[PlayedStep]:
    """Two turns of the last round: a trick, a die, a call; 6 French points and American 1 and 3 against nothing."""
    state = position(side("11", hand="shift", crews="FRE4 FRE2"), side("6", crews="SPA1"), number=8)
    return steps(state, "roll, 1-3, play shift 3+, place 4, roll, 2-2, place 2, shanghai")


def counted() -> Tally:
    tally = Tally(Options())
    tally.add(won_by_the_first())
    tally.add(
        steps(position(side("11"), side("22"), turn=1, tavern="AME2 FRE2 GER3 CHI3 DUT4 TUR1", number=8), "shanghai")
    )
    return tally


def test_turns_are_counted_in_the_round_in_which_they_were_taken() -> None:
    tally = counted()
    assert tally.turns == [0, 0, 0, 0, 0, 0, 0, 4]
    assert tally.turns_per_round() == [0, 0, 0, 0, 0, 0, 0, 2.0]
    early = Tally(Options())
    moments = steps(position(side("11"), side("6"), number=3), "shanghai")
    early.add([*moments, *won_by_the_first()])
    assert early.turns == [0, 0, 1, 0, 0, 0, 0, 3]


def test_wins_draws_and_points_belong_to_their_seats() -> None:
    tally = counted()
    first, second = rules.points(won_by_the_first()[-1].after)
    assert first > second
    assert (tally.games, tally.wins, tally.draws) == (2, [1, 0], 1)
    assert tally.points == [[first, 2], [second, 2]]
    assert tally.mean_points(0) == (first + 2) / 2


def test_a_trick_is_counted_for_who_played_it() -> None:
    assert counted().tricks[0] == {Act("shift"): 1}
    assert not counted().tricks[1]
    plain = counted().as_dict()
    assert (plain["tricks"][0]["shift"], plain["tricks"][1]["shift"]) == (1, 0)
    assert plain["points"][1]["min"] == min(counted().points[1])
    assert plain["points"][0]["max"] == max(counted().points[0])


def test_the_tables_show_the_same_figures() -> None:
    screen = io.StringIO()
    for table in tables(counted(), ("Ann", "Ben")):
        Console(file=screen, width=100).print(table)
    rows = [line.strip("│ \n").split("│") for line in screen.getvalue().splitlines() if "│" in line]
    cells = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows}
    high = max(counted().points[0])
    assert cells["A Ann"][:2] == ["1", "50.0%"]
    assert cells["A Ann"][2:] == [f"{(high + 2) / 2:.2f}", "2", str(high)]
    assert cells["B Ben"][:2] == ["0", "0.0%"]
    assert cells["drawn"][:2] == ["1", "50.0%"]
    assert cells["turns"] == ["0.00"] * 7 + ["2.00"]
    assert cells["Die ±1"] == ["1", "0", "0.50"]
