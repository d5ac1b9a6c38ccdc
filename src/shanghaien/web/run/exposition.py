"""Figures as Prometheus reads them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from shanghaien.web.core.counters import ALL, SECONDS, Counter, Histogram, Labels, merged
from shanghaien.web.run.metrics import FileSnapshot

PREFIX = "shanghaien_"


def render_metrics(told: FileSnapshot, due: Mapping[tuple[str, str], int], sums: Mapping[str, int]) -> bytes:
    """All figures as text; `due` and `sums` are what the store tells."""
    registry = CollectorRegistry()
    registry.register(_Collector([*_counted(told), *_present(told, due, sums)]))
    ProcessCollector(namespace="shanghaien", registry=registry)
    return generate_latest(registry)


class _Collector(Collector):
    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _counted(told: FileSnapshot) -> Iterator[Metric]:
    total = merged(told.figures)
    for figure in ALL:
        yield _family(figure, total[figure.name])


def _family(figure: Counter | Histogram, sums: dict[Labels, list[float]]) -> Metric:
    name, about = PREFIX + figure.name, figure.about
    if isinstance(figure, Counter):
        counter = CounterMetricFamily(name, about, labels=figure.labels)
        for labels, (value,) in sums.items():
            counter.add_metric(labels, value)
        return counter
    histogram = HistogramMetricFamily(name, about, labels=figure.labels)
    for labels, numbers in sums.items():
        histogram.add_metric(labels, _buckets(numbers[:-1]), numbers[-1])
    return histogram


def _buckets(groups: list[float]) -> list[tuple[str, float]]:
    """How many took at most so long; the last has no limit."""
    limits, up_to, counts = [*map(str, SECONDS), "+Inf"], 0.0, []
    for group in groups:
        up_to += group
        counts.append(up_to)
    return list(zip(limits, counts, strict=True))


def _present(told: FileSnapshot, due: Mapping[tuple[str, str], int], sums: Mapping[str, int]) -> Iterator[Metric]:
    yield _gauge("processes", "Server processes of this machine", told.processes)
    yield _gauge("streams", "Pages and programs that follow a game now", told.streams)
    lengths: Any = GaugeMetricFamily(PREFIX + "due", "Things that are due, by kind and state", labels=("kind", "state"))
    for labels, number in sorted(due.items()):
        lengths.add_metric(labels, number)
    yield lengths
    for name, about in SUMS.items():
        yield _gauge(name, about, sums[name])


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(PREFIX + name, about, value=value)


SUMS = {
    "reviews_waiting": "Reviews that are asked for and not yet made",
    "reports_waiting": "Reports about people that nobody has dealt with yet",
    "games_asked": "Games in which somebody is asked",
    "people": "People who keep their games",
    "sessions": "Browsers that are signed in",
}
"""What is counted in the store."""
