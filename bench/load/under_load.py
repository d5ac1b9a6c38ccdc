"""Play goes on while something is broken on purpose; afterwards everything that was answered must be there."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from .follower import Follower
from .site import Site
from .witness import Kept, Witness, whole

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
    """Follow a witness from game to game, all through what happens; how often the stream had to come back."""
    comebacks, number = 0, len(player.games) - 1
    while True:
        follower = Follower(site.places, player.person, player.games[number].id, player.turn)
        await _hear_all(follower, player.games[number], over)
        comebacks, number = comebacks + follower.comebacks, number + 1
        while number == len(player.games) and not over.is_set():
            with suppress(TimeoutError):  # the next game begins soon, unless everything is over
                await asyncio.wait_for(over.wait(), 0.01)
        if number == len(player.games):
            return comebacks


async def _hear_all(follower: Follower, kept: Kept, over: asyncio.Event) -> None:
    """Until the game is over, or everything is over and all that was answered has been told."""
    following, ending = asyncio.create_task(follower.follow()), asyncio.create_task(over.wait())
    await asyncio.wait({following, ending}, return_when=asyncio.FIRST_COMPLETED)
    ending.cancel()
    if following.done():
        following.result()
    await follower.seen.reached(len(kept.entries))
    following.cancel()
    await asyncio.wait({following})


async def playing_for(players: list[Witness], moves: int) -> None:
    """Wait until each of them has had so many more moves answered."""
    await asyncio.gather(*(player.answered.reached(player.acknowledged + moves) for player in players))


def account(players: list[Witness]) -> dict[str, Any]:
    return {
        "moves_acknowledged": sum(player.acknowledged for player in players),
        "lost": 0,
        "doubled": 0,
        "requests_repeated": sum(player.repeats for player in players),
        "longest_pause_s": round(max(player.longest_pause for player in players), 2),
        "said_while_unavailable": sorted(set().union(*(player.unavailable for player in players))),
    }
