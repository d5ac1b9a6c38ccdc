"""How far one move by POST goes through the web: calls, functions, files, and changes of folder, as JSON.

    PYTHONPATH=. python scripts/trace_move.py

Only code of `shanghaien.web` is counted, in the thread that answers; what tasks in the background do meanwhile is left
out by counting the smallest of several moves.
"""

import json
import sys
import tempfile
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from litestar.testing import TestClient

import shanghaien.web
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor
from tests.web.randomness import SECRET

WEB = Path(shanghaien.web.__file__).parent
MOVES = 12


class Trace:
    """Counts what is called while it is the profile of a thread."""

    def __init__(self) -> None:
        self.calls = self.changes = 0
        self.functions: set[CodeType] = set()
        self._last = ""

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Note a call; generated code, such as that of data classes, has no file."""
        file = Path(frame.f_code.co_filename)
        if event != "call" or WEB not in file.parents:
            return
        folder = file.relative_to(WEB).parts[0]
        self.calls += 1
        self.changes += folder != self._last
        self.functions.add(frame.f_code)
        self._last = folder

    def counts(self) -> dict[str, int]:
        """What was counted."""
        files = {code.co_filename for code in self.functions}
        return {"calls": self.calls, "functions": len(self.functions), "files": len(files), "changes": self.changes}


def traced_move(client: TestClient[Any], visitor: Visitor, table: dict[str, Any]) -> tuple[dict[str, int], list[str]]:
    """Make a move by a form as a page would, and count what answers it."""
    values = visitor.request(table) | {"action": table["legal"][0]}
    trace = Trace()
    client.blocking_portal.call(sys.setprofile, trace)
    visitor.post(f"/t/{table['id']}/act", values)
    client.blocking_portal.call(sys.setprofile, None)
    files = sorted({str(Path(code.co_filename).relative_to(WEB)) for code in trace.functions})
    return trace.counts(), files


def main() -> None:
    """Play some moves of two people on one screen, and print the smallest counts."""
    with tempfile.TemporaryDirectory() as folder:
        settings = load({"data": Path(folder), "secret": SECRET, "bot_workers": 0, "rate_limit": 0}, {})
        with TestClient(create_app(settings)) as client:
            visitor = Visitor(client)
            table = visitor.create(mode="hot-seat")
            counted = []
            for _ in range(MOVES):
                counted.append(traced_move(client, visitor, table))
                table = visitor.look(table["id"])
    counts, files = min(counted[1:], key=lambda each: each[0]["calls"])
    print(json.dumps(counts | {"of": files}, indent=1))


if __name__ == "__main__":
    main()
