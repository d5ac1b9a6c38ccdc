"""Limits: token buckets say how often, counters how many at once. The processes of a site count some of them together.

Tries to sign in (`people/attempts.py`), words at a table and reports are limited elsewhere: their own rows in the
database are what is counted, so that a restart or another process forgets none of them.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Any

from cachetools import LRUCache

from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.signing import new_id

Clock = Callable[[], float]

MINUTE, HOUR = 60.0, 3600.0
READS_PER_CHANGE = 10
"""How many times more often an address may look than change something."""
ADDRESS_PER_PERSON = 5
"""How many times more an address may change than one person: a whole club may play behind one."""
MOST_KEYS = 10_000
"""Addresses or people that are remembered at once."""
MOST_TOLD = 100
"""Addresses or people in one message, which has to stay short."""
SMALL_PART = 100
"""What is less than this part of a bucket need not be sent yet."""
SECONDS_HEARD = 10.0
"""How long the streams of a process count that says nothing any more."""


class TokenBucket:
    """A bucket of tokens for each key. All of them may be taken at once; an empty one is full again after `seconds`."""

    def __init__(self, tokens: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self._full = float(tokens)
        self._seconds = seconds
        self._clock = clock
        self._left: LRUCache[str, tuple[float, float]] = LRUCache(MOST_KEYS)
        """How many tokens each key had, and when."""

    def take(self, key: str) -> float:
        """Take a token: 0, or the seconds until there is one again."""
        now = self._clock()
        tokens = self._tokens(key, now)
        if tokens < 1:
            self._left[key] = (tokens, now)
            return (1 - tokens) * self._seconds / self._full
        self._left[key] = (tokens - 1, now)
        return 0.0

    def _tokens(self, key: str, now: float) -> float:
        tokens, then = self._left.get(key, (self._full, now))
        return min(self._full, tokens + (now - then) * self._full / self._seconds)


class SharedBucket(TokenBucket):
    """A token bucket from which other processes take as well; each says now and then what was taken of it there."""

    def __init__(self, tokens: int, seconds: float, clock: Clock = time.monotonic) -> None:
        super().__init__(tokens, seconds, clock)
        self._untold: Counter[str] = Counter()

    def take(self, key: str) -> float:
        """Take a token: 0, or the seconds until there is one again."""
        wait = super().take(key)
        if not wait:
            self._untold[key] += 1
        return wait

    def told(self) -> dict[str, int]:
        """What was taken since it was last sent, of those who took most; a little is sent once it has become more."""
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
            self._left[key] = (max(0.0, self._tokens(key, now) - count), now)


class InFlight:
    """Counts what is under way, in all and for each key; the empty key stands for many and has no bound of its own."""

    def __init__(self, most: int | None = None, per_key: int | None = None) -> None:
        self._most, self._per_key = most, per_key
        self.count = 0
        self.refused = 0
        self.of: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Whether there are as many as there may be."""
        return self._most is not None and self.count >= self._most

    def full_for(self, key: str) -> bool:
        """Whether there are as many of this key as there may be."""
        return self._per_key is not None and key != "" and self.of[key] >= self._per_key

    def begin(self, key: str = "") -> bool:
        """Count one more, if there may be one more."""
        if self.full or self.full_for(key):
            self.refused += 1
            return False
        self.count += 1
        self.of[key] += 1
        return True

    def end(self, key: str = "") -> None:
        self.count -= 1
        self.of[key] -= 1
        if not self.of[key]:
            del self.of[key]


class SharedInFlight(InFlight):
    """The same, where what other processes have said of a key counts as well."""

    def __init__(self, per_key: int, clock: Clock = time.monotonic) -> None:
        super().__init__(per_key=per_key)
        self._limit = per_key
        self._clock = clock
        self._elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}

    def full_for(self, key: str) -> bool:
        """Whether there are as many of this key as there may be, here and elsewhere."""
        return self.of[key] + self._others(key) >= self._limit

    def told(self) -> dict[str, int]:
        """Of which keys there are most; a few need not be sent."""
        return {key: count for key, count in self.of.most_common(MOST_TOLD) if count * 16 >= self._limit}

    def hear(self, sender: str, counts: Mapping[str, int]) -> None:
        """What another process has under way at the moment."""
        self._elsewhere[sender] = (self._clock(), counts)

    def _others(self, key: str) -> int:
        since = self._clock() - SECONDS_HEARD
        for sender in [sender for sender, (heard, _) in self._elsewhere.items() if heard < since]:
            del self._elsewhere[sender]
        return sum(counts.get(key, 0) for _, counts in self._elsewhere.values())


class Limits:
    """All that addresses and people share between processes. What others have to know is sent in short texts."""

    def __init__(self, changes_per_minute: int, streams: int, clock: Clock = time.monotonic) -> None:
        per_person = max(1, changes_per_minute // ADDRESS_PER_PERSON)
        self.changes = SharedBucket(changes_per_minute, MINUTE, clock)
        self.people = SharedBucket(per_person, MINUTE, clock)
        self.reads = SharedBucket(changes_per_minute * READS_PER_CHANGE, MINUTE, clock)
        self.streams = SharedInFlight(streams, clock)
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
        """What another process has sent."""
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
    """What counts as one address: of IPv6 each client has very many, with the same prefix."""
    try:
        newer = IPv6Address(address) if ":" in address else None
    except ValueError:
        return address
    if newer is None:
        return address
    return newer.exploded[:19] if newer.ipv4_mapped is None else str(newer.ipv4_mapped)


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
