"""The files for hosts work: a whole site is started as the page says, and a game is played over both of its servers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.nats_server import PROGRAM
from tests.web.patience import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("flags", "stopped"),
    [
        pytest.param((), "nats 0, ", id="nats"),
        pytest.param(("--without-nats",), "", id="postgres", marks=pytest.mark.long),
    ],
)
def test_a_site_of_two_servers_and_a_worker_plays_a_game_and_stops_cleanly(flags: tuple[str], stopped: str) -> None:
    command = [sys.executable, str(ROOT / "deploy" / "try-it"), *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    heard = re.findall(r"(\d+) moves sent, (\d+) of (\d+) entries heard", done.stdout)
    assert [entries == stored and int(moves) > 0 for moves, entries, stored in heard] == [True, True]
    assert f"Stopped: {stopped}server-1 0, server-2 0, worker 0" in done.stdout


def test_nats_accepts_the_file_for_it() -> None:
    command = [str(PROGRAM), "--config", str(ROOT / "deploy" / "two-machines" / "nats.conf"), "-t"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env={"NATS_TOKEN": "word"}
    )
    assert "is valid" in done.stdout + done.stderr
    assert done.returncode == 0
