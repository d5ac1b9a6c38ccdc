"""The sample bot is short and plays a whole game."""

import subprocess
import sys
from pathlib import Path

import httpx

from tests.web.api.conftest import make_token

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


def test_the_sample_bot_plays_a_whole_game(server: str, person: httpx.Client) -> None:
    command = [sys.executable, str(BOT), server, make_token(person), "cabin-boy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    game = done.stdout.split()[1].rstrip(":")
    headers = {"authorization": f"Bearer {make_token(person)}"}
    told = person.get(f"/api/v1/games/{game}", headers=headers).json()
    assert told["result"]["resigned"] is None
    assert told["state"]["phase"] == "over"
    assert "-".join(map(str, told["result"]["points"])) in done.stdout


def test_the_sample_bot_says_how_it_is_started() -> None:
    done = subprocess.run([sys.executable, str(BOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "python examples/bot.py" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_sample_bot_has_at_most_60_lines() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 60
