"""The program of docs/api.md that holds its own chain plays a whole game, and its dice prove what they should."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from shanghaien.cli.main import main
from tests.web.tables.api.conftest import make_token

PAGE = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_program_of_the_page_plays_a_game_whose_dice_are_what_it_saw(
    server: str, person: httpx.Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    (tmp_path / "dice_bot.py").write_text(found[1], encoding="utf-8")
    command = [sys.executable, "-W", "error", "dice_bot.py", server, make_token(person)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    game, mine = str(tmp_path / "game.json"), str(tmp_path / "mine.json")
    assert f"{Path(game).name} --mine {Path(mine).name}" in done.stdout
    assert main(["verify", game, "--mine", mine, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["notes"] == []
