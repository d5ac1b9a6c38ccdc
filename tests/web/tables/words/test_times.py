"""Times in words: what clocks show, how long something takes, and when it is in whose zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from shanghaien.web.core.formats import DAY, HOUR, MINUTE, SECOND, clock_text, day_of, duration, moment, zone_of
from shanghaien.web.core.i18n import LANGUAGES, language_context

BERLIN = "Europe/Berlin"


def at(*when: int, zone: str = BERLIN) -> int:
    return int(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (6 * MINUTE + 8 * SECOND + 900, "6:08"),
        (90 * MINUTE, "90:00"),
        (20 * SECOND, "0:20"),
        (19 * SECOND + 999, "0:19.9"),
        (50, "0:00.0"),
        (0, "0:00"),
        (-5, "0:00"),
    ],
)
def test_a_clock_of_one_sitting_shows_minutes_and_seconds_and_at_last_tenths(left: int, shown: str) -> None:
    assert clock_text(left, days=False) == shown


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (2 * DAY + 4 * HOUR + 59 * MINUTE, "2 d 4 h"),
        (DAY, "1 d 0 h"),
        (DAY - 1, "23 h 59"),
        (5 * HOUR + 10 * MINUTE, "5 h 10"),
        (HOUR, "1 h 00"),
        (HOUR - 1, "59:59"),
        (9 * SECOND, "0:09"),
        (0, "0:00"),
    ],
)
def test_a_clock_of_days_shows_what_matters_then(left: int, shown: str) -> None:
    assert clock_text(left, days=True) == shown


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (90, "1 minute 30 seconds"),
        (3600, "1 hour"),
        (3 * 86_400, "3 days"),
        (86_400 + 3600 + 60, "1 day 1 hour"),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(seconds: int, said: str) -> None:
    assert duration(seconds) == said


def test_tenths_stand_behind_the_sign_that_the_language_has_for_it() -> None:
    shown = {}
    for code in LANGUAGES:
        with language_context(code):
            shown[code] = clock_text(1500, days=False)
    assert shown == {"en": "0:01.5", "de": "0:01,5", "fr": "0:01,5", "it": "0:01,5", "ru": "0:01,5"}


def test_a_moment_is_told_as_the_clocks_of_the_zone_show_it() -> None:
    summer_ends = at(2026, 10, 25, 0, 30)
    assert moment(summer_ends, BERLIN) == "25 October, 00:30"
    assert moment(summer_ends + 6 * HOUR, BERLIN) == "25 October, 05:30"  # one of the hours came twice
    assert moment(summer_ends) == "24 October, 22:30 UTC"


def test_a_leap_day_is_a_day_like_others() -> None:
    leap = at(2028, 2, 29, 23, 59)
    assert day_of(leap, BERLIN) == "29 February"
    assert day_of(leap + MINUTE, BERLIN) == "1 March"


@pytest.mark.parametrize("name", ["", "Nowhere/Land", "../../etc/passwd", "Europe/\0", "x" * 300])
def test_what_is_no_time_zone_counts_as_the_worlds_time(name: str) -> None:
    assert zone_of(name) is UTC
