"""Figures as Prometheus reads them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from shanghaien.web.core.counters import ALL, SECONDS, Counter, Histogram, Labels, merged
from shanghaien.web.run.metrics import FileSnapshot
from shanghaien.web.run.monitoring import gauges

PREFIX = "shanghaien_"


def render_metrics(snapshot: FileSnapshot, jobs: Mapping[tuple[str, str], int], sums: Mapping[str, int]) -> bytes:
    """All figures as text; `jobs` and `sums` come from the store."""
    registry = CollectorRegistry()
    registry.register(_Collector([*_counted(snapshot), *_present(snapshot, jobs, sums)]))
    ProcessCollector(namespace="shanghaien", registry=registry)
    return generate_latest(registry)


class _Collector(Collector):
    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _counted(snapshot: FileSnapshot) -> Iterator[Metric]:
    total = merged(snapshot.figures)
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


def _present(snapshot: FileSnapshot, jobs: Mapping[tuple[str, str], int], sums: Mapping[str, int]) -> Iterator[Metric]:
    yield _gauge("processes", "Server processes of this machine", snapshot.processes)
    yield _gauge("streams", "Pages and programs that follow a game now", snapshot.streams)
    lengths: Any = GaugeMetricFamily(PREFIX + "jobs", "Jobs that wait, by kind and state", labels=("kind", "state"))
    for labels, number in sorted(jobs.items()):
        lengths.add_metric(labels, number)
    yield lengths
    for each in gauges():
        yield _gauge(each.name, each.about, sums[each.name])


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(PREFIX + name, about, value=value)
