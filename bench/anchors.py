"""What the bots are worth on the scale of ratings: Bradley and Terry's model on the games of a pool, with intervals.

    python bench/anchors.py --pool games.jsonl --setup base --pairs 40

Prints JSON. Each level has one number, the Boatswain 1500; the expected score of two levels is logistic in their
difference, as with Glicko. Fitted three times: to the results (maximum likelihood), to the results without luck, and to the
mix of both that the skill rating uses (least squares, weighed by the variance that it foretells). The 95 % intervals come
from drawing pairs of games anew (a pair shares its deal and dice, so pairs and not games are independent).
"""

import json
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from reviewed_games import NAMES, PairResult, pool_of, with_pool
from rich.console import Console
from rich.progress import track

from shanghaien.ratings.glicko import SCALE
from shanghaien.ratings.skill import NOISE_AT, noise

FIXED, FIXED_AT = NAMES.index("boatswain"), 1500.0
KINDS = ("results", "without luck", "mix")
Array = np.ndarray[Any, np.dtype[np.float64]]


class Bouts(NamedTuple):
    """All pairs of games of two levels: results and luck of the first, one row for each pair of games."""

    levels: tuple[int, int]
    results: Array
    lucks: Array

    def drawn(self, rng: np.random.Generator) -> "Bouts":
        chosen = rng.integers(len(self.results), size=len(self.results))
        return Bouts(self.levels, self.results[chosen], self.lucks[chosen])

    def centred(self) -> "Bouts":
        """The same games without what luck happened to be left on average: in truth it is zero."""
        return Bouts(self.levels, self.results, self.lucks - self.lucks.mean())

    def share(self) -> float:
        """How much of the luck to take out, so that least variance is left."""
        return float(np.cov(self.results.ravel(), self.lucks.ravel())[0, 1] / max(1e-9, self.lucks.var(ddof=1)))

    def without(self, share: float) -> Array:
        """The results with this share of the luck taken out."""
        return self.results - share * self.lucks


def bouts_of(pool: list[PairResult]) -> list[Bouts]:
    """The games of a pool by levels."""
    found = []
    for first, second in combinations(range(len(NAMES)), 2):
        played = [line["games"] for line in pool if (line["first"], line["second"]) == (NAMES[first], NAMES[second])]
        if played:
            results, lucks = (np.array([[game[of] for game in pair] for pair in played]) for of in ("result", "luck"))
            found.append(Bouts((first, second), results, lucks))
    return found


def fitted(bouts: list[Bouts], kind: str) -> Array:
    """The numbers of all levels by one kind of measurement; by results it is maximum likelihood."""
    results, lucks = (np.array([bout[of].mean() for bout in bouts]) for of in (1, 2))
    counts, design = np.array([bout.results.size for bout in bouts]), np.zeros((len(bouts), len(NAMES)))
    for row, bout in enumerate(bouts):
        design[row, bout.levels] = 1, -1
    free = [level for level in range(len(NAMES)) if level != FIXED]
    strengths = np.zeros(len(NAMES))
    for _ in range(60):
        chances = 1 / (1 + np.exp(-design @ strengths))
        steep = chances * (1 - chances)
        shares, variances = weighed(kind, steep, FIXED_AT + SCALE * np.abs(design) @ strengths / 2)
        sloped, weights = steep[:, None] * design[:, free], counts / variances
        # A breath of a prior keeps levels apart that have won all their games.
        normal = sloped.T @ (weights[:, None] * sloped) + 1e-6 * np.eye(len(free))
        step = np.linalg.solve(normal, sloped.T @ (weights * (results - shares * lucks - chances)))
        strengths[free] += np.clip(step, -1, 1)
    return FIXED_AT + SCALE * strengths


def weighed(kind: str, of_results: Array, mean_ratings: Array) -> tuple[Array, Array]:
    """How much of the luck is taken out between each two levels, and the variance of what is left."""
    without = np.array([noise(mean) for mean in mean_ratings])
    mixed = of_results / (of_results + without)
    shares = {"results": np.zeros_like(mixed), "without luck": np.ones_like(mixed), "mix": mixed}
    variances = {"results": of_results, "without luck": without, "mix": mixed * without}
    return shares[kind], variances[kind]


def measured(bouts: list[Bouts], kind: str, draws: int, seed: int) -> dict[str, Any]:
    """The anchors by one kind of measurement."""
    rng = np.random.default_rng(seed)
    numbers, turns = fitted(bouts, kind), track(range(draws), kind, console=Console(stderr=True))
    drawn = [fitted([bout.drawn(rng) for bout in bouts], kind) for _ in turns]
    low, high = np.percentile(np.array(drawn), [2.5, 97.5], axis=0)
    return {
        name: {"anchor": round(numbers[level]), "interval": [round(low[level]), round(high[level])]}
        for level, name in enumerate(NAMES)
    }


def figures_of(bout: Bouts, numbers: Array) -> dict[str, Any]:
    """What two levels' games show, beside what their numbers foretell."""
    first, second = bout.levels
    foretold = 1 / (1 + np.exp((numbers[second] - numbers[first]) / SCALE))
    plain, adjusted, share = bout.results, bout.without(1.0), bout.share()
    error = bout.lucks.mean(axis=1).std(ddof=1) / np.sqrt(len(bout.lucks))
    return {
        "levels": f"{NAMES[first]} against {NAMES[second]}",
        "games": plain.size,
        "result": round(plain.mean(), 3),
        "without luck": round(adjusted.mean(), 3),
        "foretold": round(float(foretold), 3),
        "luck in standard errors": round(bout.lucks.mean() / error, 2),
        "variance of result": round(plain.var(ddof=1), 3),
        "variance without luck": round(adjusted.var(ddof=1), 3),
        "best share of luck": round(share, 2),
        "variance of mix": round(bout.without(share).var(ddof=1), 3),
        "mean rating": round((numbers[first] + numbers[second]) / 2),
    }


def noise_fitted(bouts: list[Bouts], numbers: Array) -> dict[str, float]:
    """The constants of `shanghaien.ratings.skill`: how the variance without luck falls with the mean rating of two."""
    means = np.array([numbers[list(bout.levels)].mean() for bout in bouts])
    plain, without = (np.array([bout.without(share).var(ddof=1) for bout in bouts]) for share in (0.0, 1.0))
    mixed = np.array([bout.without(bout.share()).var(ddof=1) for bout in bouts])
    slope, height = np.polyfit(means - NOISE_AT, np.log(without), 1)
    shared = mixed * (1 / plain + 1 / without)
    return {
        f"noise at {NOISE_AT:.0f}": round(float(np.exp(height)), 3),
        "falls to 1/e over": round(-1 / slope),
        "shared, mean": round(shared.mean(), 2),
        "shared, most": round(shared.max(), 2),
    }


def main() -> None:
    parser = with_pool("Measure the anchors of the levels; prints JSON.")
    parser.add_argument("--draws", type=int, default=1000, help="how often the games are drawn anew (default 1000)")
    args = parser.parse_args()
    bouts = bouts_of(pool_of(args))
    numbers = fitted(bouts, "mix")
    kinds = {kind: measured(bouts, kind, args.draws, args.seed) for kind in KINDS}
    games = sum(bout.results.size for bout in bouts)
    figures = {"setup": args.setup, "games": games, "anchors": kinds, "noise": noise_fitted(bouts, numbers)}
    print(json.dumps(figures | {"bouts": [figures_of(bout, numbers) for bout in bouts]}, indent=2))


if __name__ == "__main__":
    main()
