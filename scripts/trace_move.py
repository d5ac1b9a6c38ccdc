"""How far one move by POST goes through the web: calls, functions, files, and changes of folder, as JSON.

    PYTHONPATH=. python scripts/trace_move.py

The first figures are of a move as the scripts of pages send it; `plain_form` has those of a browser without scripts.
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
from shanghaien.web.site.sessions import FIELD, FORM_COOKIE
from tests.web.browser_like import Visitor
from tests.web.randomness import SECRET

WEB = Path(shanghaien.web.__file__).parent
MOVES = 12
ANSWERED = {200, 303}


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

    def counts(self) -> dict[str, Any]:
        files = sorted({str(Path(code.co_filename).relative_to(WEB)) for code in self.functions})
        counts = {"calls": self.calls, "functions": len(self.functions), "files": len(files), "changes": self.changes}
        return counts | {"of": files}


def traced_move(client: TestClient[Any], visitor: Visitor, table: dict[str, Any], accept: str) -> Trace:
    """Make a move by the form of a page, and count what answers it."""
    fields = visitor.request(table) | {"action": table["legal"][0], FIELD: client.cookies[FORM_COOKIE]}
    trace = Trace()
    client.blocking_portal.call(sys.setprofile, trace)
    answer = client.post(f"/t/{table['id']}/act", data=fields, headers={"accept": accept}, follow_redirects=False)
    client.blocking_portal.call(sys.setprofile, None)
    if answer.status_code not in ANSWERED:
        raise SystemExit(answer.text)
    return trace


def traced(client: TestClient[Any], accept: str) -> dict[str, Any]:
    """Play some moves of two people on one screen, and return the smallest counts."""
    visitor = Visitor(client)
    table = visitor.create(mode="hot-seat")
    traces = []
    for _ in range(MOVES):
        traces.append(traced_move(client, visitor, table, accept))
        table = visitor.look(table["id"])
    return min(traces[1:], key=lambda trace: trace.calls).counts()


def main() -> None:
    """Print the counts of both kinds of requests."""
    with tempfile.TemporaryDirectory() as folder:
        settings = load({"data": Path(folder), "secret": SECRET, "bot_workers": 0, "rate_limit": 0}, {})
        with TestClient(create_app(settings)) as client:
            by_script, by_browser = traced(client, "application/json"), traced(client, "text/html")
    print(json.dumps(by_script | {"plain_form": by_browser}, indent=1))


if __name__ == "__main__":
    main()
