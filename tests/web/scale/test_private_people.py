"""Of somebody who keeps everything to themselves no page tells anything, whether strangers, opponents or others ask."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from shanghaien.web.core.clock import now
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import load
from tests.web.people.arriving import a_site, run_in
from tests.web.randomness import SECRET
from tests.web.scale.crowd import Size, make_crowd, name, person
from tests.web.scale.sweep import FIGURES, Answer, sweep
from tests.web.scale.world import World, addresses_of, days, games_between, in_address

QUIET, ASKED = "Zyxwvina Quiet", "zYXWVINA qUIET"
"""Their name, and how others ask for it: a page may repeat what it was asked for."""
MARK, RATING = "Zyxwvina", "2718"
NOBODY = {"profile": "nobody", "games": "nobody", "strength": "nobody", "day": "nobody", "here": False}
OPPONENT = 302
ROWS = (
    "UPDATE preferences SET text = '' WHERE person IN (:opponent, :gone)",
    "INSERT INTO preferences (person, text) VALUES (:quiet, :preferences) ON CONFLICT (person) DO UPDATE SET text = excluded.text",
    "UPDATE results SET opponent = :quiet WHERE person = :opponent",
    "UPDATE results SET person = :quiet WHERE opponent = :opponent",
    "INSERT INTO standings (person, list, rating, deviation, volatility, games, at, provisional) "
    "VALUES (:quiet, 'live', 2718.0, 45, 0.06, 50, :now, 0), (:quiet, 'days', 2718.0, 45, 0.06, 50, :now, 0)",
    "INSERT INTO day_tries (day, person, game, began, ranked, finished, points, points_against, loss, streak) "
    "VALUES (:day, :quiet, 'quiet', :now, 1, :now, 20, 10, 0, 9)",
    "UPDATE day_counts SET tries = tries + 1 WHERE day = :day AND loss = 0",
    "INSERT INTO watchable (game, list, strength, started, first, second) "
    "VALUES (:game, 'days', 2718.0, :now, :quiet, :opponent)",
    "INSERT INTO blocks (person, other, at) VALUES (:quiet, :blocked, :now)",
)


async def hide(parts: Parts, values: dict[str, Any]) -> None:
    """Give the quiet one a past, and everything that could tell of it; all of it is nobody's business."""
    async with parts.database.write() as connection:
        for row in ROWS:
            used = {key: value for key, value in values.items() if f":{key}" in row}
            await connection.execute(text(row), used)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Answer]]:
    data: Path = tmp_path_factory.mktemp("data")
    make_crowd(f"sqlite+aiosqlite:///{data / 'shanghaien.db'}", Size(400, 1000, now()))
    settings = load({"data": data, "secret": SECRET, "bot_workers": 0, "rate_limit": 0, "metrics": FIGURES}, {})
    with a_site(settings) as (parts, new):
        quiet, opponent, blocked, gone, stranger = (new() for _ in range(5))
        opponent.arrive(person(OPPONENT))
        blocked.arrive(person(303))
        gone.arrive(person(304))
        ids = {"quiet": quiet.keep(QUIET), "opponent": person(OPPONENT), "blocked": person(303), "gone": person(304)}
        games = games_between(quiet, opponent)
        preferences = json.dumps({"privacy": NOBODY})
        run_in(
            quiet,
            hide,
            parts,
            ids | {"preferences": preferences, "now": now(), "day": days()["day"], "game": games["game"]},
        )
        gone.submit("/account", "/account/delete", name=name(304))
        both = {"name": in_address(ASKED), "other": in_address(name(OPPONENT)), "report": "a1", "person": person(9)}
        world = World()
        world.add("quiet", quiet, **both, **games, **days(), **addresses_of(quiet, games["game"]))
        world.add("opponent", opponent, **both, **days())
        world.add("blocked", blocked, **both, **games, **days())
        world.add("gone", gone, programs="none", **both, **days())
        world.add("stranger", stranger, programs="none", **both, **days())
        yield list(sweep(world))


def telling(answers: list[Answer], mark: str, *parts: str) -> list[str]:
    """The addresses at which one of these people is told it, as a word of its own: figures and ids have many digits."""
    told = re.compile(rf"(?<![0-9a-f.]){mark}(?![0-9a-f])")
    return [str(answer) for answer in answers if answer.part in parts and told.search(answer.text)]


def test_they_themselves_see_their_name_and_strength(answers: list[Answer]) -> None:
    assert len({answer.route for answer in answers if answer.part == "quiet" and MARK in answer.text}) > 5
    assert telling(answers, RATING, "quiet")


def test_strangers_and_whoever_was_blocked_or_has_gone_read_their_name_nowhere(answers: list[Answer]) -> None:
    refused = {
        str(each) for each in answers if each.response.status_code == 403 and in_address(ASKED) in each.address
    }  # whoever asks for them by their name is told that they keep it to themselves
    told = [each for each in telling(answers, MARK, "stranger", "gone", "blocked") if each not in refused]
    assert not told, told
    assert telling(answers, MARK, "blocked") == [], "for whoever was blocked there is no such person"


def test_nobody_else_reads_how_strong_they_are_not_even_an_opponent(answers: list[Answer]) -> None:
    assert telling(answers, RATING, "stranger", "gone", "blocked", "opponent") == []


def test_nothing_breaks_over_it(answers: list[Answer]) -> None:
    assert [str(answer) for answer in answers if answer.response.status_code >= 500] == []
