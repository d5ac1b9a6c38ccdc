"""How many games ratings need until they are right: Glicko-2 against ours, on evenings of bots whose strength is known.

    python bench/ratings.py --pool games.jsonl --setup base --pairs 40

Prints JSON. Five players, one of each level, start unknown at 1500. Each game is one of the pool's, of two levels drawn at
random; every system rates the same games. A world is the pool with its pairs of games drawn anew and the mean luck of every
two levels made zero, so that results and play without luck have the same mean in it; its truth is fitted to its results
(`bench/anchors.py`). Intervals come from drawing whole worlds anew, so they know that the pool is finite.
"""

import json
import math
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from anchors import Array, Bouts, bouts_of, fitted
from reviewed_games import NAMES, pool_of, with_pool
from rich.console import Console
from rich.progress import track

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.glicko import Rating, aged, rated
from shanghaien.ratings.skill import Measurement, ReviewedGame, learned, noise, skilled

Update = Callable[[Rating, Rating, ReviewedGame, float], Rating]
PLAYERS, SURE = len(NAMES), 0.95
WINDOW = 10
"""A share that is reached must hold on average over so many more games of each player."""
SHOWN = (5, 10, 20, 40, 80, 160, 320)
ELAPSED = 0.05
"""Rating periods between two games of a player: some four games a day."""


def by_result(own: Rating, other: Rating, game: ReviewedGame, elapsed: float) -> Rating:
    return rated(own, [(other, game.result)], elapsed)


def by_play_alone(own: Rating, other: Rating, game: ReviewedGame, elapsed: float) -> Rating:
    seen = Measurement(game.without_luck, noise((own.value + other.value) / 2))
    return learned(own, other, seen, elapsed)


SYSTEMS: dict[str, Update] = {"glicko": by_result, "without luck alone": by_play_alone, "skill": skilled}


class Evening(NamedTuple):
    """One simulated evening under one system, after each game."""

    right: Array
    """Whether all five stand in the right order."""
    farthest: Array
    """The largest error among the ten gaps."""
    error: Array
    """The root mean square error of the ten gaps."""
    surprise: Array
    """The mean square of the errors in units of the deviation: 1 if deviations tell the truth."""


def evening(games: dict[tuple[int, int], Any], truth: Array, update: Update, count: int, seed: str) -> Evening:
    rng, pairs = random.Random(seed), list(games)
    ratings, history = [Rating()] * PLAYERS, np.empty((count, 2, PLAYERS))
    for number in range(count):
        first, second = rng.choice(pairs)
        result, luck = rng.choice(games[first, second])
        own, other = ratings[first], ratings[second]
        ratings[first] = update(own, aged(other, ELAPSED), ReviewedGame(result, luck, 0, 0), ELAPSED)
        ratings[second] = update(other, aged(own, ELAPSED), ReviewedGame(1 - result, -luck, 0, 0), ELAPSED)
        history[number] = [each.value for each in ratings], [each.deviation for each in ratings]
    return judged(history, truth)


def judged(history: Array, truth: Array) -> Evening:
    values, deviations = history[:, 0], history[:, 1]
    gaps = [(values[:, a] - values[:, b]) - (truth[a] - truth[b]) for a, b in combinations(range(PLAYERS), 2)]
    errors = np.abs(np.array(gaps))
    off = (values - values.mean(axis=1, keepdims=True)) - (truth - truth.mean())
    return Evening(
        (np.diff(values[:, np.argsort(truth)], axis=1) > 0).all(axis=1).astype(float),
        errors.max(axis=0),
        np.sqrt((errors**2).mean(axis=0)),
        ((off / deviations) ** 2).mean(axis=1),
    )


def first_sure(shares: Array) -> float:
    """Games of each player until the share is reached and holds; endless if it never does."""
    window = WINDOW * PLAYERS // 2
    later = np.convolve(shares, np.ones(window) / window, mode="valid")
    held = np.flatnonzero((shares[: len(later)] >= SURE) & (later >= SURE))
    return (held[0] + 1) * 2 / PLAYERS if len(held) else math.inf


def needed(worlds: list[list[Evening]], tolerance: float) -> dict[str, float]:
    """Games of each player until order and gaps are right in 95 of 100 evenings."""
    evenings = [each for world in worlds for each in world]
    right = np.mean([each.right for each in evenings], axis=0)
    near = np.mean([each.farthest <= tolerance for each in evenings], axis=0)
    return {"order": first_sure(right), "gaps": first_sure(near)}


def as_sure(worlds: list[list[Evening]], error: float) -> float:
    """Games of each player until the error of the gaps is as small as this."""
    mean = np.sqrt(np.mean([each.error**2 for world in worlds for each in world], axis=0))
    small = np.flatnonzero(mean <= error)
    return (small[0] + 1) * 2 / PLAYERS if len(small) else math.inf


def error_after(worlds: list[list[Evening]], games: int) -> float:
    evenings = [each for world in worlds for each in world]
    return float(np.sqrt(np.mean([each.error[games * PLAYERS // 2 - 1] ** 2 for each in evenings])))


def ratios(found: dict[str, list[list[Evening]]], system: str, tolerance: float) -> dict[str, float]:
    """How many times as many games Glicko-2 needs."""
    theirs, ours = needed(found["glicko"], tolerance), needed(found[system], tolerance)
    figures = {of: theirs[of] / ours[of] for of in theirs}
    for games in (20, 40):
        figures[f"as sure as after {games}"] = as_sure(found["glicko"], error_after(found[system], games)) / games
    return figures


def with_intervals(found: dict[str, list[list[Evening]]], system: str, tolerance: float, draws: int) -> dict[str, Any]:
    rng, count = random.Random(1), len(found["glicko"])
    drawn = []
    for _ in track(range(draws), f"intervals of {system}", console=Console(stderr=True)):
        chosen = rng.choices(range(count), k=count)
        drawn.append(ratios({name: [worlds[at] for at in chosen] for name, worlds in found.items()}, system, tolerance))
    figures = {}
    for of, ratio in ratios(found, system, tolerance).items():
        low, high = np.percentile([each[of] for each in drawn], [2.5, 97.5], method="nearest")
        figures[of] = {"ratio": rounded(ratio), "interval": [rounded(low), rounded(high)]}
    return figures


def rounded(number: float) -> float | None:
    return round(float(number), 2) if math.isfinite(number) else None


def course(worlds: list[list[Evening]], tolerance: float, count: int) -> list[dict[str, Any]]:
    """What is right after how many games of each player."""
    evenings, figures = [each for world in worlds for each in world], []
    for games in SHOWN:
        at = games * PLAYERS // 2 - 1
        if at < count:
            right = np.mean([each.right[at] for each in evenings])
            near = np.mean([each.farthest[at] <= tolerance for each in evenings])
            honest = math.sqrt(np.mean([each.surprise[at] for each in evenings]))
            figures.append(
                {
                    "games": games,
                    "order right": round(float(right), 3),
                    "gaps right": round(float(near), 3),
                    "error": round(error_after(worlds, games)),
                    "error in deviations": round(honest, 2),
                }
            )
    return figures


def games_to_tell_apart(bouts: list[Bouts]) -> list[dict[str, Any]]:
    """Games until the mean of two levels' games differs from a half by 1.96 standard errors, by the mix's mean."""
    found = []
    for bout in bouts:
        away = abs(bout.without(bout.share()).mean() - 0.5)
        kinds = {"result": 0.0, "without luck": 1.0, "mix": bout.share()}
        games = {name: math.ceil((1.96 * bout.without(share).std(ddof=1) / away) ** 2) for name, share in kinds.items()}
        first, second = bout.levels
        found.append({"levels": f"{NAMES[first]} against {NAMES[second]}"} | games)
    return found


def coverage(bouts: list[Bouts], draws: int) -> dict[str, float]:
    """How often the interval of the mean result without luck holds the true one, after so many games."""
    rng, found = random.Random(1), {}
    for count in (1, 2, 3, 5, 10, 30):
        held = 0
        for number in range(draws):
            scores = bouts[number % len(bouts)].without(1.0).ravel()
            balance = Balance()
            for score in rng.choices(scores.tolist(), k=count):
                balance = balance.after(ReviewedGame(score, 0, 0, 0))
            low, high = balance.interval or (0, 0)
            held += low <= scores.mean() <= high
        found[str(count)] = round(held / draws, 3)
    return found


def simulated(bouts: list[Bouts], worlds: int, evenings: int, count: int) -> dict[str, list[list[Evening]]]:
    rng = np.random.default_rng(1)
    found: dict[str, list[list[Evening]]] = {name: [] for name in SYSTEMS}
    for world in track(range(worlds), "worlds", console=Console(stderr=True)):
        again = [bout.drawn(rng).centred() for bout in bouts]
        truth = fitted(again, "results")
        games = {
            bout.levels: list(zip(bout.results.ravel().tolist(), bout.lucks.ravel().tolist(), strict=True))
            for bout in again
        }
        for name, update in SYSTEMS.items():
            found[name].append(
                [evening(games, truth, update, count, f"{world} {number}") for number in range(evenings)]
            )
    return found


def main() -> None:
    parser = with_pool("Compare ratings on simulated evenings; prints JSON.")
    parser.add_argument("--worlds", type=int, default=40, help="how often the pool is drawn anew (default 40)")
    parser.add_argument("--evenings", type=int, default=25, help="evenings in each world (default 25)")
    parser.add_argument("--games", type=int, default=400, help="games of each player in an evening (default 400)")
    parser.add_argument("--tolerance", type=float, default=150, help="points by which a gap may be wrong (default 150)")
    parser.add_argument("--draws", type=int, default=200, help="draws for the intervals (default 200)")
    args = parser.parse_args()
    bouts = bouts_of(pool_of(args))
    count = args.games * PLAYERS // 2
    found = simulated(bouts, args.worlds, args.evenings, count)
    figures = {
        "pool": sum(bout.results.size for bout in bouts),
        "evenings": args.worlds * args.evenings,
        "tolerance": args.tolerance,
        "games needed": {
            name: {of: rounded(games) for of, games in needed(worlds, args.tolerance).items()}
            for name, worlds in found.items()
        },
        "glicko needs times as many": {
            name: with_intervals(found, name, args.tolerance, args.draws) for name in SYSTEMS if name != "glicko"
        },
        "course": {name: course(worlds, args.tolerance, count) for name, worlds in found.items()},
        "games to tell two apart": games_to_tell_apart(bouts),
        "coverage of the mean without luck": coverage(bouts, 4000),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
