"""The sample bots are short and play whole games."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.web.tables.api.conftest import make_token

EXAMPLES = Path(__file__).parents[4] / "examples"
BOTS = [EXAMPLES / "bot.py", EXAMPLES / "socket_bot.py"]


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.stem)
def test_the_sample_bot_plays_a_whole_game(server: str, person: httpx.Client, bot: Path) -> None:
    command = [sys.executable, str(bot), server, make_token(person), "cabin-boy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    game = done.stdout.split()[1].rstrip(":")
    headers = {"authorization": f"Bearer {make_token(person)}"}
    told = person.get(f"/api/v1/games/{game}", headers=headers).json()
    assert told["result"]["resigned"] is None
    assert told["state"]["phase"] == "over"
    assert "-".join(map(str, told["result"]["points"])) in done.stdout


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.stem)
def test_the_sample_bot_says_how_it_is_started(bot: Path) -> None:
    done = subprocess.run([sys.executable, str(bot)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"python examples/{bot.name}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.stem)
def test_the_sample_bot_has_at_most_60_lines(bot: Path) -> None:
    assert len(bot.read_text(encoding="utf-8").splitlines()) <= 60
