"""The page about time: vacations in whole days of one's own zone, the zone itself, and orders for new games."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from shanghaien.web.app import create_app
from shanghaien.web.bots import quotas
from shanghaien.web.bots.quotas import Work
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.moving_time import MONDAY, MovingTime, moving_time
from tests.web.randomness import SECRET, ids

PAGE = "/vacation"
BERLIN = "Europe/Berlin"
DAYS = {"mode": "invite", "name": "Ada", "pace": "days 259200 86400 432000", "vacation": "1"}


@pytest.fixture(scope="module")
def moving() -> Iterator[MovingTime]:
    with moving_time() as time:
        yield time


@pytest.fixture(autouse=True)
def time(moving: MovingTime) -> MovingTime:
    """It is Monday again."""
    moving.at = MONDAY
    return moving


@pytest.fixture(scope="module")
def visitor(moving: MovingTime, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Visitor]]:
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 60, "rate_limit": 0}
    with clients_of(create_app(load(given, {}), ids())) as client:
        yield lambda: Visitor(client())


@pytest.fixture
def ada(visitor: Callable[[], Visitor]) -> Visitor:
    """Somebody who lives in Berlin."""
    ada = visitor()
    assert ada.submit(PAGE, f"{PAGE}/wishes", zone=BERLIN).status_code == 303
    return ada


def announce(person: Visitor, first: str, last: str) -> str:
    """Announce a vacation; why not, if it was refused."""
    answer = person.submit(PAGE, PAGE, first=first, last=last)
    return "" if answer.status_code == 303 else answer.text


def berlin(*when: int) -> int:
    return int(datetime(*when, tzinfo=ZoneInfo(BERLIN)).timestamp() * 1000)  # type: ignore[misc, arg-type]


def test_a_guest_announces_a_vacation_and_sees_what_is_left_of_the_year(ada: Visitor) -> None:
    assert "28 days are left in 2026." in ada.get(PAGE).text
    assert announce(ada, "2026-11-20", "2026-11-22") == ""
    page = ada.get(PAGE).text
    assert "20 November to 22 November" in page
    assert "25 days are left in 2026." in page


def test_the_opponent_sees_until_when_and_the_clock_stands(visitor: Callable[[], Visitor], ada: Visitor) -> None:
    bob = visitor()
    table = bob.join(ada.create(**DAYS)["invitation"], name="Bob")
    announce(ada, "2026-11-16", "2026-11-18")
    page = bob.get(f"/t/{table['id']}").text
    assert "data-paused" in page
    assert "away until 18 November" in page
    assert "announced a vacation" in page


def test_coming_back_early_gives_the_days_back_that_have_not_begun(ada: Visitor, time: MovingTime) -> None:
    announce(ada, "2026-11-16", "2026-11-25")
    time.go(days=2)
    ada.submit(PAGE, f"{PAGE}/end", begins=str(berlin(2026, 11, 16)))
    assert "25 days are left in 2026." in ada.get(PAGE).text
    announce(ada, "2026-12-01", "2026-12-02")
    ada.submit(PAGE, f"{PAGE}/end", begins=str(berlin(2026, 12, 1)))
    assert "25 days are left in 2026." in ada.get(PAGE).text


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        ("2026-11-15", "2026-11-20", "Choose a first day from today on"),
        ("2026-11-20", "2026-11-19", "Choose a first day from today on"),
        ("2026-11-20", "2026-12-31", "You have 28 days of vacation a year; choose fewer."),
        ("soon", "2026-11-20", "Choose the first and the last day of your vacation."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_on_the_page_itself(
    ada: Visitor, first: str, last: str, why: str
) -> None:
    page = announce(ada, first, last)
    assert why in page
    assert 'action="/vacation"' in page


def test_each_year_has_its_own_days(ada: Visitor) -> None:
    assert announce(ada, "2026-12-10", "2027-01-06") == ""
    assert "6 days are left in 2026." in ada.get(PAGE).text
    assert "choose fewer" in announce(ada, "2027-03-01", "2027-03-23")
    assert announce(ada, "2027-03-01", "2027-03-22") == ""


def test_a_day_is_a_day_though_the_clocks_are_changed_in_it(ada: Visitor, time: MovingTime) -> None:
    time.at = berlin(2027, 3, 20)
    assert announce(ada, "2027-03-28", "2027-03-28") == ""  # 23 hours
    time.at = berlin(2027, 10, 20)
    assert announce(ada, "2027-10-31", "2027-10-31") == ""  # 25 hours
    page = ada.get(PAGE).text
    assert "31 October</b> · 1 day" in page
    assert "26 days are left in 2027." in page


def test_a_leap_day_can_be_taken_off(ada: Visitor, time: MovingTime) -> None:
    time.at = berlin(2028, 2, 20)
    assert announce(ada, "2028-02-28", "2028-03-01") == ""
    assert "28 February to 1 March</b> · 3 days" in ada.get(PAGE).text


def test_today_is_what_the_zone_says(ada: Visitor, visitor: Callable[[], Visitor], time: MovingTime) -> None:
    time.at = berlin(2026, 11, 17) + 600_000  # ten past midnight in Berlin, still yesterday in the world's time
    assert 'min="2026-11-17"' in ada.get(PAGE).text
    assert 'min="2026-11-16"' in visitor().get(PAGE).text


def test_a_zone_that_is_none_is_refused(ada: Visitor) -> None:
    assert ada.submit(PAGE, f"{PAGE}/wishes", zone="Middle/Earth").status_code == 400
    assert f'value="{BERLIN}" selected' in ada.get(PAGE).text


def test_nobody_announces_vacations_again_and_again(
    moving: MovingTime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "PER_HOUR", dict.fromkeys(Work, 1))
    given = {"data": tmp_path, "secret": SECRET, "bot_pause": 60}
    with clients_of(create_app(load(given, {}), ids())) as client:
        eve = Visitor(client())
        assert announce(eve, "2026-11-20", "2026-11-22") == ""
        assert "a lot of vacations" in announce(eve, "2026-11-24", "2026-11-24")
        assert "28 days" not in eve.get(PAGE).text
