"""Several processes of a machine tell the same figures."""

import asyncio
import json
import os
import time
from pathlib import Path

from shanghaien.web.core.counters import ALL, Counter, Histogram, merged
from shanghaien.web.run.metrics import ALIVE, FOLDER, MetricFiles, forget


def another(folder: Path, pid: int, *, requests: float, at: float) -> None:
    counted = {"requests": [[["/", "GET", "200"], [requests]]], "of a later version": [[["x"], [1.0]]]}
    folder.mkdir(exist_ok=True)
    text = json.dumps({"pid": pid, "at": at, "streams": 2, "figures": counted})
    (folder / f"{pid}.json").write_text(text, encoding="utf-8")


def requests_told(files: MetricFiles) -> float:
    return merged(files.told().figures)["requests"].get(("/", "GET", "200"), [0.0])[0]


def test_figures_of_all_processes_are_added_up_also_of_those_that_have_ended(tmp_path: Path) -> None:
    folder, alone = tmp_path / FOLDER, requests_told(MetricFiles(None, lambda: 1))
    another(folder, 1_000_001, requests=5, at=time.time())
    another(folder, 1_000_002, requests=7, at=time.time() - 2 * ALIVE)
    files = MetricFiles(folder, lambda: 1)
    assert requests_told(files) - alone == 12
    told = files.told()
    assert (told.streams, told.processes) == (3, 2)


def test_a_process_writes_down_what_it_counted_and_does_not_count_it_twice(tmp_path: Path) -> None:
    files = MetricFiles(tmp_path / FOLDER, lambda: 4)

    async def run() -> None:
        async with files.sharing():
            pass

    asyncio.run(run())
    written = json.loads((tmp_path / FOLDER / f"{os.getpid()}.json").read_text(encoding="utf-8"))
    assert (written["streams"], written["at"]) == (4, 0)
    assert len(files.told().figures) == 1


def test_a_site_that_starts_forgets_what_was_counted_and_a_torn_file_is_passed_over(tmp_path: Path) -> None:
    another(tmp_path / FOLDER, 1_000_001, requests=5, at=time.time())
    (tmp_path / FOLDER / "2.json").write_text("{", encoding="utf-8")
    assert len(MetricFiles(tmp_path / FOLDER, lambda: 0).told().figures) == 2
    forget(tmp_path)
    assert len(MetricFiles(tmp_path / FOLDER, lambda: 0).told().figures) == 1


def test_times_are_put_into_groups_and_counts_told_apart_by_labels() -> None:
    known = list(ALL)
    times, count = Histogram("a time", "about it", ("level",)), Counter("a count", "about it")
    try:
        for seconds in (0.004, 0.005, 0.3, 60.0):
            times.add(seconds, "captain")
        count.add()
        count.add()
        ((labels, numbers),) = times.taken()
        assert (labels, sum(numbers[:-1]), round(numbers[-1], 3)) == (("captain",), 4, 60.309)
        assert (numbers[0], numbers[-2]) == (2, 1)
        assert count.taken() == [((), [2])]
        total = merged([{"a time": times.taken(), "a count": count.taken()}] * 2)
        assert (total["a time"]["captain",][0], total["a count"][()]) == (4, [4])
    finally:
        ALL[:] = known
