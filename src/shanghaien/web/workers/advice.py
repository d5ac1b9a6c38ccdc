"""Advice in a running game: a process of its own weighs the choice at hand, so that nobody waits for a review."""

import asyncio

from shanghaien.ai.review.model import WeighedAction
from shanghaien.rules import State

from .review_process import weighed
from .worker import Worker


class Advice:
    """What the Captain thinks of a position; the process is started when somebody first asks."""

    def __init__(self) -> None:
        self._adviser = Worker()
        self._asked: dict[State, asyncio.Task[list[tuple[str, float]]]] = {}

    async def weigh(self, state: State) -> tuple[WeighedAction, ...]:
        """Every legal action of a state with its value, best first; who asks the same meanwhile gets the same answer."""
        if state not in self._asked:
            task = asyncio.create_task(self._adviser.do(weighed, state))
            task.add_done_callback(lambda _: self._asked.pop(state, None))
            self._asked[state] = task
        told = await asyncio.shield(self._asked[state])
        return tuple(WeighedAction(action, value) for action, value in told)

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._adviser.close()
