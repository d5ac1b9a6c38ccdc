"""One server for all tests of a file: two people at a table, a watcher, a moderator."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import load
from shanghaien.web.people.store import PeopleStore
from tests.web.moderation.meeting import House, Pair
from tests.web.people.arriving import Resident, a_site, run_in
from tests.web.randomness import SECRET

_numbers = count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with people in it."""
    data = tmp_path_factory.mktemp("data")
    settings = load(
        {"data": data, "bot_pause": 60, "rate_limit": 0, "secret": SECRET, "contact": "host@play.example"}, {}
    )
    with a_site(settings) as (parts, new):
        yield House(parts, new)


@pytest.fixture
def pair(house: House) -> Pair:
    """Two people with accounts at a table."""
    number = next(_numbers)
    return house.pair(f"Ada {number}x", f"Ben {number}x")


@pytest.fixture
def moderator(house: House) -> Resident:
    """Somebody who keeps order."""
    return house.keeper(f"Mo {next(_numbers)}x", "moderator")


def give_role(parts: Parts, browser: Resident, person: str, role: str) -> None:
    """Let somebody look after the site."""
    run_in(browser, PeopleStore(parts.database).give_role, PersonId(person), role)


RunIn = Callable[..., object]
