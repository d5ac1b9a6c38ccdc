"""The pages of those who keep order, on a desktop and on a phone in the dark: nobody is shut out, nothing is too wide."""

import json
import urllib.request
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page
from sqlalchemy import Connection, Engine, create_engine, insert, update

from shanghaien.ratings.too_perfect import SUSPICIONS, Watch
from shanghaien.web.moderation import schema as order_schema
from shanghaien.web.people import schema as people_schema
from shanghaien.web.standings import schema as result_schema
from shanghaien.web.standings.model import written_watch
from tests.browser.conftest import DESKTOP, PHONE, Visitors
from tests.browser.serving import serving
from tests.browser.test_pages import Keep, check
from tests.browser.test_passkeys import Device, keep_games, sign_in

PAGES = {
    "order": "/order",
    "watch": "/order/watch",
    "report": "/order/reports/r1",
    "person": "/order/people/p1?report=r1&game-off=g1",
    "audit": "/order/audit",
    "words": "/order/words",
}
CREW = ((11.4, "Long John Silverbeard"), (9.3, "Anne"), (8.0, "Weatherwax of the quay"), (4.7, "Bo"))
AT = 1_790_000_000_000
_numbers = count(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this server keeps its data."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def database(server: str, folder: Path) -> Iterator[Engine]:
    """What the server knows, at which some people play very well."""
    urllib.request.urlopen(server).close()  # noqa: S310 - our own server, which answers once its tables are there
    engine = create_engine(f"sqlite:///{folder / 'shanghaien.db'}")
    with engine.begin() as connection:
        _fill(connection)
    yield engine
    engine.dispose()


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """A server of its own."""
    with serving(folder) as address:
        yield address


def _fill(connection: Connection) -> None:
    for number, (evidence, name) in enumerate(CREW, 1):
        person = {"id": f"p{number}", "name": name, "role": "", "created": AT}
        connection.execute(insert(people_schema.people).values(person))
        sums = written_watch(Watch(14, 130, 128, (1.0,) * len(SUSPICIONS), evidence))
        watch = {"person": f"p{number}", "sums": sums, "evidence": evidence}
        connection.execute(insert(result_schema.watches).values(watch))
    connection.execute(insert(result_schema.unratings).values(person="p1", since=AT))
    kept = json.dumps({"reporter": "Anne", "names": ["Anne", CREW[0][1]]})
    report = {"id": "r1", "at": AT, "person": "p2", "about": "p1", "name": CREW[0][1], "game": "g1"}
    told = {"reason": "play", "words": "Never errs.", "snapshot": kept}
    connection.execute(insert(order_schema.reports).values(report | told))
    connection.execute(insert(result_schema.results), [_result(number) for number in range(1, 5)])


def _result(number: int) -> dict[str, object]:
    unrated = {2: "marked", 3: "barred"}.get(number, "")
    row = {"game": f"g{number}", "seat": 0, "number": number, "person": "p1", "opponent": "p2", "ended": AT - number}
    terms = {"level": "", "setup": "base", "pace": "days", "score": 2, "points": 9, "points_against": 4}
    review = {} if number == 4 else {"hard": 9, "perfect": 9, "reviewed": number}
    return row | terms | {"reason": "points", "unrated": unrated, "hard": None, "perfect": None, "reviewed": 0} | review


@pytest.fixture
def moderator(visitor: Visitors, database: Engine) -> Page:
    """Somebody who keeps order."""
    page, people = visitor(), people_schema.people
    Device(page)
    name = f"Mo {next(_numbers)}x"
    keep_games(page, name)
    with database.begin() as connection:
        connection.execute(update(people).where(people.c.name == name).values(role="moderator"))
    page.context.clear_cookies()  # a new session knows it at once
    sign_in(page)
    page.wait_for_url("**/")
    return page


def test_the_pages_of_moderators_are_open_to_everybody_who_is_one(moderator: Page, keep: Keep) -> None:
    for name, path in PAGES.items():
        moderator.goto(path)
        moderator.locator("main details").evaluate_all("all => all.forEach(each => { each.open = true; })")
        for light, size, view in (("light", "desktop", DESKTOP), ("dark", "phone", PHONE)):
            moderator.emulate_media(color_scheme=light)  # type: ignore[arg-type]
            moderator.set_viewport_size(view)  # type: ignore[arg-type]
            check(moderator, f"{name}-{size}-{light}", keep)


def test_a_moderator_decides_by_the_keyboard_that_a_game_does_not_count(moderator: Page) -> None:
    moderator.goto("/order/watch")
    moderator.get_by_role("link", name=CREW[0][1]).focus()
    moderator.keyboard.press("Enter")
    moderator.get_by_role("link", name="Do not count it 1").focus()
    moderator.keyboard.press("Enter")
    moderator.locator("#game-off-reason").fill("Too perfect.")
    moderator.locator("#deed-game-off").get_by_role("button", name="Take one game out of the ratings").press("Enter")
    moderator.get_by_text("Done. It is in the audit.").wait_for()
    moderator.get_by_text("one game taken out of the ratings").wait_for()
