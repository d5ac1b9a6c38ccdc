"""What fails is tried again after pauses that grow, and at once after it has gone well."""

from shanghaien.web.core.backoff import FIRST_MS, LONGEST_MS, OUTAGE_MS, BackOff, pause_after
from shanghaien.web.core.ids import GameId

ONE, OTHER = GameId("one"), GameId("other")


def test_each_further_failure_doubles_the_pause_up_to_the_longest() -> None:
    assert [pause_after(tries, 5, 60) for tries in range(7)] == [0, 5, 10, 20, 40, 60, 60]
    assert pause_after(10_000, 5, 60) == 60


def test_a_game_rests_longer_each_time_it_fails_and_others_do_not() -> None:
    moment = [0.0]
    games = BackOff(lambda: moment[0])
    assert [games.failed(ONE) for _ in range(3)] == [FIRST_MS, 2 * FIRST_MS, 4 * FIRST_MS]
    assert (games.resting(ONE), games.resting(OTHER)) == (True, False)
    moment[0] = 4 * FIRST_MS / 1000
    assert not games.resting(ONE)
    assert max(games.failed(ONE) for _ in range(30)) == LONGEST_MS


def test_a_game_that_went_well_begins_anew_and_an_outage_is_not_its_fault() -> None:
    games = BackOff(lambda: 0.0)
    games.failed(ONE)
    games.went_well(ONE)
    assert not games.resting(ONE)
    assert games.failed(ONE, outage=True) == OUTAGE_MS
    assert games.failed(ONE) == FIRST_MS
