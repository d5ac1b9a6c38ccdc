"""Reviews on demand: asked for once, made by whichever worker of the site is free, and kept by what was played."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache

from shanghaien.ai.review.json_form import from_dict
from shanghaien.ai.review.model import GameReview, WeighedAction
from shanghaien.rules import N_, State
from shanghaien.web.bots.fair_queue import FairSemaphore, Owner, VirtualClock
from shanghaien.web.bots.processes import WatchedProcess
from shanghaien.web.core.ids import GameId
from shanghaien.web.reviews.child import weighed
from shanghaien.web.reviews.store import ReviewStore, played
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.records import key_of

MOST_WAITING = 48
"""How many games of a site may wait for their review at once, those at work among them: a minute or so for one worker."""

MOST_PASSING = 50
"""How many reviews of uploaded games are remembered: some 300 kB each."""


class Busy(Exception):
    """So many reviews wait already that this one was not added to them; it may be asked for again."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A review that is not there yet: how much of it is done, from 0 to 1; 0 while others are before it."""

    progress: float = 0.0


class Reviews:
    """Reviews of finished games; asking never waits, it tells how far the work has come."""

    def __init__(self, store: ReviewStore, wake: Callable[[], None]) -> None:
        self._store = store
        self._wake = wake
        """Tells a worker that a review waits."""
        self._paces = VirtualClock()
        self._passing: LRUCache[str, GameReview | None] = LRUCache(MOST_PASSING)
        """The reviews of games that were brought last; None while one is being made."""

    async def find(self, table: Table, place: str = "") -> GameReview | UnderWay:
        """The review, or how far it has come; `Busy` if it can't even wait for its turn.

        Reviews that are asked for from one place have their turns one after the other, between those of others.
        """
        key = key_of(table)
        state = await self._store.find(key)
        if state is None:
            return await self._ask(key, table, place)
        if state.given_up:
            raise IllegalMove(N_("This game could not be reviewed for now; ask again in an hour."))
        if state.late:  # it was to be made when nobody waits for anything else, and now somebody does for this one
            await self._store.hasten(key)
        if state.text is None:
            return UnderWay(state.progress)
        review = _read(state.text)
        if review is None:
            await self._store.forget(key)
            return await self._ask(key, table, place)
        return review

    async def find_passing(self, table: Table, place: str = "") -> GameReview | UnderWay:
        """The review of an uploaded game: made like any other, but not kept once it is there."""
        key = key_of(table)
        known = self._passing.get(key)
        if known is not None:
            return known
        found = await self.find(table, place)
        if isinstance(found, UnderWay):
            self._passing[key] = None
            return found
        if key in self._passing:
            await self._store.forget(key)
        self._passing[key] = found
        return found

    async def ready(self, table: Table) -> GameReview | None:
        """The review if it is there; nothing is asked for, so that a look from outside makes no work."""
        state = await self._store.find(key_of(table))
        return None if state is None or state.text is None else _read(state.text)

    async def _ask(self, key: str, table: Table, place: str) -> UnderWay:
        turn = self._paces.next_turn(place)
        if turn is None or not await self._store.ask(key, played(table), MOST_WAITING, turn, table.id or None):
            raise Busy
        self._paces.took(place, turn)
        self._wake()
        return UnderWay()


def _read(text: str) -> GameReview | None:
    """The review, unless it is damaged."""
    try:
        return from_dict(json.loads(text))
    except (ValueError, KeyError):
        return None


# Advice in a running game: a process of its own weighs the choice at hand, once for each choice.

Weighed = tuple[WeighedAction, ...]
MOST_LOOKS = 120
"""Seconds or so for one choice."""
MOST_REMEMBERED = 500
"""Choices whose advice is remembered: a few kB each."""
SOMEBODY = Owner("", "")


class Advice:
    """What the Captain thinks of a position; the process is started by the first call."""

    def __init__(self) -> None:
        self._adviser = WatchedProcess()
        self._turns = FairSemaphore(1)
        self._asked: dict[State, asyncio.Task[Weighed]] = {}
        self._known: LRUCache[State, Weighed] = LRUCache(MOST_REMEMBERED)

    def knows(self, state: State) -> bool:
        """Whether asking costs nothing, since the same was asked before."""
        return state in self._known or state in self._asked

    async def weigh(self, state: State, owner: Owner = SOMEBODY) -> Weighed:
        """Every legal action of a state with its value, best first; worked out once, however often it is asked for."""
        if state in self._known:
            return self._known[state]
        if state not in self._asked:
            task = asyncio.create_task(self._weigh(state, owner))
            task.add_done_callback(lambda _: self._asked.pop(state, None))
            self._asked[state] = task
        return await asyncio.shield(self._asked[state])

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        self._adviser.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _weigh(self, state: State, owner: Owner) -> Weighed:
        async with self._turns.turn(owner, GameId("")):
            told = await self._adviser.do(weighed, state, looks=MOST_LOOKS)
        answer = tuple(WeighedAction(action, value) for action, value in told)
        self._known[state] = answer
        return answer
