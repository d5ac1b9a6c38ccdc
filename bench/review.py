"""How long a review takes: games of several players in every set-up, CPU seconds on one core.

A hoarder is the hardest case: it never plays a trick and calls only when it has to, so both hands grow, rounds are long,
and each of them has the most ways to go on.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator

from shanghaien import rules
from shanghaien.ai.bots import BY_NAME
from shanghaien.ai.review.reviewer import judgement, judgement_name, review
from shanghaien.cli.puzzles import played
from shanghaien.rules import EXPANSIONS, PRESETS, Action, Call, Options, Play, Record, State

SETUPS = {
    "base": PRESETS["base"],
    "extra wild": PRESETS["online"],
    "expansions": Options(**{name: name not in PRESETS["online"].expansions for name in EXPANSIONS}),
    "everything": Options(**dict.fromkeys(EXPANSIONS, True)),
}
HOARDER = "hoarder"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="games of each player in each set-up (5)")
    parser.add_argument("--bots", nargs="+", choices=[*BY_NAME, HOARDER], default=["captain", HOARDER])
    parser.add_argument("--setups", nargs="+", choices=list(SETUPS), default=list(SETUPS))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    judgement()
    measured = list[dict[str, float | str]]()
    for setup in args.setups:
        for bot in args.bots:
            measured.append({"setup": setup, "bot": bot, **times(setup, bot, args.games, args.seed)})
            print(measured[-1], file=sys.stderr, flush=True)
    figures = {"judgement": judgement_name(), "games": args.games, "seed": args.seed, "measured": measured}
    print(json.dumps(figures, indent=2))


def times(setup: str, bot: str, games: int, seed: int) -> dict[str, float]:
    seconds, worst, hands = [], 0.0, 0
    for record in records(setup, bot, games, random.Random(seed)):
        start = time.process_time()
        reviewed = review(record, judgement())
        seconds.append(time.process_time() - start)
        own, other = reviewed.totals
        worst = max(worst, abs(0.5 + own.luck + own.unforeseen - own.loss + other.loss - own.result))
        hands = max(hands, *(len(player.hand) for moment in record.replay() for player in moment.before.players))
    mean, longest = sum(seconds) / len(seconds), max(seconds)
    return {"mean": round(mean, 2), "longest": round(longest, 2), "imbalance": worst, "largest hand": hands}


def records(setup: str, bot: str, games: int, rng: random.Random) -> Iterator[Record]:
    for _ in range(games):
        yield hoarded(SETUPS[setup], rng) if bot == HOARDER else played(SETUPS[setup], bot, rng)


def hoarded(options: Options, rng: random.Random) -> Record:
    """A game of two hoarders who place their dice at random."""

    def choose(state: State) -> Action:
        return rng.choice(kept_to(state))

    return Record(options, tuple(step.step for step in rules.play(options, (choose, choose), rng)))


def kept_to(state: State) -> list[Action]:
    """What a hoarder is ready to do."""
    legal = rules.legal_actions(state)
    return [action for action in legal if not isinstance(action, Play | Call)] or list(legal)


if __name__ == "__main__":
    main()
