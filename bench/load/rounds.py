"""Loads: as fast as answers come, and at moments planned beforehand."""

import asyncio
import gc
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from statistics import quantiles
from typing import Any, Protocol


class Game(Protocol):
    """A game that can be moved on."""

    @property
    def over(self) -> bool: ...

    async def open(self, first: str, second: str) -> Any: ...

    async def move(self) -> None: ...

    async def close(self) -> None: ...


class Clocked(Protocol):
    """A process whose processor time can be read."""

    def cpu(self) -> float: ...


async def opened(make: Callable[[int], Game], games: int, addresses: Sequence[str]) -> list[Game]:
    """So many games, set up a few at a time; their players sit at the servers in turn."""
    places, few = cycle(addresses), asyncio.Semaphore(4)

    async def one(number: int) -> Game:
        first, second = next(places), next(places)
        async with few:
            game: Game = await make(number).open(first, second)
            return game

    return await asyncio.gather(*(one(number) for number in range(games)))


async def closed_loop(
    make: Callable[[int], Game], games: int, moves: int, addresses: Sequence[str], clocks: Sequence[Clocked]
) -> dict[str, Any]:
    """Each game is moved on as fast as answers come, so many moves at most; setting up is not measured."""
    playing = await opened(make, games, addresses)
    for game in playing:
        await game.move()  # what is made once per game, page and process has been made then
    times: list[float] = []
    before, began = [clock.cpu() for clock in clocks], time.perf_counter()
    await asyncio.gather(*(_play(game, moves, times) for game in playing))
    took = time.perf_counter() - began
    used = [clock.cpu() - start for clock, start in zip(clocks, before, strict=True)]
    for game in playing:
        await game.close()
    return {
        "games": games,
        "moves": len(times),
        "moves_per_cpu_second": round(len(times) / sum(used), 1),
        "cpu_ms_per_move": round(sum(used) / len(times) * 1000, 3),
        "moves_per_second": round(len(times) / took, 1),
        **percentiles(times),
    }


async def _play(game: Game, moves: int, times: list[float]) -> None:
    for _ in range(moves):
        if game.over:
            return
        began = time.perf_counter()
        await game.move()
        times.append(time.perf_counter() - began)


async def open_loop(
    make: Callable[[int], Game], games: int, rate: float, seconds: float, addresses: Sequence[str]
) -> dict[str, Any]:
    """So many moves a second over all games at planned moments; a late answer delays no later plan (nor hides it)."""
    playing = await opened(make, games, addresses)
    for game in playing:
        for _ in range(4):
            await game.move()  # both sides have had their turn, and this side has read both pages
    gc.freeze()
    times: list[float] = []
    free = [asyncio.Lock() for _ in playing]
    began = time.perf_counter() + 0.5
    plans = [(began + number / rate, number % games) for number in range(int(rate * seconds))]
    await asyncio.gather(*(_at(when, playing[which], free[which], times) for when, which in plans))
    for game in playing:
        await game.close()
    return {"games": games, "planned_per_second": rate, "moves": len(times), **percentiles(times)}


async def _at(planned: float, game: Game, free: asyncio.Lock, times: list[float]) -> None:
    await asyncio.sleep(max(0.0, planned - time.perf_counter()))
    async with free:
        if not game.over:
            await game.move()
            times.append(time.perf_counter() - planned)


def percentiles(times: list[float]) -> dict[str, float]:
    """The middle and the slowest hundredth, in ms."""
    cuts = quantiles(times, n=100)
    return {"p50_ms": round(cuts[49] * 1000, 2), "p99_ms": round(cuts[98] * 1000, 2)}
