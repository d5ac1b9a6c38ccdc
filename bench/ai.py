"""Measures the round solver: solve time by trick cards, the ratio to plain recursion, decisions per second, memory.

    python bench/ai.py [--positions 5] [--times 7]
    python bench/ai.py --expansions

All times are processor time of one core. Positions are eighth rounds with twelve sailors each, made up from a seed.
"""

import argparse
import json
import os
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from statistics import median

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from shanghaien import rules
from shanghaien.ai.round.judge import Judge
from shanghaien.ai.round.kept_rounds import TOLERANCE
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import solve
from shanghaien.ai.value.payoff import FinalScore
from shanghaien.ai.value.trained import shipped_value
from shanghaien.rules import (
    PILE_KINDS,
    PILE_TRICKS,
    SAILOR_VALUES,
    End,
    Nation,
    Options,
    Phase,
    Player,
    Sailor,
    State,
    Trick,
)

SHIFT, AGAIN, BOTH = PILE_TRICKS
KINDS = SHIFT, BOTH, AGAIN


def last_round(seed: int, tricks: int, dice: int = 0) -> State:
    """An eighth round before a turn of seat 0: so many trick cards, and dice on cards, for each player."""
    rng = random.Random(seed)
    deck = [Sailor(nation, value) for nation in Nation for value in SAILOR_VALUES]
    rng.shuffle(deck)
    players = [_player(deck[6 + 12 * seat : 18 + 12 * seat], KINDS[:tricks], dice, rng) for seat in (0, 1)]
    return State(
        Options(),
        Phase.TURN,
        (0,) * len(PILE_KINDS),
        (players[0], players[1]),
        round=8,
        tavern=tuple(deck[:6]),
        end=End.LEFT if dice else None,
    )


def _player(sailors: list[Sailor], hand: tuple[Trick, ...], dice: int, rng: random.Random) -> Player:
    crews = tuple(tuple(sorted(card.value for card in sailors if card.nation is nation)) for nation in Nation)
    lying = [rng.randrange(6) for _ in range(dice)]
    return Player(hand, crews, dice=tuple(lying.count(die) for die in range(6)))


def plain_value(state: State, seen: dict[State, float]) -> float:
    """The same value by recursion over the engine, each state once."""
    if state.over:
        return {0: 1.0, 1: 0.0, None: 0.5}[rules.winner(state)]
    if state not in seen:
        if rules.is_chance(state):
            steps = [(float(share), rules.advance(state, outcome).state) for outcome, share in rules.chance(state)]
            seen[state] = sum(share * plain_value(after, seen) for share, after in steps)
        else:
            values = [plain_value(rules.apply(state, action).state, seen) for action in rules.legal_actions(state)]
            seen[state] = max(values) if rules.to_move(state) == 0 else min(values)
    return seen[state]


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """The least processor time of several runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def solve_times(positions: int, times: int) -> dict[str, float]:
    """Milliseconds to solve a whole last round, both directions, by the number of trick cards each."""
    return {
        str(tricks): round(1000 * median(_solve_seconds(seed, tricks, times) for seed in range(positions)), 2)
        for tricks in range(4)
    }


def _solve_seconds(seed: int, tricks: int, times: int) -> float:
    start = position(last_round(seed, tricks))
    return seconds(lambda: solve(start, FinalScore()).value, times)


def against_recursion(times: int) -> dict[str, float]:
    """One late position with a trick card each, by the solver and by plain recursion."""
    state = last_round(1, tricks=1, dice=4)
    plain = seconds(lambda: plain_value(state, {}))
    solved = seconds(lambda: Judge(FinalScore()).value(state), times)
    return {"recursion_s": round(plain, 3), "solver_s": round(solved, 4), "ratio": round(plain / solved, 1)}


def decisions(count: int = 200) -> dict[str, float]:
    """How fast decisions with two trick cards each are valued once the round is solved."""
    judge, rng = Judge(FinalScore()), random.Random(2)
    start = last_round(3, tricks=2)
    judge.value(start)
    rolled = [
        start.evolve(phase=Phase.PLACE, rolled=rng.choice(rules.chance(_rolling(start)).outcomes)) for _ in range(count)
    ]
    spent = seconds(lambda: [judge.action_values(state, judge.needed_actions(state)) for state in rolled])
    return {"per_second": round(count / spent, 1), "ms_each": round(1000 * spent / count, 3)}


def _rolling(state: State) -> State:
    return rules.apply(state, rules.legal_actions(state)[0]).state


def peak_megabytes(tricks: int = 3) -> float:
    """The most memory that solving a round takes."""
    start = position(last_round(0, tricks))
    tracemalloc.start()
    table = solve(start, FinalScore())
    assert 0 <= table.value <= 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return round(peak / 1e6, 1)


CARDS = {"crazy_captain": "captain", "extra_1": "extra1", "extra_2": "extra2", "extra_wild": "wild"}
MIXES = {
    **{name: (name,) for name in ("crazy_captain", "extra_1", "extra_2", "extra_3")},
    "all but the Double": tuple(CARDS),
    "everything": (*CARDS, "extra_3"),
}


def with_expansions(names: tuple[str, ...], *, thrifty: bool) -> dict[str, float]:
    """Seconds and megabytes of a fifth round with a base trick, and the cards of the expansions, in each hand."""
    start = last_round(1, tricks=1)
    state = start.evolve(
        options=Options(**dict.fromkeys(names, True)),
        round=5,
        pile=(1,) * 18 + (0,) * (len(PILE_KINDS) - 18),
        middle=(Trick("double"),) if "extra_3" in names else (),
    )
    for seat, player in enumerate(state.players):
        hand = (*player.hand, *(Trick(CARDS[name]) for name in names if name in CARDS))
        state = state.with_player(seat, player._replace(hand=hand))
    table = solve(position(state), shipped_value(), thrifty=thrifty, tolerance=TOLERANCE if thrifty else 0.0)
    spent = seconds(lambda: table.value)
    return {"seconds": round(spent, 3), "kept_megabytes": round(table.megabytes, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--times", type=int, default=7, help="how often each is solved; the quickest counts (7)")
    parser.add_argument("--expansions", action="store_true", help="rounds with the cards of expansions instead")
    args = parser.parse_args()
    if args.expansions:
        mixes = {
            name: {kind: with_expansions(names, thrifty=kind == "thrifty") for kind in ("thrifty", "exact")}
            for name, names in MIXES.items()
        }
        sys.stdout.write(json.dumps(mixes, indent=2) + "\n")
        return
    report = {
        "solve_ms_by_trick_cards_each": solve_times(args.positions, args.times),
        "against_recursion": against_recursion(args.times),
        "decisions": decisions(),
        "peak_megabytes_three_trick_cards_each": peak_megabytes(),
    }
    sys.stdout.write(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
