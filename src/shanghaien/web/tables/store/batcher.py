"""Questions and changes that are gathered into batches, so that many of them are one round trip or one commit."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Batcher(Generic[Asked, Answer]):
    """Calls `do` with what has gathered, batch after batch; what it raises, every caller of that batch gets.

    Of those with the same `subject` only one is in a batch: the next has to wait for its outcome.
    """

    def __init__(
        self, do: Callable[[Sequence[Asked]], Awaitable[Sequence[Answer]]], subject: Callable[[Asked], Hashable]
    ) -> None:
        self._do = do
        self._subject = subject
        self._waiting: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self._at_work: asyncio.Task[None] | None = None

    async def ask(self, asked: Asked) -> Answer:
        """The answer, once its batch is done."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work())
        return await answer

    async def finish(self) -> None:
        if self._at_work is not None:
            await self._at_work

    async def _work(self) -> None:
        try:
            while self._waiting:
                turn, self._waiting = self._turn()
                await self._serve(turn)
        finally:
            self._at_work = None

    def _turn(self) -> tuple[list[tuple[Asked, asyncio.Future[Answer]]], list[tuple[Asked, asyncio.Future[Answer]]]]:
        """The first of every subject, and those that have to wait for it."""
        first: dict[Hashable, tuple[Asked, asyncio.Future[Answer]]] = {}
        later = [item for item in self._waiting if first.setdefault(self._subject(item[0]), item) is not item]
        return list(first.values()), later

    async def _serve(self, turn: list[tuple[Asked, asyncio.Future[Answer]]]) -> None:
        try:
            answers = await self._do([asked for asked, _ in turn])
        except Exception as error:  # noqa: BLE001 - whatever it is, each of them gets it
            for _, answer in turn:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_, answer), one in zip(turn, answers, strict=True):
            if not answer.done():
                answer.set_result(one)
