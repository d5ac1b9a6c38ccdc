"""Results without games: rows as the log has them, put there as it puts them."""

import json
import random
from functools import cache
from typing import Any

from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.model import GameReview
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import Record
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings.rating import rate
from shanghaien.web.standings.result_log import ResultWriter, edition_in
from shanghaien.web.standings.results_store import ResultRow, add_results
from tests.ai.review.test_reviewer import random_game

DAY = 24 * 3600 * 1000
REVIEW = "a review"


@cache
def account() -> GameReview:
    """One review, as good as any."""
    return review(random_game(12), judgement())


@cache
def account_text() -> str:
    """The same as it is kept."""
    return json.dumps(to_dict(account()))


def record() -> Record:
    return random_game(12)


def pair(
    game: str, one: PersonId, other: PersonId, *, score: int = 2, at: int = 0, pace: str = "live", review: str = ""
) -> list[ResultRow]:
    """The two rows of a rated game of two people; the score is that of the first."""
    ends: dict[str, Any] = {
        "ended": at,
        "setup": "base",
        "pace": pace,
        "reason": "points",
        "unrated": "",
        "review": review,
    }
    first = ResultRow(GameId(game), 0, one, other, "", score=score, points=9, points_against=8, **ends)
    second = ResultRow(GameId(game), 1, other, one, "", score=2 - score, points=8, points_against=9, **ends)
    return [first, second]


def single(game: str, person: PersonId, level: str, *, score: int = 2, at: int = 0) -> list[ResultRow]:
    """The row of a rated game against a bot."""
    ends: dict[str, Any] = {
        "ended": at,
        "setup": "base",
        "pace": "live",
        "reason": "points",
        "unrated": "",
        "review": REVIEW,
    }
    return [ResultRow(GameId(game), 0, person, PersonId(""), level, score=score, points=9, points_against=8, **ends)]


async def put(results: ResultWriter, rows: list[ResultRow]) -> None:
    """Put a game into the log, and let it count."""
    async with results.changing() as connection:
        await add_results(connection, rows)
        if rows[0].rated:
            await rate(connection, await edition_in(connection), rows)


async def an_evening(results: ResultWriter, *people: PersonId, games: int, seed: int = 0) -> None:
    """Many games of some people over some weeks, at both paces and against bots."""
    rng = random.Random(seed)
    at = 0
    for number in range(games):
        at += rng.randrange(0, 2 * DAY)
        one, other = rng.sample(people, 2)
        game, score = f"game {seed} {number}", rng.choice((0, 0, 1, 2, 2))
        if rng.random() < 0.2:
            await put(results, single(game, one, rng.choice(("captain", "deckhand")), score=score, at=at))
        else:
            pace = rng.choice(("live", "live", "days"))
            await put(results, pair(game, one, other, score=score, at=at, pace=pace, review=REVIEW))
