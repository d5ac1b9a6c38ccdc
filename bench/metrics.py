"""Measures what counting costs: requests per second of the server's processor with and without `--metrics`.

    python bench/metrics.py [--requests 1500] [--blocks 7]

Two servers run at once and are asked in turn, a block of requests each, so that other work on the machine meets both.
The shortest page, a game as programs read it, and a table's page. Prints JSON with the medians.
"""

import argparse
import http.client
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.load.processes import processor_seconds
from tests.web.browser_like import Visitor
from tests.web.server import Server, running

TOKEN = "for the bench alone"  # noqa: S105 - of a server that lives for a minute


class Asked:
    """One server, and the addresses at which it is asked."""

    def __init__(self, server: Server) -> None:
        self.process = server.process.pid
        host, port = server.address.removeprefix("http://").split(":")
        self._line = http.client.HTTPConnection(host, int(port))
        with server.client() as browser:
            ada = Visitor(browser)
            game = ada.act(ada.create())["id"]
            self._headers = {"authorization": f"Bearer {ada.token}", "accept-encoding": "identity"}
        self.paths = {"shortest": "/healthz", "program": f"/api/v1/games/{game}?since=2", "table": f"/t/{game}"}

    def per_second(self, path: str, requests: int) -> float:
        """Requests for each second of its processor."""
        before = processor_seconds(self.process)
        for _ in range(requests):
            self._line.request("GET", path, headers=self._headers)
            answer = self._line.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{path}: {answer.status}")
        return requests / (processor_seconds(self.process) - before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=1500)
    parser.add_argument("--blocks", type=int, default=7)
    args = parser.parse_args()
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        flags: tuple[tuple[str, ...], ...] = ((), ("--metrics", TOKEN))
        without, counting = (
            Asked(stack.enter_context(running(folder, "--bot-workers", "0", *more)))
            for folder, more in zip(folders, flags, strict=True)
        )
        print(json.dumps(measured(without, counting, args.requests, args.blocks), indent=2))


def measured(without: Asked, counting: Asked, requests: int, blocks: int) -> dict[str, dict[str, float]]:
    figures = {}
    for name in without.paths:
        many = requests if name != "table" else requests // 5
        pairs = [
            (without.per_second(without.paths[name], many), counting.per_second(counting.paths[name], many))
            for _ in range(blocks)
        ]
        plain, counted = (median(column) for column in zip(*pairs, strict=True))
        ratio = median(second / first for first, second in pairs)
        figures[name] = {"without": round(plain), "counting": round(counted), "ratio": round(ratio, 3)}
    return figures


if __name__ == "__main__":
    main()
