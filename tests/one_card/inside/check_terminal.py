"""The shell with cards that nobody has told it of."""

import random
import re
import subprocess
import sys
from pathlib import Path

from shanghaien import rules
from shanghaien.rules import Options, Record


def shell(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """One command, with what a person types."""
    command = [sys.executable, "-m", "shanghaien", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_the_flags_and_their_help_are_there() -> None:
    told = shell("terminal", "--help").stdout
    assert "--second-wind" in told
    assert "Take one of your placed dice back" in " ".join(told.split())
    assert "--lookout" in told
    assert "--broadside" in told


def test_two_people_play_whole_games_by_numbers_and_meet_the_cards() -> None:
    shown = ""
    for seed in range(1, 4):
        rng = random.Random(seed)
        typed = "".join(f"{rng.randint(1, 12)}\n" for _ in range(6000))
        words = ("terminal", "--hot-seat", "--second-wind", "--lookout", "--broadside", "--seed", str(seed))
        run = shell(*words, typed=typed)
        assert run.returncode == 0, run.stderr
        assert re.search(r"wins!|It is a draw", run.stdout), run.stdout[-500:]
        shown += run.stdout
    assert re.search("second wind", shown, re.IGNORECASE)
    assert re.search("lookout", shown, re.IGNORECASE)
    assert re.search(r"play Broadside: the \d \([\w ]+\) and the \d \([\w ]+\) – Fire at the \d and \d", shown)
    assert re.search(r"Which dice do you give up\? They go back to your supply\.", shown)
    assert re.search(r"Give the \d and \d up", shown)
    assert re.search(r"(\w+) played Broadside; sent (?!\1)\w+'s \d back", shown)


def test_a_recorded_game_is_shown(tmp_path: Path) -> None:
    rng = random.Random(2)
    options = Options(second_wind=True, lookout=True, broadside=True)
    steps = rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng)
    record = Record(options, tuple(step.step for step in steps))
    file = tmp_path / "game.txt"
    file.write_text(rules.to_text(record), encoding="utf-8")
    run = shell("replay", str(file))
    assert run.returncode == 0, run.stderr
    assert "lookout" in run.stdout.lower()
    assert re.search(r"sent \w+'s \d back", run.stdout)


def test_simulations_count_what_the_cards_do() -> None:
    run = shell("simulate", "--games", "20", "--second-wind", "--lookout", "--broadside", "--seed", "3")
    assert run.returncode == 0, run.stderr
    assert re.search(r"second wind\W+\d", run.stdout, re.IGNORECASE)
    assert re.search(r"lookout\W+\d", run.stdout, re.IGNORECASE)
    assert re.search(r"broadside\W+\d", run.stdout, re.IGNORECASE)
