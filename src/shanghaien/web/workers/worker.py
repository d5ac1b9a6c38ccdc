"""A process of its own for work that takes long: one piece at a time, behind everything else that the machine does."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from .review_process import begin
from .stopping import end_at_once

Argument = TypeVar("Argument")
Answer = TypeVar("Answer")


class Worker:
    """Starts its process with the first piece of work, and again should it ever die."""

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        """How far it steps back behind the bots."""
        self._pool: ProcessPoolExecutor | None = None
        self._told: Any = None
        self._one_at_a_time = asyncio.Lock()

    async def do(self, work: Callable[[Argument], Answer], argument: Argument) -> Answer:
        """The answer, once everything asked before is done."""
        async with self._one_at_a_time:
            pool = self._pool or self._open()
            self._told[0] = self._told[1] = 0
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(pool, work, argument)
            except BrokenProcessPool:
                return await loop.run_in_executor(self._open(), work, argument)

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps of the work at hand are done, and of how many."""
        return (0, 0) if self._told is None else (self._told[0], self._told[1])

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            end_at_once(self._pool)

    def _open(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        self._told = context.Array("i", 2)
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=begin, initargs=(self._told, self._niceness)
        )
        return self._pool
