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
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(over))
        await playing_for(players, 5)
        followers = [group.create_task(_follow(site, player, over)) for player in players]
        await disturb(site, players)
        await playing_for(players, 5)
        over.set()
    for place in site.places:
        assert sum([await whole(place, player) for player in players]) == sum(one.acknowledged for one in players)
    return account(players) | {"streams_came_back": sum(follower.result() for follower in followers)}


async def _follow(site: Site, player: Witness, over: asyncio.Event) -> int:
    """Follow the first game of a witness, all through what happens; how often the stream had to come back."""
    kept = player.games[0]
    follower = Follower(site.places, player.person, kept.id, player.turn)
    async with asyncio.TaskGroup() as group:
        following = group.create_task(follower.follow())
        await over.wait()
        await follower.told.reached(len(kept.entries))
        following.cancel()
    return follower.comebacks


async def playing_for(players: list[Witness], moves: int) -> None:
    """Wait until each of them has had so many more moves answered."""
    await asyncio.gather(*(player.answered.reached(player.acknowledged + moves) for player in players))


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
