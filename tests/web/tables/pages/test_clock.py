"""The clock at a seat: what it shows when, and that nothing about it hangs on the moment at which a part is made."""

from dataclasses import replace

from shanghaien.web.core.formats import DAY, HOUR, MINUTE, SECOND
from shanghaien.web.tables.clocks import Clocks, Pace, Pause
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.page import PARTS, present
from shanghaien.web.tables.pages.seat_lines import SeatClock, low_below, seat_clock
from tests.web.moving_time import MONDAY, moving_time
from tests.web.tables.pages.positions import ME, OTHER, played, seen

LIVE, DAYS = Pace.read("live 300 10"), Pace.read("days 259200 86400 432000 vacation")
AWAY = Pause(MONDAY + DAY, MONDAY + 3 * DAY)


def timed(pace: Pace, **more: object) -> Table:
    clocks = replace(Clocks.begin(pace), running=ME, since=MONDAY, **more)  # type: ignore[arg-type]
    return replace(played(), clocks=clocks)


def clock(shown: Table, seat: int = ME) -> SeatClock:
    found = seat_clock(seen(shown), seat)
    assert found is not None
    return found


def test_a_table_without_a_pace_has_no_clocks() -> None:
    assert seat_clock(seen(played()), ME) is None
    assert "clock" not in PARTS["seat-me"](present(seen(played())))


def test_the_clock_of_whoever_is_asked_runs_and_the_other_rests() -> None:
    own, other = clock(timed(LIVE)), clock(timed(LIVE), OTHER)
    assert (own.running, other.running) == (True, False)
    assert (own.at(MONDAY + 52 * SECOND).text, other.at(MONDAY + 52 * SECOND).text) == ("4:08", "5:00")


def test_a_clock_is_loud_in_its_last_half_minute_or_tenth_and_over_days_in_its_last_six_hours() -> None:
    assert low_below(LIVE) == 30 * SECOND
    assert low_below(Pace.read("live 1200 20")) == 2 * MINUTE
    assert low_below(DAYS) == 6 * HOUR
    own = clock(timed(LIVE))
    assert [own.at(MONDAY + 5 * MINUTE - left * SECOND).is_low for left in (31, 30, 0)] == [False, True, True]
    assert not clock(timed(LIVE, left=(1000, 1000)), OTHER).is_low


def test_a_clock_stands_while_its_player_is_away_and_says_until_when() -> None:
    own = clock(timed(DAYS, away=((AWAY,), ())))
    before, during, after = (own.at(MONDAY + passed) for passed in (DAY - 1, 2 * DAY, 4 * DAY))
    assert (before.paused, during.paused, after.paused) == ("", "away until 18 November", "")
    assert (during.text, after.text) == ("2 d 0 h", "1 d 0 h")


def test_until_when_somebody_is_away_is_told_in_the_readers_zone() -> None:
    shown, reader = timed(DAYS, away=((AWAY,), ())), seen(timed(DAYS, away=((AWAY,), ())))
    there = replace(reader, preferences=replace(reader.preferences, zone="Pacific/Auckland"))
    far = seat_clock(there, ME)
    assert far is not None
    assert clock(shown).aways[0].words == "away until 18 November"
    assert far.aways[0].words == "away until 19 November"


def test_time_in_which_no_server_was_there_is_not_counted() -> None:
    own = clock(timed(LIVE, outages=(Pause(MONDAY + MINUTE, MONDAY + 61 * MINUTE),)))
    assert own.at(MONDAY + 62 * MINUTE).text == "3:00"
    assert own.aways == ()


def test_where_vacations_do_not_count_nobody_is_away() -> None:
    pace = Pace.read("days 259200 86400 432000")
    assert clock(timed(pace, away=((AWAY,), ()))).at(MONDAY + 2 * DAY).text == "1 d 0 h"


def test_time_that_is_up_is_shown_as_none_left() -> None:
    own = clock(timed(DAYS, up=ME, left=(0, 5 * DAY)))
    assert (own.at(MONDAY + 2 * DAY).text, own.running) == ("0:00", False)


def test_a_part_of_the_page_is_the_same_whenever_it_is_made_and_a_whole_page_tells_the_time() -> None:
    shown = seen(timed(LIVE))
    with moving_time() as time:
        first = PARTS["seat-me"](present(shown))
        time.go(seconds=60)
        assert PARTS["seat-me"](present(shown)) == first
        whole = replace(present(shown), now=time.at).seat("seat-me")
    assert "<b>5:00</b>" in first
    assert "<b>4:00</b>" in whole
