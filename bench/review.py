"""How long a review takes: games of strong bots, every set-up, CPU seconds on one core."""

import argparse
import json
import random
import time

from shanghaien.ai.puzzles_command import played
from shanghaien.ai.review import judgement, judgement_name, review
from shanghaien.rules import Options

SETUPS = {
    "base": Options(),
    "extra wild": Options(extra_wild=True),
    "everything": Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--bot", default="captain")
    args = parser.parse_args()
    print(json.dumps({"judgement": judgement_name(), "bot": args.bot} | {name: times(args, name) for name in SETUPS}))


def times(args: argparse.Namespace, name: str) -> dict[str, float]:
    rng = random.Random(1)
    seconds, worst = [], 0.0
    for _ in range(args.games):
        record = played(SETUPS[name], args.bot, rng)
        start = time.process_time()
        account = review(record, judgement())
        seconds.append(time.process_time() - start)
        own, other = account.totals
        worst = max(worst, abs(0.5 + own.luck - own.loss + other.loss - own.result))
    return {"games": args.games, "mean": sum(seconds) / len(seconds), "longest": max(seconds), "imbalance": worst}


if __name__ == "__main__":
    main()
