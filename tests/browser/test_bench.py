"""The script that measures how smoothly the table moves still does."""

import os
from pathlib import Path

from tests.test_bench import printed


def test_one_press_is_traced(tmp_path: Path) -> None:
    told, _ = printed("motion", "--presses 1", tmp_path, os.environ["PATH"])
    assert [kind["updates"] for kind in told.values()] == [1]
