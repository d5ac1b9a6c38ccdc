"""Only processes that think load what thinking takes: a server is small, and quick to start."""

import subprocess
import sys

LOADED = """
import sys
import shanghaien.web.app, shanghaien.web.bots.runner, shanghaien.web.reviews.service
import shanghaien.web.reviews.jobs, shanghaien.web.reviews.service, shanghaien.web.reviews.puzzles.book
minds = ("numpy", "shanghaien.ai.bots", "shanghaien.ai.round", "shanghaien.ai.value")
print(sorted(name for name in sys.modules if name.startswith(minds)))
"""


def test_the_server_loads_neither_numpy_nor_anything_that_thinks() -> None:
    told = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
