"""Processes killed and services gone in the middle of play: nothing acknowledged is lost, and nothing counts twice."""

import asyncio

from bench.load import kills, outages, races
from bench.load.rolling import one_after_the_other
from bench.load.site import Site
from bench.load.under_load import under_load
from bench.load.witness import Witness

PLAYERS = 3


async def everything_in_turn(site: Site, players: list[Witness]) -> None:
    await kills.kill_servers(2)(site, players)
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
    assert all("503 unavailable: " in said for said in told["said_while_unavailable"])
    assert told["exit_code"] == 0
