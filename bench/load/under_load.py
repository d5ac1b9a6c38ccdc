"""Play goes on while something is broken on purpose; afterwards everything that was answered must be there."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from .follower import Follower
from .site import Site
from .witness import Witness, whole

Disturb = Callable[[Site, list[Witness]], Awaitable[None]]


async def under_load(site: Site, disturb: Disturb, witnesses: int = 6) -> dict[str, Any]:
    """Let witnesses play while `disturb` does its work; then look at every game at every server."""
    players = [Witness(number, site.places) for number in range(witnesses)]
    over = asyncio.Event()
    playing = [asyncio.create_task(player.play(over)) for player in players]
    try:
        await playing_for(players, 5)
        followers = [asyncio.create_task(_follow(site, player)) for player in players]
        await disturb(site, players)
        await playing_for(players, 5)
    finally:
        over.set()
        await asyncio.gather(*playing)
    comebacks = sum(await asyncio.wait_for(asyncio.gather(*followers), 120))
    for place in site.places:
        assert sum([await whole(place, player) for player in players]) == sum(one.acknowledged for one in players)
    return account(players) | {"streams_came_back": comebacks}


async def _follow(site: Site, player: Witness) -> int:
    """Follow the first game of a witness to its end, or to where the witness has left it."""
    kept = player.games[0]
    follower = Follower(site.places, player.person, kept.id, player.turn)
    while not follower.heard or follower.heard[-1] < len(kept.entries):
        await follower.follow(len(kept.entries))
    return follower.comebacks


async def playing_for(players: list[Witness], moves: int) -> None:
    """Wait until each of them has had so many more moves answered."""
    marks = [player.acknowledged + moves for player in players]
    while any(player.acknowledged < mark for player, mark in zip(players, marks, strict=True)):
        await asyncio.sleep(0.01)


def account(players: list[Witness]) -> dict[str, Any]:
    """What the witnesses have to tell."""
    return {
        "moves_acknowledged": sum(player.acknowledged for player in players),
        "lost": 0,
        "doubled": 0,
        "requests_repeated": sum(player.repeats for player in players),
        "longest_pause_s": round(max(player.longest_pause for player in players), 2),
        "said_while_unavailable": sorted(set().union(*(player.unavailable for player in players))),
    }
