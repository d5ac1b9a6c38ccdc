"""Time as programs see it: the pace they ask for, the clocks they are told, and a game that ends with nobody there."""

import httpx

from tests.web.moving_time import moving_time
from tests.web.patience import wait_until
from tests.web.tables.api.test_games import Values, act, create, told


def ended(program: httpx.Client, game: Values) -> Values:
    """The game once its time has run out, with no page open."""
    wait_until(lambda: told(program.get(f"/games/{game['id']}"))["result"] is not None)
    found: Values = told(program.get(f"/games/{game['id']}"))
    return found


def test_a_game_without_a_pace_counts_no_time(program: httpx.Client) -> None:
    game = create(program)
    assert (game["pace"], game["clocks"]) == (None, None)


def test_both_clocks_are_told_with_the_servers_time(program: httpx.Client) -> None:
    game = create(program, pace="live 300 10")
    clocks = game["clocks"]
    assert game["pace"] == "live 300 10"
    assert clocks["running"] == game["waits_for"]
    running = "AB".index(clocks["running"])
    assert clocks["left"][1 - running] == 300_000
    assert clocks["left"][running] == clocks["deadline"] - clocks["server_time"]
    assert clocks["up"] is None


def test_a_turn_brings_its_increment(program: httpx.Client) -> None:
    game = create(program, pace="live 300 100")
    mover = "AB".index(game["waits_for"])
    while game["state"]["turn"] == "AB"[mover]:
        game = told(act(program, game))
    assert game["clocks"]["left"][mover] > 300_000


def test_what_is_no_pace_is_refused(program: httpx.Client) -> None:
    for wrong in ("live", "live 0 5", "days 1 1 1 1", "soon"):
        assert program.post("/games", json={"mode": "invite", "pace": wrong}).status_code in {400, 422}
    days = {"mode": "bot", "pace": "days 259200 86400 432000"}
    assert program.post("/games", json=days).status_code in {400, 422}


def test_a_game_that_has_hardly_begun_is_called_off_when_time_is_up(program: httpx.Client) -> None:
    with moving_time() as time:
        game = create(program, pace="live 60 0")
        time.go(seconds=61)
        over = ended(program, game)
    assert (over["result"]["winner"], over["result"]["reason"]) == (None, "abandoned")
    record = program.get(f"/games/{over['id']}/record.txt").text
    assert "[Pace live 60 0]" in record
    assert "[Ended called off]" in record


def test_a_game_of_one_sitting_is_lost_when_time_is_up(program: httpx.Client) -> None:
    with moving_time() as time:
        game = create(program, pace="live 60 0")
        for _ in range(12):
            game = told(act(program, game))
        time.go(seconds=61)
        over = ended(program, game)
    late = game["waits_for"]
    assert (over["result"]["reason"], over["result"]["winner"]) == ("time", "AB"["BA".index(late)])
    assert f"[Ended {late} lost on time]" in program.get(f"/games/{over['id']}/record.txt").text
    assert over["log"][-1]["kind"] == "time-out"


def test_standing_orders_are_given_by_a_program_too(program: httpx.Client) -> None:
    game = create(program, mode="bot", pace="live 300 10", seat="a", options={"first": "a"})
    orders = {"version": game["version"], "id": "orders", "forced": True}
    after = told(program.post(f"/games/{game['id']}/orders", json=orders))
    assert after["log"][-1]["kind"] == "orders"
