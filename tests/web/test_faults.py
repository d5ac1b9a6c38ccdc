"""Processes killed or frozen, services gone, rows damaged, floods: nothing acknowledged is lost, and the house goes on."""

import asyncio
import re
import resource
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from bench.load import damage, kills, outages, races, starving, thinkers, workers
from bench.load.processes import Server
from bench.load.rolling import one_after_the_other
from bench.load.site import Site
from bench.load.under_load import under_load
from bench.load.witness import Witness
from tests.web.browser_like import Visitor
from tests.web.over_http.keeping import Sailor
from tests.web.people.authenticator import Authenticator

PLAYERS = 3


async def everything_in_turn(site: Site, players: list[Witness]) -> None:
    await kills.kill_servers(1)(site, players)
    await outages.bus_away(0)(site, players)
    await outages.database_away(0.5)(site, players)
    await one_after_the_other(1)(site, players)


def test_moves_go_on_and_streams_come_back_whatever_is_killed_or_renewed() -> None:
    with Site(2, "postgresql", "nats") as site:
        told = asyncio.run(under_load(site, everything_in_turn, PLAYERS))
    assert told["moves_acknowledged"] >= PLAYERS * 20
    assert told["streams_came_back"] >= 1
    assert all("503 unavailable: " in said for said in told["said_while_unavailable"])


def test_two_servers_that_are_asked_for_the_same_do_it_once() -> None:
    with Site(2, "postgresql") as site:
        repeated = asyncio.run(races.repeated_id(site, 4))
        pressed = asyncio.run(races.rematches(site, 2))
    assert repeated == {"one after the other: 200": 4, "at once: 200": 4}
    assert pressed == {"1 game out of three presses": 2, "answer 201": 6}


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room_again() -> None:
    told = asyncio.run(outages.full_disk(2, mount=False))
    assert told["start_page_meanwhile"] == 200
    assert (told["readyz_meanwhile"], told["readyz_afterwards"]) == ("not ready disk", "ready")
    assert all("503 unavailable: " in said for said in told["said_while_unavailable"])
    assert told["exit_code"] == 0


def test_on_a_full_disk_players_see_their_own_table(tmp_path: Path) -> None:
    game, cookies = _two_play(tmp_path)
    _long_ago(tmp_path)
    server = Server(tmp_path)  # which knows nobody's session yet
    try:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        address = _with_passkeys(server)
        for known in cookies:
            with httpx.Client(base_url=address, cookies=known) as browser:
                player = Visitor(browser)
                page = player.get(f"/t/{game}")
                assert page.status_code == 200
                assert "Ada" in page.text
                resigned = player.submit(f"/t/{game}?ask=resign", f"/t/{game}/resign")
                assert resigned.status_code == 503
    finally:
        server.kill()


def _two_play(folder: Path) -> tuple[str, list[httpx.Cookies]]:
    """A game of Ada, who has an account, and Bob, who has none; and by which cookies they are known."""
    server = Server(folder)
    try:
        address = _with_passkeys(server)
        with httpx.Client(base_url=address) as first, httpx.Client(base_url=address) as second:
            ada, bob = (
                Sailor(cast(Any, first), Authenticator(address, credential=secrets.token_bytes(16))),
                Visitor(second),
            )
            assert ada.keep("Ada").is_success
            game = ada.create(mode="invite", seat="a", first="a")["id"]
            invitation = re.search(r"/join/([^\s\"<]+)", ada.get(f"/t/{game}").text)
            assert invitation is not None
            bob.join(invitation[1])
            return game, [first.cookies, second.cookies]
    finally:
        server.stop()


def _with_passkeys(server: Server) -> str:
    """The address of a server under a name, since passkeys belong to names."""
    return server.address.replace("127.0.0.1", "localhost")


def _long_ago(folder: Path) -> None:
    """Let sessions and looks be two hours old, so that the next request of each renews them."""
    with closing(sqlite3.connect(folder / "shanghaien.db")) as connection, connection:
        connection.execute("UPDATE sessions SET seen = seen - 7200000")
        connection.execute("DELETE FROM visits")


def test_one_dead_process_that_thinks_is_replaced_by_one_however_many_wait() -> None:
    told = asyncio.run(thinkers.dead(25, "cabin-boy"))
    assert (told["thoughts_waiting"], told["processes_started"]) == (25, 1)


def test_a_server_stops_though_the_process_that_thinks_stands_still_and_leaves_none_behind() -> None:
    told = asyncio.run(thinkers.stopped_while_frozen())
    assert (told["exit_code"], told["left_behind"]) == (0, 0)


def test_bots_play_on_when_postgresql_was_restarted() -> None:
    told = asyncio.run(workers.database_restarted(1, games=1))
    assert told["games"] == 1  # it is over, and its log is whole


@pytest.mark.long  # its short form is tests/web/test_damaged.py
def test_damaged_rows_are_told_of_and_everything_else_goes_on() -> None:
    told = asyncio.run(damage.rows())
    assert {told["answers"].pop(what) for what in ("whole", "start page")} == {200}
    assert set(told["answers"]) == set(damage.DAMAGES)
    assert all(400 <= status < 500 for status in told["answers"].values())
    assert told["exit_code"] == 0


@pytest.mark.long  # its short forms are the tests of the fair queue and of overload
def test_a_flood_from_one_address_keeps_nobody_else_from_playing() -> None:
    told = asyncio.run(starving.bots(40, moves=4, level="cabin-boy"))
    assert told["games_of_the_flood"] == 40
    assert told["waited_s"]["median"] > 0
