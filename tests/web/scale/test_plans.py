"""In a house of 100,000 people and a million games no page reads more than its share, whoever asks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import load
from shanghaien.web.lobby.service import Lobby
from tests.web.people.arriving import NewResident, Resident, a_site, run_in
from tests.web.randomness import SECRET
from tests.web.scale.crowd import name, person
from tests.web.scale.deeds import deeds
from tests.web.scale.plans import Fault, faults
from tests.web.scale.statements import Recorder
from tests.web.scale.sweep import FIGURES, sweep
from tests.web.scale.world import World, addresses_of, days, games_between, in_address

FEW, MANY, KEEPER = 600, 0, 701
"""Somebody with a hundred games, somebody with ten thousand, and somebody who looks after the site."""
NOT_HERE = {
    *("/unsubscribe/{token:str}", "/in/{token:str}", "/day/{day:str}/captain", "/lobby/{game:str}/promise"),
    "/mistakes/{game:str}/{step:int}",
}
"""Pages that answer nobody here with more than a refusal."""
OF_ONE_MOMENT = 1000
"""How many results of one very moment may be passed over: no id of a game is in the address of a page of them."""
OFFSET = re.compile(r"\bOFFSET (?:\?|\$(\d+))", re.IGNORECASE)


class House:
    """A server with a crowd, and what it was heard to ask its database."""

    def __init__(self, url: str, parts: Parts, new: NewResident, recorder: Recorder) -> None:
        self.url, self.parts, self.new, self.recorder = url, parts, new, recorder
        self.world = World()
        self.refused: dict[str, str] = {}
        """What could not be done, and why."""

    def arrived(self, number: int) -> Resident:
        """Somebody of the crowd, signed in."""
        browser = self.new()
        browser.arrive(person(number))
        return browser

    def settle(self) -> None:
        """Let everybody come, and play: what that takes is heard too."""
        self.recorder.asked = "playing"
        few, many, keeper = (self.arrived(number) for number in (FEW, MANY, KEEPER))
        run_in(keeper, self._give_role)
        run_in(keeper, self.parts[Lobby].beat)  # it tidies up; by itself it would some time in these tests
        games = games_between(many, few, pace="days 259200 86400 432000")
        shared = games | days() | {"report": "a1", "person": person(MANY)}
        for part, browser, own, other in (
            ("few", few, FEW, MANY),
            ("many", many, MANY, FEW),
            ("keeper", keeper, KEEPER, 1),
        ):
            names = {"name": in_address(name(own)), "other": in_address(name(other))}
            names |= {"archive": "long"} if own == MANY else {}
            self.world.add(part, browser, **shared, **names, **addresses_of(browser, games["game"]))
        self.world.add(
            "stranger", self.new(), programs="none", **shared, name=in_address(name(FEW)), other=in_address(name(MANY))
        )

    def do_much(self) -> None:
        """Let people do what can be done; what that takes is heard too."""
        few, many, keeper = (self.world.people[part] for part in ("few", "many", "keeper"))
        self.recorder.asked = "doing things"
        for deed in deeds(many, few, keeper, (MANY, FEW), self.world.known["many"]["game"]):
            if deed.answer.status_code >= 400:
                self.refused[deed.what] = f"{deed.answer.status_code} {deed.answer.text[-300:]}"

    async def _give_role(self) -> None:
        async with self.parts.database.write() as connection:
            role = text("UPDATE people SET role = 'administrator' WHERE id = :person")
            await connection.execute(role, {"person": person(KEEPER)})

    def look_around(self) -> dict[str, set[int]]:
        """Let everybody ask for everything; tell with which statuses each route answered."""
        told: dict[str, set[int]] = {}
        for answer in sweep(self.world, self._asked):
            told.setdefault(answer.route, set()).add(answer.response.status_code)
        return told

    def _asked(self, what: str) -> None:
        self.recorder.asked = what


@pytest.fixture(scope="module")
def house(crowd: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, dict[str, set[int]]]]:
    data: Path = tmp_path_factory.mktemp("data")
    plain = crowd.replace("+aiosqlite", "").replace("+asyncpg", "")
    flags = {"data": data, "database": plain, "secret": SECRET, "bot_workers": 0, "rate_limit": 0, "metrics": FIGURES}
    recorder = Recorder()
    with a_site(load(flags, {})) as (parts, new), recorder.listening(parts.database):
        one = House(crowd, parts, new, recorder)
        one.settle()
        told = one.look_around()
        one.do_much()
        yield one, told


def test_every_route_is_asked_and_answers(house: tuple[House, dict[str, set[int]]]) -> None:
    _, statuses = house
    failed = {route: told for route, told in statuses.items() if any(status >= 500 for status in told)}
    assert failed == {}
    unseen = {route: told for route, told in statuses.items() if not told & {200, 202, 301, 302, 303, 307}}
    assert unseen.keys() <= NOT_HERE, unseen


def test_everything_can_be_done(house: tuple[House, dict[str, set[int]]]) -> None:
    one, _ = house
    assert one.refused == {}


def test_no_statement_reads_more_than_its_share(house: tuple[House, dict[str, set[int]]]) -> None:
    one, _ = house
    found: list[Fault] = list(faults(one.url, list(one.recorder.kept.values())))
    assert len(one.recorder.kept) > 200
    assert not found, "\n".join(map(str, found))


def test_no_statement_counts_its_way_to_a_page(house: tuple[House, dict[str, set[int]]]) -> None:
    one, _ = house
    sqlite = one.url.startswith("sqlite")  # where an offset is always named, and has to be 0
    passed = [
        (each.values[each.text[: found.start()].count("?")] if sqlite else each.values[int(found[1]) - 1], each)
        for each in one.recorder.kept.values()
        for found in OFFSET.finditer(each.text)
    ]
    assert [each for number, each in passed if number >= OF_ONE_MOMENT] == []
    assert {each.text.partition("FROM ")[2].split()[0] for number, each in passed if number > 0} <= {"results"}
