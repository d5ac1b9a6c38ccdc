"""Processor time of the main pages in a small and in a large house, on SQLite, as somebody with the most games.

    python bench/crowd.py [--people 100000] [--games 1000000] [--times 20]

Prints JSON: milliseconds of a processor for each page in both, its length in bytes, and the ratios. A house of 100,000
people takes a minute to make; `--people` and `--games` make it smaller.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from shanghaien.web.core.clock import now
from shanghaien.web.core.jobs import JobRunner
from shanghaien.web.core.settings import load
from tests.web.people.arriving import Resident, a_site, run_in
from tests.web.randomness import SECRET
from tests.web.scale.crowd import Size, make_crowd, name, person
from tests.web.scale.world import in_address

PEOPLE = f"/people/{in_address(name(0))}"
PAGES = ("/", "/lobby", "/standings", "/day", PEOPLE, f"{PEOPLE}/games", f"{PEOPLE}/versus", "/account", "/notices")


class Look(NamedTuple):
    """What a page takes, and how long it is."""

    ms: float
    length: int


def measured(browser: Resident, page: str, times: int) -> Look:
    """Milliseconds of a processor that one look takes, the server and its asker together."""
    length = len(browser.get(page).content)
    begun = time.process_time()
    for _ in range(times):
        browser.get(page)
    return Look((time.process_time() - begun) / times * 1000, length)


def pages_of(size: Size, times: int) -> dict[str, Look]:
    with tempfile.TemporaryDirectory() as folder:
        make_crowd(f"sqlite+aiosqlite:///{folder}/shanghaien.db", size)
        flags = {"data": Path(folder), "secret": SECRET, "bot_workers": 0, "rate_limit": 0}
        with a_site(load(flags, {})) as (parts, new):
            browser = new()
            browser.arrive(person(0))
            run_in(browser, parts[JobRunner].close)  # what is done meanwhile is not what a page takes
            return {page: measured(browser, page, times) for page in PAGES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=20)
    given = parser.parse_args()
    size = Size(given.people, given.games, now())
    small_size = Size(min(100, size.people), min(1000, size.games), size.now)
    small = pages_of(small_size, given.times)
    large = small if size == small_size else pages_of(size, given.times)
    figures = {
        page: {
            "small_ms": round(small[page].ms, 2),
            "large_ms": round(large[page].ms, 2),
            "ratio": round(large[page].ms / small[page].ms, 2),
            "small_bytes": small[page].length,
            "large_bytes": large[page].length,
            "ratio_per_byte": round(large[page].ms / small[page].ms * small[page].length / large[page].length, 2),
        }
        for page in PAGES
    }
    print(json.dumps({"people": given.people, "games": given.games, "pages": figures}, indent=2))


if __name__ == "__main__":
    main()
