"""A bus that keeps its connection: made anew whenever it is lost, for ever, while senders never wait."""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.bus.base import BusConnection, Cancel, Dial, Hear, Subscription

log = logging.getLogger("shanghaien.bus")
MOST_WAITING = 10_000
"""Messages kept for a connection that is away; then the oldest go, which the newest make needless anyway."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
QUIET_SECONDS = 5.0
"""After that long without anything to send the other end is asked whether it is still there."""
ANSWER_SECONDS = 10.0
START_SECONDS = 1.0
CLOSE_SECONDS = 0.3


class ReconnectingBus:
    """Sends and hears over connections that `dial` makes; `name` is for logs."""

    def __init__(self, dial: Dial, name: str) -> None:
        self.after_gap: list[Callable[[], None]] = []
        self._dial = dial
        self._name = name
        self._link: BusConnection | None = None
        self._subscriptions: dict[Subscription, None] = {}
        self._fresh: deque[Subscription] = deque()
        """Made or cancelled, and not yet passed on to the link."""
        self._outbox: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self._work = asyncio.Event()
        self._settled = asyncio.Event()
        """Whether the first connection was made or given up; every later one comes after a gap."""
        self._keeper: asyncio.Task[None] | None = None
        self._closing = False
        self._away = False
        """Whether an outage has been logged and is not over."""

    async def start(self) -> None:
        self._keeper = asyncio.create_task(self._keep(), name=f"bus {self._name}")
        with suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                await self._settled.wait()
        self._settled.set()

    async def close(self) -> None:
        """Send what still waits if that is quickly done, and let the connection go."""
        self._closing = True
        self._work.set()
        if self._keeper is not None:
            if self.connected:
                await asyncio.wait({self._keeper}, timeout=CLOSE_SECONDS)
            self._keeper.cancel()
            await asyncio.wait({self._keeper}, timeout=CLOSE_SECONDS)
        await self._drop()

    @property
    def connected(self) -> bool:
        return self._link is not None and self._link.holds

    def send(self, subject: str, message: str) -> None:
        self._outbox.append((subject, message))
        self._work.set()

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        subscription = Subscription(subject, hear, group)
        self._subscriptions[subscription] = None
        self._change(subscription)

        def cancel() -> None:
            if self._subscriptions.pop(subscription, subscription) is None:
                self._change(subscription)

        return cancel

    def _change(self, subscription: Subscription) -> None:
        if self._link is not None:  # else the next one gets all
            self._fresh.append(subscription)
            self._work.set()

    async def _keep(self) -> None:
        failures = 0
        while not self._closing:
            try:
                await self._connect()
                failures = 0
                await self._use()
            except Exception as error:  # noqa: BLE001 - whatever went wrong, the bus is tried again
                self._note_outage(error)
                await self._drop()
                self._settled.set()
                failures += 1
                pause = pause_after(failures, FIRST_PAUSE, LONGEST_PAUSE)
                await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - no secret

    async def _connect(self) -> None:
        async with asyncio.timeout(ANSWER_SECONDS):
            link = await self._dial(self._work.set)
            self._fresh.clear()
            self._link = link
            for subscription in tuple(self._subscriptions):
                await link.follow(subscription)
            await link.check()
        if self._settled.is_set():
            self._note_return()
        self._settled.set()
        self._work.set()  # something may have been left over

    async def _use(self) -> None:
        while self._outbox or not self._closing:
            due = await self._something_to_do()
            link = self._link
            if link is None or not link.holds:
                raise ConnectionError("the connection was lost")
            async with asyncio.timeout(ANSWER_SECONDS):
                await (self._tell(link) if due else link.check())

    async def _something_to_do(self) -> bool:
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                await self._work.wait()
        except TimeoutError:
            return False
        self._work.clear()
        return True

    async def _tell(self, link: BusConnection) -> None:
        while self._fresh:
            subscription = self._fresh.popleft()
            await (link.follow if subscription in self._subscriptions else link.leave)(subscription)
        messages = list(self._outbox)
        self._outbox.clear()
        try:
            await link.send(messages)
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError) or not link.holds:  # else one of them cannot be sent at all
                self._outbox = deque([*messages, *self._outbox], MOST_WAITING)  # twice does no harm
            raise

    async def _drop(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            with suppress(Exception):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await link.close()

    def _note_outage(self, error: Exception) -> None:
        if not self._away:
            log.warning("the bus is away", extra={"bus": self._name, "reason": str(error) or type(error).__name__})
        self._away = True

    def _note_return(self) -> None:
        log.info("the bus is back", extra={"bus": self._name})
        self._away = False
        for look in self.after_gap:
            try:
                look()
            except Exception:
                log.exception("somebody could not look again after a gap", extra={"bus": self._name})
