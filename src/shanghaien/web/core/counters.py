"""What one process has counted since it started: how often something happened, and how long it took.

Counting is always on, since it costs less than asking whether it is. It can be read at /metrics.
"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import Select

Labels = tuple[str, ...]
ALL: list["Counter | Histogram"] = []
"""Every figure, in the order in which they are exposed."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)
"""The limits of the groups into which times are put."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that is counted in the database on request."""

    name: str
    query: "Select[int]"
    about: str
    """For /metrics."""
    label: str
    """For the host's page; translated when it is shown."""


class Counter:
    """How often something happened, by labels that have few values: never a game or a person."""

    def __init__(self, name: str, about: str, labels: Labels = ()) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.values: dict[Labels, float] = {}
        ALL.append(self)

    def add(self, *labels: str) -> None:
        """Count once more."""
        self.values[labels] = self.values.get(labels, 0) + 1

    def taken(self) -> list[tuple[Labels, list[float]]]:
        """What was counted, as numbers that can be added up over processes."""
        return [(labels, [value]) for labels, value in self.values.items()]


class Histogram:
    """How long something took: how often, how long in all, and how often up to each of `SECONDS`."""

    def __init__(self, name: str, about: str, labels: Labels = ()) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.values: dict[Labels, list[float]] = {}
        ALL.append(self)

    def add(self, seconds: float, *labels: str) -> None:
        """Count one that took so long."""
        sums = self.values.get(labels)
        if sums is None:
            sums = self.values[labels] = [0.0] * (len(SECONDS) + 2)
        sums[bisect_left(SECONDS, seconds)] += 1
        sums[-1] += seconds

    def taken(self) -> list[tuple[Labels, list[float]]]:
        """What was counted: a number for each group, the last of which has no limit, and the sum of all times."""
        return [(labels, list(sums)) for labels, sums in self.values.items()]


REQUESTS = Counter("requests", "Requests that were answered", ("route", "method", "status"))
REQUEST_SECONDS = Histogram("request_seconds", "Time until an answer began", ("route",))
MOVES = Counter("moves", "Changes of games that were stored", ("mode",))
BOT_SECONDS = Histogram("bot_seconds", "Time that bots thought", ("level",))
SESSIONS = Counter("sessions_begun", "Times that somebody signed in")
NOTICES = Counter("notices", "Notices by channel and by what came of them", ("channel", "outcome"))
STORE_ERRORS = Counter("store_errors", "Times that the database was out of reach", ("where",))

Snapshot = dict[str, list[tuple[Labels, list[float]]]]


def snapshot() -> Snapshot:
    """All figures of this process by their names."""
    return {figure.name: figure.taken() for figure in ALL}


def merged(snapshots: list[Snapshot]) -> dict[str, dict[Labels, list[float]]]:
    """The figures of several processes as if they were one."""
    total: dict[str, dict[Labels, list[float]]] = {figure.name: {} for figure in ALL}
    for told in snapshots:
        for figure in ALL:
            _add(total[figure.name], told.get(figure.name, []))
    return total


def _add(sums: dict[Labels, list[float]], told: list[Any]) -> None:
    for labels, numbers in told:
        before = sums.get(tuple(labels), [0.0] * len(numbers))
        sums[tuple(labels)] = [one + other for one, other in zip(before, numbers, strict=True)]
