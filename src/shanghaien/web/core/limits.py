"""How much one address, or one person, may ask for; several processes count together what each was asked."""

import asyncio
import json
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Any

from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.signing import new_id

# What every answer says to the browser.

READS_PER_CHANGE = 10
"""How many times more often an address may look than change something."""

Clock = Callable[[], float]

ADDRESS_PER_PERSON = 5
"""How many times more an address may change than one person: a whole club may play behind one."""
MOST_KEYS = 10_000
"""Addresses or people that are remembered at once."""
MOST_TOLD = 100
"""Addresses or people in one message, which has to stay short."""
SMALL_PART = 100
"""What is less than this part of an allowance need not be told yet."""
SECONDS_HEARD = 10.0
"""How long the streams of a process count that says nothing any more."""


class Allowance:
    """Tokens per address that fill up again with time; an address without a token has to wait."""

    def __init__(self, per_minute: int, clock: Clock = time.monotonic) -> None:
        self._full = float(per_minute)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._untold: Counter[str] = Counter()

    def take(self, key: str) -> float:
        """Take a token: 0, or the seconds until there is one again."""
        now = self._clock()
        tokens = self._tokens(key, now)
        if tokens < 1:
            self._keep(key, tokens, now)
            return (1 - tokens) * 60 / self._full
        self._keep(key, tokens - 1, now)
        self._untold[key] += 1
        return 0.0

    def told(self) -> dict[str, int]:
        """What was taken since it was last told, of those who took most; a little is told when it has become more."""
        much = [(key, count) for key, count in self._untold.items() if count * SMALL_PART >= self._full]
        told = dict(sorted(much, key=lambda item: -item[1])[:MOST_TOLD])
        for key in told:
            del self._untold[key]
        if len(self._untold) > MOST_KEYS:
            self._untold.clear()
        return told

    def hear(self, taken: Mapping[str, int]) -> None:
        """Take off what was taken elsewhere."""
        now = self._clock()
        for key, count in taken.items():
            self._keep(key, max(0.0, self._tokens(key, now) - count), now)

    def _tokens(self, key: str, now: float) -> float:
        tokens, then = self._left.pop(key, (self._full, now))
        return min(self._full, tokens + (now - then) * self._full / 60)

    def _keep(self, key: str, tokens: float, now: float) -> None:
        self._left[key] = (tokens, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)


class OpenStreams:
    """How many streams each address has open, here and as far as other processes have said."""

    def __init__(self, most: int, clock: Clock = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self.here: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}

    def open(self, address: str) -> bool:
        """Count another stream, if the address may have one."""
        if self.here[address] + self._others(address) >= self._most:
            self.close(address, 0)
            return False
        self.here[address] += 1
        return True

    def close(self, address: str, count: int = 1) -> None:
        """A stream has ended."""
        self.here[address] -= count
        if self.here[address] <= 0:
            del self.here[address]

    def told(self) -> dict[str, int]:
        """Where most streams are open; a few need not be told."""
        return {address: count for address, count in self.here.most_common(MOST_TOLD) if count * 16 >= self._most}

    def hear(self, sender: str, streams: Mapping[str, int]) -> None:
        """What another process has open at the moment."""
        self._elsewhere[sender] = (self._clock(), streams)

    def _others(self, address: str) -> int:
        since = self._clock() - SECONDS_HEARD
        for sender in [sender for sender, (heard, _) in self._elsewhere.items() if heard < since]:
            del self._elsewhere[sender]
        return sum(streams.get(address, 0) for _, streams in self._elsewhere.values())


class Limits:
    """All that is limited. What others have to know is told in short texts, each of one kind."""

    def __init__(self, changes_per_minute: int, streams: int, clock: Clock = time.monotonic) -> None:
        per_person = max(1, changes_per_minute // ADDRESS_PER_PERSON)
        self.changes = Allowance(changes_per_minute, clock)
        self.people = Allowance(per_person, clock)
        self.reads = Allowance(changes_per_minute * READS_PER_CHANGE, clock)
        self.streams = OpenStreams(streams, clock)
        self._streams_told = False

    def wait(self, address: str, person: str, *, change: bool) -> float:
        """Seconds until the request may be sent again; 0 if it is granted."""
        if not change:
            return self.reads.take(address)
        return self.changes.take(address) or (self.people.take(person) if person else 0.0)

    def told(self, sender: str) -> Iterable[str]:
        """What the other processes have to know now."""
        for kind in ("changes", "people", "reads"):
            if taken := getattr(self, kind).told():
                yield json.dumps([sender, kind, taken])
        streams = self.streams.told()
        if streams or self._streams_told:  # that there are none any more is told once
            yield json.dumps([sender, "streams", streams])
        self._streams_told = bool(streams)

    def hear(self, message: str) -> None:
        """What another process has told."""
        sender, kind, values = _read(message)
        if kind == "streams":
            self.streams.hear(sender, values)
        elif kind in {"changes", "people", "reads"}:
            getattr(self, kind).hear(values)


def _read(message: str) -> tuple[str, str, dict[str, int]]:
    try:
        told: Any = json.loads(message)
        sender, kind, values = told
        return str(sender), str(kind), {str(key): int(count) for key, count in values.items()}
    except (ValueError, TypeError, AttributeError):
        return "", "", {}  # of another version of the program


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """What counts as one address: of the newer kind everybody has very many, which begin alike."""
    try:
        newer = IPv6Address(address) if ":" in address else None
    except ValueError:
        return address
    if newer is None:
        return address
    return newer.exploded[:19] if newer.ipv4_mapped is None else str(newer.ipv4_mapped)


# How often something may be done within an hour: who has done it that often gets the next chance little by little.

HOUR = 3600.0
MOST_REMEMBERED = 10_000


class Hours:
    """Chances per key that fill up again with time."""

    def __init__(self, per_hour: int, clock: Callable[[], float]) -> None:
        self._full = float(per_hour)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take a chance: 0, or the seconds until there is one again."""
        now = self._clock()
        left, then = self._left.pop(key, (self._full, now))
        left = min(self._full, left + (now - then) * self._full / HOUR)
        self._left[key] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) * HOUR / self._full


# The processes of a site tell each other once a second what was asked of them, so that a limit holds for all
# together.

SUBJECT = "limits"
EVERY = 1.0
"""Seconds between two tellings."""


@asynccontextmanager
async def sharing(limits: Limits, bus: Bus, every: float = EVERY) -> AsyncIterator[None]:
    """Tell and hear for as long as the block runs."""
    cancel = bus.subscribe(SUBJECT, lambda subject, message: limits.hear(message))
    telling = asyncio.create_task(_tell(limits, bus, every))
    try:
        yield
    finally:
        telling.cancel()
        cancel()


async def _tell(limits: Limits, bus: Bus, every: float) -> None:
    sender = new_id()
    while True:
        await asyncio.sleep(every)
        for message in limits.told(sender):
            bus.send(SUBJECT, message)
