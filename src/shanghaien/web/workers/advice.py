"""Advice in a running game: a process of its own weighs the choice at hand, once for each choice."""

import asyncio
from collections import OrderedDict

from shanghaien.ai.review.model import WeighedAction
from shanghaien.rules import State
from shanghaien.web.ids import GameId

from .fair_queue import Owner
from .review_process import weighed
from .turns import Turns
from .watched_process import WatchedProcess

Weighed = tuple[WeighedAction, ...]
MOST_LOOKS = 120
"""Seconds or so for one choice."""
MOST_REMEMBERED = 500
"""Choices whose advice is remembered: a few kB each."""
SOMEBODY = Owner("", "")


class Advice:
    """What the Captain thinks of a position; the process is started when somebody first asks."""

    def __init__(self) -> None:
        self._adviser = WatchedProcess()
        self._turns = Turns(1)
        self._asked: dict[State, asyncio.Task[Weighed]] = {}
        self._known: OrderedDict[State, Weighed] = OrderedDict()

    def knows(self, state: State) -> bool:
        """Whether asking costs nothing, since the same was asked before."""
        return state in self._known or state in self._asked

    async def weigh(self, state: State, owner: Owner = SOMEBODY) -> Weighed:
        """Every legal action of a state with its value, best first; worked out once, whoever asks and however often."""
        if state in self._known:
            self._known.move_to_end(state)
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
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return answer
