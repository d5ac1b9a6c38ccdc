"""Writes the golden playthrough of OpenSpiel anew: ``python -m tests.bridges.golden_playthrough``."""

import sys
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import shanghaien.bridges.openspiel_game  # noqa: F401  # registers the game

FOLDER = Path(__file__).parent / "golden"
GOLDEN = FOLDER / "python_shanghaien.txt"


def playthrough() -> str:
    """A whole game as OpenSpiel's own tool prints it; the seed picks the actions."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    text: str = generate_playthrough.playthrough("python_shanghaien", None, seed=7)
    return text


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(), encoding="utf-8")
    sys.stdout.write(f"{GOLDEN.name}\n")
