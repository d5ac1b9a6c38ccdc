"""Work that is done once for many who ask: changes gathered into turns, and reads that are shared."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from typing import Any, Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Key = TypeVar("Key", bound=Hashable)


class Batcher(Generic[Asked, Answer]):
    """Hands on what has gathered, in turns; what `do` raises, everybody of that turn hears.

    Of those with the same `subject` only one is in a turn: the next has to wait for what becomes of it.
    """

    def __init__(
        self, do: Callable[[Sequence[Asked]], Awaitable[Sequence[Answer]]], subject: Callable[[Asked], Hashable]
    ) -> None:
        self._do = do
        self._subject = subject
        self._waiting: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self._at_work: asyncio.Task[None] | None = None

    async def ask(self, asked: Asked) -> Answer:
        """The answer, once the turn is over that this was done in."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work())
        return await answer

    async def finish(self) -> None:
        """Wait until nothing is waiting."""
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
        except Exception as error:  # noqa: BLE001 - whatever it is, each of them hears it
            for _, answer in turn:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_, answer), one in zip(turn, answers, strict=True):
            if not answer.done():
                answer.set_result(one)


class SharedReads(Generic[Key, Answer]):
    """Reads something once for everybody who asks for it in the same moment.

    Whoever asks after a read has begun gets a later one: nobody is answered with less than was stored when they asked.
    """

    def __init__(self, read: Callable[[Key], Awaitable[Answer]]) -> None:
        self._read = read
        self._planned: dict[Key, asyncio.Task[Answer]] = {}

    async def get(self, key: Key) -> Answer:
        """What is read; what the read raises, everybody who shares it hears."""
        planned = self._planned.get(key)
        if planned is None:
            planned = self._planned[key] = asyncio.create_task(self._begin(key))
        return await asyncio.shield(planned)

    async def _begin(self, key: Key) -> Answer:
        del self._planned[key]
        return await self._read(key)


# Several things at once, of which none is left alone.


async def gather_all(*works: Coroutine[Any, Any, None]) -> None:
    """Wait until all have ended, also when one fails or all are cancelled; then tell the first failure.

    `asyncio.gather` by itself goes on with the first that fails or is cancelled. What the others still do then would
    find the database closed, and open it again.
    """
    for end in await asyncio.gather(*works, return_exceptions=True):
        if end is not None:
            raise end
