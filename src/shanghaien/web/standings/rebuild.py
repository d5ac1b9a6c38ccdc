"""All standings worked out anew from the log of results, beside those that count, which they replace at the end at once.

A step is one small transaction that also notes how far it has come: a process that goes on, after a crash or beside others,
goes on from there. Games that end meanwhile are in the log, so it gets to them too.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.clock import now
from shanghaien.web.core.jobs import JobRow, schedule
from shanghaien.web.standings.rating import measure, rate
from shanghaien.web.standings.result_log import UNREVIEWED, ResultWriter, edition_in
from shanghaien.web.standings.results_store import last_number, last_place, rated_after, reviewed_after
from shanghaien.web.standings.store import EDITION, differences, remove_other_editions
from shanghaien.web.tables.dice.log_writer import read_fact, write_fact

RERATE = "rerate"
"""The kind of job that works out all standings anew."""
UNDER_WAY, MARKS, MARKS_IN = "rerating", "unratings", "unratings in standings"
"""The facts: how far it has come; how often moderators have changed what counts; and up to which change it is known."""
GAMES_AT_ONCE, ROWS_AT_ONCE = 40, 200
BREATH = 0.02
"""Seconds between two steps, so that moves come between them."""


class RebuildUnderWay(msgspec.Struct, frozen=True):
    """How far the next edition has come."""

    edition: int
    marks: int
    number: int = 0
    """The last result that it knows."""
    place: int = 0
    """The last review that it knows."""
    check: bool = False
    """Whether it is only compared with what counts, which stays."""

    async def far(self, connection: AsyncConnection) -> float:
        """How much is done, from 0 to 1."""
        whole = await last_number(connection) + await last_place(connection)
        return (self.number + self.place) / whole if whole else 1.0


class Step(NamedTuple):
    """How much is done after a step, and at the end what differs from before."""

    done: float
    over: bool = False
    different: tuple[tuple[str, str], ...] = ()
    """Of a check: whose standing by which list is another one."""


class Rebuild:
    """Works standings out anew."""

    def __init__(self, results: ResultWriter) -> None:
        self._results = results

    async def run(self, row: JobRow) -> None:
        """What counts has changed: work standings out again, unless that was done already."""
        if await self.behind():
            await self.begin()
            await self.finish()

    async def behind(self) -> bool:
        """Whether moderators have changed something that standings do not know yet."""
        async with self._results.database.read() as connection:
            known = int(await read_fact(connection, MARKS_IN) or 0)
            return known != await marks_in(connection) or bool(await read_fact(connection, UNDER_WAY))

    async def begin(self, *, check: bool = False) -> bool:
        """Begin, or go on with what was begun; a check gives way to a real one, and is not begun beside it."""
        async with self._results.changing() as connection:
            state = await _under_way(connection)
            if state is None or state.check:
                await _note(connection, await _fresh(connection, check=check))
                return True
        return not check

    async def finish(self) -> None:
        async for _ in self.steps():
            pass

    async def steps(self) -> AsyncIterator[Step]:
        """All steps to the end, with a pause between them."""
        over = False
        while not over:
            step = await self.step()
            yield step
            over = step.over
            await asyncio.sleep(BREATH)
        await self.tidy()

    async def step(self) -> Step:
        """Take a few games or reviews in; the last step lets the new edition count."""
        async with self._results.changing() as connection:
            state = await _under_way(connection)
            if state is None:
                return Step(1.0, over=True)
            if state.marks != await marks_in(connection):
                state = await _fresh(connection, check=state.check)
            if not state.number and await remove_other_editions(connection, await edition_in(connection), ROWS_AT_ONCE):
                await _note(connection, state)
                return Step(0.0)
            further = await _further(connection, state)
            if further is None:
                return await _end(connection, state)
            await _note(connection, further)
            return Step(await further.far(connection))

    async def tidy(self) -> None:
        gone = 1
        while gone:
            async with self._results.changing() as connection:
                if await _under_way(connection) is not None:
                    return
                gone = await remove_other_editions(connection, await edition_in(connection), ROWS_AT_ONCE)
            await asyncio.sleep(BREATH)


async def changed(connection: AsyncConnection) -> None:
    """What counts has changed: schedule a rebuild. For a transaction of `ResultWriter.changing`."""
    await write_fact(connection, MARKS, str(1 + await marks_in(connection)))
    await schedule(connection, RERATE, "", now())
    await schedule(connection, UNREVIEWED, "", now())


async def marks_in(connection: AsyncConnection) -> int:
    """How often moderators have changed what counts."""
    return int(await read_fact(connection, MARKS) or 0)


async def _under_way(connection: AsyncConnection) -> RebuildUnderWay | None:
    text = await read_fact(connection, UNDER_WAY)
    return msgspec.json.decode(text, type=RebuildUnderWay) if text else None


async def _fresh(connection: AsyncConnection, *, check: bool) -> RebuildUnderWay:
    return RebuildUnderWay(await edition_in(connection) + 1, await marks_in(connection), check=check)


async def _note(connection: AsyncConnection, state: RebuildUnderWay | None) -> None:
    await write_fact(connection, UNDER_WAY, msgspec.json.encode(state).decode() if state else "")


async def _further(connection: AsyncConnection, state: RebuildUnderWay) -> RebuildUnderWay | None:
    """The state after a few more games, or else reviews; None if it knows them all."""
    noted = not state.check
    games = await rated_after(connection, state.number, GAMES_AT_ONCE)
    if games:
        await rate(connection, state.edition, games, noted=noted)
        return msgspec.structs.replace(state, number=games[-1].number)
    reviewed = await reviewed_after(connection, state.place, GAMES_AT_ONCE)
    if not reviewed:
        return None
    await measure(connection, state.edition, reviewed, noted=noted)
    return msgspec.structs.replace(state, place=reviewed[-1].reviewed or 0)


async def _end(connection: AsyncConnection, state: RebuildUnderWay) -> Step:
    await _note(connection, None)
    if state.check:
        return Step(1.0, over=True, different=await differences(connection, state.edition - 1, state.edition))
    await write_fact(connection, EDITION, str(state.edition))
    await write_fact(connection, MARKS_IN, str(state.marks))
    return Step(1.0, over=True)
