"""How soon play that is too perfect is noticed, and how seldom anything else is: the watch on the games of a pool.

    python bench/too_perfect.py --pool games.jsonl --setup base --pairs 40

Prints JSON. How often each level takes decisions perfectly, by how much the best choice beats the next; lives of many
games, drawn from a level's games in the pool, and when there is an alarm; people who are told what is best from some day
on, or in some of their games; and made-up people exactly at the bound, about whom the stated rate is a promise.
"""

import json
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import fmean, median
from typing import Any

from reviewed_games import NAMES, PairResult, pool_of, with_pool
from rich.console import Console
from rich.progress import track

from shanghaien.ratings.too_perfect import BEST_HONEST, FALSE_ALARMS, PERFECT, Watch, WatchedChoice, margin

UNIT = 1e-5
"""The pool counts in hundred-thousandths."""
EDGES = (0.0005, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 1.0)
Game = list[WatchedChoice]
Life = Callable[[random.Random, int], Game]
"""The choices that somebody makes in the game with this number."""


def games_of(pool: list[PairResult]) -> dict[str, list[Game]]:
    """Each level's games as the watch sees them."""
    found: dict[str, list[Game]] = {name: [] for name in NAMES}
    for line in pool:
        for game in line["games"]:
            for name, chosen in zip((line["first"], line["second"]), game["chosen"], strict=True):
                found[name].append([watched(*numbers) for numbers in chosen])
    return found


def watched(loss: int, *losses: int) -> WatchedChoice:
    return WatchedChoice(loss * UNIT, margin([each * UNIT for each in losses]))


def rates(games: list[Game]) -> dict[str, Any]:
    """How often decisions are perfect, by their margin; the hard ones together, and how many a game has."""
    figures: dict[str, Any] = {}
    for low, high in pairwise(EDGES):
        chosen = [choice for game in games for choice in game if low <= choice.margin < high]
        figures[f"{low} to {high}"] = round(fmean(choice.loss < PERFECT for choice in chosen), 3) if chosen else None
    hard = [choice for game in games for choice in game if choice.hard]
    figures["hard"] = round(fmean(choice.loss < PERFECT for choice in hard), 3)
    return figures | {"hard decisions": len(hard), "hard in a game": round(len(hard) / len(games), 1)}


def lives(life: Life, people: int, games: int, name: str) -> dict[str, Any]:
    """What the watch says of many people who live so: how many are noticed, and when."""
    ends = [lived(life, games, random.Random(f"{name} {person}")) for person in range(people)]
    noticed = [watch for watch in ends if watch.alarm]
    figures: dict[str, Any] = {"people": people, "games": games, "noticed": len(noticed)}
    if noticed:
        figures |= {"median games": median(watch.games for watch in noticed)}
        figures |= {"most games": max(watch.games for watch in noticed)}
        figures |= {"median hard decisions": median(watch.hard for watch in noticed)}
    return figures | {"strongest evidence": round(max(watch.most for watch in ends), 1)}


def lived(life: Life, games: int, rng: random.Random) -> Watch:
    """The watch at the alarm, or at the end."""
    watch = Watch()
    for number in range(games):
        watch = watch.after(life(rng, number))
        if watch.alarm:
            break
    return watch


def at_the_bound(rng: random.Random, number: int) -> Game:
    """A game of somebody who takes hard decisions perfectly exactly as often as a person can."""
    return [WatchedChoice(0.0 if rng.random() < BEST_HONEST else 0.01, 0.01) for _ in range(9)]


def one_of(*hands: tuple[float, list[Game]]) -> Life:
    """Somebody whose games are drawn from several hands, each with its share."""
    return lambda rng, number: rng.choice(rng.choices([games for _, games in hands], [share for share, _ in hands])[0])


def turned(games: list[Game], later: list[Game], at: int) -> Life:
    """Somebody who plays by another hand from this game on."""
    return lambda rng, number: rng.choice(later if number >= at else games)


def kinds(games: dict[str, list[Game]]) -> Iterator[tuple[str, Life]]:
    """Everybody who is tried out."""
    for name in NAMES:
        yield name, one_of((1.0, games[name]))
    yield "boatswain, captain from game 200 on", turned(games["boatswain"], games["captain"], 200)
    for share in (0.9, 0.75, 0.5):
        mixed = one_of((share, games["captain"]), (1 - share, games["first-mate"]))
        yield f"first mate, captain in {share:.0%} of the games", mixed


def main() -> None:
    parser = with_pool("Try the watch over perfect play out; prints JSON.")
    parser.add_argument("--people", type=int, default=300, help="lives of each kind (default 300)")
    parser.add_argument("--games", type=int, default=1000, help="games of a life (default 1000)")
    parser.add_argument("--honest", type=int, default=20000, help="made-up people at the bound (default 20000)")
    args = parser.parse_args()
    games = games_of(pool_of(args))
    tried = list(kinds(games))
    figures = {
        name: lives(life, args.people, args.games, name)
        for name, life in track(tried, "lives", console=Console(stderr=True))
    }
    bound = lives(at_the_bound, args.honest, 100, "bound")
    print(
        json.dumps(
            {
                "stated rate of false alarms": FALSE_ALARMS,
                "perfect by margin": {name: rates(games[name]) for name in NAMES},
                "lives": figures,
                "at the bound": bound,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
