"""No page asks its database for much, however much somebody has played: the statements of every page are counted."""

from pathlib import Path

import pytest

from shanghaien.web.core.clock import now
from shanghaien.web.core.settings import load
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
AGAIN = 3
"""How often a page is asked again that sent too much: what is the same for all is then remembered."""


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> dict[Answer, int]:
    """How many statements each page sends at least, of all addresses that people come to."""
    data: Path = tmp_path_factory.mktemp("data")
    url = f"sqlite+aiosqlite:///{data / 'shanghaien.db'}"
    make_crowd(url, Size(1000, 3000, now()))
    recorder, found = Recorder(), dict[Answer, int]()
    flags = {"data": data, "secret": SECRET, "bot_workers": 0, "rate_limit": 0, "metrics": FIGURES}
    with a_site(load(flags, {})) as (parts, new), recorder.listening(parts.database):
        house = House(url, parts, new, recorder)
        house.settle()

        def asked(what: str) -> None:
            recorder.asked = what

        for answer in sweep(house.world, asked):
            found[answer] = recorder.counts[str(answer)]
        for answer in found:
            for number in range(AGAIN):
                if found[answer] > bound_of(answer.route):
                    asked(f"{number} {answer}")
                    ask(house.world.people[answer.part], answer.address)
                    found[answer] = min(found[answer], recorder.counts[recorder.asked])
    return found


def bound_of(route: str) -> int:
    return EXCEPTIONS[route][0] if route in EXCEPTIONS else MOST


def test_no_page_sends_more_statements_than_its_bound(counts: dict[Answer, int]) -> None:
    assert len(counts) > 200
    above = {str(answer): count for answer, count in counts.items() if count > bound_of(answer.route)}
    assert above == {}, "\n".join(f"{count} {asked}" for asked, count in above.items())


def test_every_exception_is_of_a_page_that_there_is(counts: dict[Answer, int]) -> None:
    """Not that it needs its bound: reads at the same moment share a statement, so a page may send one fewer."""
    assert EXCEPTIONS.keys() <= {answer.route for answer in counts}
