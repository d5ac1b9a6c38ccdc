"""Time at a table as pages show it: clocks, what is asked when time is up, and standing orders; days pass by hand."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.moving_time import MovingTime, moving_time
from tests.web.patience import wait_until
from tests.web.randomness import SECRET, ids

Game = tuple[Visitor, Visitor, str]
DAYS = "days 259200 86400 432000"


@pytest.fixture(scope="module")
def time() -> Iterator[MovingTime]:
    with moving_time() as time:
        yield time


@pytest.fixture(scope="module")
def visitor(time: MovingTime, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Visitor]]:
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 60, "rate_limit": 0}
    with clients_of(create_app(load(given, {}), ids())) as client:
        yield lambda: Visitor(client())


@pytest.fixture
def game(visitor: Callable[[], Visitor]) -> Game:
    """Ada waits for Bob, or Bob for Ada, in a game of days: first whoever waits."""
    ada, bob = visitor(), visitor()
    table = bob.join(ada.create(mode="invite", seat="a", name="Ada", pace=DAYS)["invitation"], name="Bob")
    return (bob, ada, table["id"]) if table["waits_for"] == "A" else (ada, bob, table["id"])


def late(game: Game, time: MovingTime) -> dict[str, Any]:
    """Let the time of whoever is asked run out, with no page open."""
    waits, _, name = game
    time.go(days=3, seconds=1)
    wait_until(lambda: waits.look(name)["clocks"]["up"] is not None)
    return waits.look(name)


def test_both_seats_show_their_clock_as_it_stands_and_one_runs(game: Game, time: MovingTime) -> None:
    waits, asked, name = game
    time.go(hours=5)
    page = asked.get(f"/t/{name}").text
    assert page.count('class="clock"') == 2
    assert page.count("data-run") == 1
    assert "<b>2 d 19 h</b>" in page
    assert "<b>3 d 0 h</b>" in waits.get(f"/t/{name}").text


def test_the_pace_is_told_before_one_sits_down_and_in_the_menu(visitor: Callable[[], Visitor]) -> None:
    ada, bob = visitor(), visitor()
    table = ada.create(mode="invite", name="Ada", pace=DAYS, vacation="1")
    said = "Time: 3 days, plus 1 day a turn, at most 5 days; vacation allowed"
    assert said in bob.get(f"/join/{table['invitation']}").text
    assert said in ada.get(f"/t/{table['id']}").text


def test_a_table_without_a_pace_loads_nothing_of_clocks(visitor: Callable[[], Visitor]) -> None:
    ada = visitor()
    page = ada.get(f"/t/{ada.create(mode='hot-seat')['id']}").text
    assert "clock" not in page.replace("i-clock", "")


def test_whoever_waits_is_asked_and_the_late_player_may_still_move(game: Game, time: MovingTime) -> None:
    waits, asked, name = game
    late(game, time)
    page = waits.get(f"/t/{name}").text
    assert ("Take the win" in page, "Give a day more" in page, "Call the game off" in page) == (True, True, True)
    own = asked.get(f"/t/{name}").text
    assert "You can still play until your opponent decides what happens." in own
    assert "Take the win" not in own
    moved = asked.act(asked.look(name))
    assert moved["clocks"]["up"] is None


@pytest.mark.parametrize(
    ("press", "heading", "detail"),
    [("claim-win", "You win", "lost on time."), ("abandon", "The game was called off", "It counts for nobody.")],
)
def test_the_end_is_what_was_pressed(game: Game, time: MovingTime, press: str, heading: str, detail: str) -> None:
    waits, asked, name = game
    late(game, time)
    assert waits.submit(f"/t/{name}", f"/t/{name}/{press}").status_code == 303
    page = waits.get(f"/t/{name}").text
    assert heading in page
    assert detail in page
    assert detail in asked.get(f"/t/{name}").text
    assert waits.look(name)["result"]["reason"] == ("time" if press == "claim-win" else "abandoned")


def test_a_day_more_lets_the_clock_run_again(game: Game, time: MovingTime) -> None:
    waits, asked, name = game
    late(game, time)
    waits.submit(f"/t/{name}", f"/t/{name}/give-time")
    page = asked.get(f"/t/{name}").text
    assert "<b>1 d 0 h</b>" in page
    assert "got a day more" in page


def test_nobody_takes_a_win_before_time_is_up(game: Game) -> None:
    waits, _, name = game
    refused = waits.post(f"/t/{name}/claim-win", waits.request(waits.look(name)))
    assert refused.status_code == 422
    assert "time is not up" in refused.text


def test_standing_orders_are_on_for_days_and_can_be_switched_off_at_the_table(game: Game) -> None:
    _, asked, name = game
    page = asked.get(f"/t/{name}").text
    assert page.count('form="orders" checked') == 2
    asked.submit(f"/t/{name}", f"/t/{name}/orders")
    assert 'form="orders" checked' not in asked.get(f"/t/{name}").text


def test_what_was_set_for_new_games_holds_in_them(visitor: Callable[[], Visitor]) -> None:
    ada = visitor()
    ada.submit("/vacation", "/vacation/wishes", zone="Europe/Berlin", orders="forced roll")
    page = ada.get(f"/t/{ada.create(mode='bot', seat='a')['id']}").text
    assert page.count('form="orders" checked') == 2
