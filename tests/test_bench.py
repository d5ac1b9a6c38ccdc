"""Every script of `bench` still runs: each in its smallest form, which ends in seconds and prints one JSON object."""

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from shanghaien.ai.bots import LEVELS
from tests.web.patience import PATIENCE

BENCH = Path(__file__).parents[1] / "bench"
SMALLEST = {
    "ai": "--positions 1 --times 1",
    "bridges": "--seconds 0.01 --games 16",
    "bus": "--messages 20",
    "compare": "--games 1 --moves 3 --ours sqlite",
    "crowd": "--people 10 --games 20 --times 1",
    "engine": "--seconds 0.01",
    "evening": "--people 2 --games 1 --reviews 0",
    "faults": "slow-sqlite --rounds 1 --json",
    "floods": "quiet --seconds 0.2",
    "guard": "--show --times 1 --only playout look listening move_by_stream move_by_socket kept_game",
    "lighthouse": "--lighthouse nowhere",
    "luck": "--pairs 2 --levels cabin-boy cabin-boy",
    "mcts": "--levels cabin-boy --simulations 2 --pairs 1",
    "metrics": "--requests 5 --blocks 1",
    "notices": "--games 2 --rounds 1 --workers 1 --sqlite",
    "parts": "--games 1",
    "presence": "--watchers 2 --times 1 --pause 0.1",
    "review": "--games 1 --bots cabin-boy --setups base",
    "review_measures": "--games 1 --levels cabin-boy deckhand",
    "value": "",
    "web": "--scale 0.01 --seconds 0.5 --rate 5 --watchers 2",
}
"""What each script is asked for here."""
ON_A_POOL = {
    "anchors": "--draws 2",
    "ratings": "--worlds 1 --evenings 1 --games 40 --draws 1",
    "too_perfect": "--people 1 --games 1 --honest 10",
}
"""The same of those that need the games of `reviewed_games`."""
IN_A_BROWSER = {"motion"}
"""Started in `tests/browser/test_bench.py`."""


WITHOUT_NODE = str(Path(sys.executable).parent)
"""A path on which neither node nor a browser is found, whoever has them."""


def printed(script: str, words: str, folder: Path, path: str = WITHOUT_NODE) -> tuple[dict[str, Any], str]:
    """What a script prints, and what it says beside that."""
    done = subprocess.run(
        [sys.executable, BENCH / f"{script}.py", *words.split()],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "failed: " not in done.stdout, done.stdout
    told = json.loads(done.stdout, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert isinstance(told, dict)
    assert told
    return told, done.stderr


def test_every_script_is_started_by_a_test() -> None:
    scripts = {path.stem for path in BENCH.glob("*.py")}
    assert scripts == SMALLEST.keys() | ON_A_POOL.keys() | IN_A_BROWSER | {"reviewed_games"}


@pytest.mark.parametrize("script", SMALLEST)
def test_a_script_prints_what_it_measures(script: str, tmp_path: Path) -> None:
    _, said = printed(script, SMALLEST[script], tmp_path)
    assert script != "compare" or "install node and npm" in said


def test_scripts_that_measure_a_pool_of_games_print_what_they_find(tmp_path: Path) -> None:
    pool, (first, second) = tmp_path / "games.jsonl", (level.name for level in LEVELS[:2])
    told, _ = printed("reviewed_games", f"--pool {pool} --pairs 1 --levels {first} {second}", tmp_path)
    assert told["games"] == 2
    played = json.loads(pool.read_text(encoding="utf-8"))
    lines = [
        played | {"first": one, "second": other, "number": number, "games": varied(played["games"], number)}
        for one, other in combinations([level.name for level in LEVELS], 2)
        for number in range(3)
    ]
    pool.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for script, words in ON_A_POOL.items():
        printed(script, f"--pool {pool} --pairs 3 {words}", tmp_path)


def varied(games: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """The games of a pair with other results and another luck, as if they had been played again."""
    return [
        game | {"result": (0.0, 0.5, 1.0)[(number + at) % 3], "luck": 0.1 * (number - at)}
        for at, game in enumerate(games)
    ]


@pytest.mark.parametrize(("factor", "named"), [(0.01, ["playout"]), (100.0, [])])
def test_the_guard_names_what_got_dearer(factor: float, named: list[str], tmp_path: Path) -> None:
    kept = json.loads((BENCH / "guard.json").read_text())
    own = tmp_path / "kept.json"
    own.write_text(json.dumps({"ratios": {"playout": kept["ratios"]["playout"] * factor}}))
    command = [sys.executable, str(BENCH / "guard.py"), "--times", "1", "--only", "playout", "--kept", str(own)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert json.loads(done.stdout)["dearer"] == named, done.stderr
    assert done.returncode == bool(named)


def test_the_guard_keeps_a_figure_of_everything_it_measures() -> None:
    source = subprocess.run(
        [sys.executable, BENCH / "guard.py", "--help"], capture_output=True, text=True, timeout=PATIENCE, check=True
    ).stdout
    kept = json.loads((BENCH / "guard.json").read_text())["ratios"]
    assert len(kept) > 9
    assert [name for name in kept if name not in source] == []
