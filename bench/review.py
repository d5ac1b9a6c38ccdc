"""How long a review takes: games of several players in every set-up, CPU seconds on one core.

A hoarder is the hardest case: it never plays a trick and calls only when it has to, so both hands grow, rounds are long,
and each of them has the most ways to go on.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator

from shanghaien import rules
from shanghaien.ai.bots.levels import BY_NAME
from shanghaien.ai.review.reviewer import judgement, judgement_name, review
from shanghaien.cli.puzzles import played
from shanghaien.rules import Action, Call, Options, Play, State
from shanghaien.rules.options import ON_OFF
from shanghaien.rules.record import Record, Step, take

EXPANSIONS = {name: True for name in ON_OFF if name != "extra_wild"}
SETUPS = {
    "base": Options(),
    "extra wild": Options(extra_wild=True),
    "expansions": Options(**EXPANSIONS),  # type: ignore[arg-type]
    "everything": Options(extra_wild=True, **EXPANSIONS),  # type: ignore[arg-type]
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
    print(json.dumps({"judgement": judgement_name(), "games": args.games, "seed": args.seed}))
    for setup in args.setups:
        for bot in args.bots:
            print(json.dumps({"setup": setup, "bot": bot} | times(setup, bot, args.games, args.seed)), flush=True)


def times(setup: str, bot: str, games: int, seed: int) -> dict[str, float]:
    seconds, worst, hands = [], 0.0, 0
    for record in records(setup, bot, games, random.Random(seed)):
        start = time.process_time()
        account = review(record, judgement())
        seconds.append(time.process_time() - start)
        own, other = account.totals
        worst = max(worst, abs(0.5 + own.luck - own.loss + other.loss - own.result))
        hands = max(hands, *(len(player.hand) for moment in record.replay() for player in moment.before.players))
    mean, longest = sum(seconds) / len(seconds), max(seconds)
    return {"mean": round(mean, 2), "longest": round(longest, 2), "imbalance": worst, "largest hand": hands}


def records(setup: str, bot: str, games: int, rng: random.Random) -> Iterator[Record]:
    for _ in range(games):
        yield hoarded(SETUPS[setup], rng) if bot == HOARDER else played(SETUPS[setup], bot, rng)


def hoarded(options: Options, rng: random.Random) -> Record:
    """A game of two hoarders who place their dice at random."""
    state, steps = rules.new_game(options), list[Step]()
    while not state.over:
        if rules.is_chance(state):
            steps.append(rules.chance(state).pick(rng.randrange(rules.chance(state).total)))
        else:
            steps.append(rng.choice(kept_to(state)))
        state, _ = take(state, steps[-1])
    return Record(options, tuple(steps))


def kept_to(state: State) -> list[Action]:
    """What a hoarder is ready to do."""
    legal = rules.legal_actions(state)
    return [action for action in legal if not isinstance(action, Play | Call)] or list(legal)


if __name__ == "__main__":
    main()
