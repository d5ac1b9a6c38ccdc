"""No page asks its database for much, however much somebody has played: the statements of every page are counted."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from shanghaien.web.core.clock import now
from shanghaien.web.core.settings import load
from tests.web.conftest import ask as on_postgres
from tests.web.people.arriving import a_site
from tests.web.randomness import SECRET
from tests.web.scale.crowd import Size, make_crowd
from tests.web.scale.statements import Recorder
from tests.web.scale.sweep import FIGURES, Answer, ask, sweep
from tests.web.scale.test_plans import House

MOST = 8
EXCEPTIONS: dict[str, tuple[int, str]] = {
    "/": (6, "the page that is asked for most"),
    "/account/export": (60, "all that is known of a person, table by table, which they ask for seldom"),
    "/people/{name:str}/records.zip": (1000, "an archive reads game by game while it is sent, and pauses for others"),
    "/t/{game:str}": (10, "at its end a game leads to the review, to a rematch and to the next game"),
    "/order/people/{person:str}": (9, "all that a moderator has to know of a person"),
    "/order/reports/{report:str}": (9, "it leads to the same about whoever is reported"),
}
"""Routes with a bound of their own, and why."""
SHARED = {"/t/{game:str}", "/watch/{game:str}"}
"""Pages of a game that ask once more where other processes may have moved it on, as on PostgreSQL."""
AGAIN = 3
"""How often a page is asked again that sent too much: what is the same for all is then remembered."""


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('counts') / 'shanghaien.db'}"
        return
    server: str = request.getfixturevalue("postgres")
    asyncio.run(on_postgres(server, "CREATE DATABASE counts"))  # other tests empty the server's own database
    yield server.replace("/postgres?", "/counts?").replace("postgresql://", "postgresql+asyncpg://")
    asyncio.run(on_postgres(server, "DROP DATABASE counts WITH (FORCE)"))


@pytest.fixture(scope="module")
def counts(database: str, tmp_path_factory: pytest.TempPathFactory) -> dict[Answer, int]:
    """How many statements each page sends at least, of all addresses that people come to."""
    data: Path = tmp_path_factory.mktemp("data")
    url, plain = database, database.replace("+aiosqlite", "").replace("+asyncpg", "")
    make_crowd(url, Size(1000, 3000, now()))
    recorder, found = Recorder(), dict[Answer, int]()
    flags = {"data": data, "database": plain, "secret": SECRET, "bot_workers": 0, "rate_limit": 0, "metrics": FIGURES}
    with a_site(load(flags, {})) as (parts, new), recorder.listening(parts.database):
        house = House(url, parts, new, recorder)
        house.settle()

        def asked(what: str) -> None:
            recorder.asked = what

        for answer in sweep(house.world, asked):
            found[answer] = recorder.counts[str(answer)]
        for answer in found:
            for number in range(AGAIN):
                if found[answer] > bound_of(answer.route, url):
                    asked(f"{number} {answer}")
                    ask(house.world.people[answer.part], answer.address)
                    found[answer] = min(found[answer], recorder.counts[recorder.asked])
    return found


def bound_of(route: str, database: str) -> int:
    most = EXCEPTIONS[route][0] if route in EXCEPTIONS else MOST
    return most + asked_again(route, database)


def asked_again(route: str, database: str) -> bool:
    return route in SHARED and not database.startswith("sqlite")


def test_no_page_sends_more_statements_than_its_bound(counts: dict[Answer, int], database: str) -> None:
    assert len(counts) > 200
    above = {str(answer): count for answer, count in counts.items() if count > bound_of(answer.route, database)}
    assert above == {}, "\n".join(f"{count} {asked}" for asked, count in above.items())


def test_every_exception_is_of_a_page_that_there_is(counts: dict[Answer, int]) -> None:
    """Not that it needs its bound: reads at the same moment share a statement, so a page may send one fewer."""
    assert EXCEPTIONS.keys() <= {answer.route for answer in counts}
