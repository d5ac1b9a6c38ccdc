"""Processes killed or frozen, services gone, rows damaged, floods: nothing acknowledged is lost, and the house goes on."""

import asyncio

import pytest

from bench.load import damage, kills, outages, races, starving, thinkers, workers
from bench.load.rolling import one_after_the_other
from bench.load.site import Site
from bench.load.under_load import under_load
from bench.load.witness import Witness

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
