"""A copy of the package with the made-up cards of `cards/` in it."""

import os
import re
import shutil
from pathlib import Path

from shanghaien import rules

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def planted(folder: Path) -> Path:
    """Copy the package into a folder and lay the cards into `rules/tricks` there."""
    package = folder / "shanghaien"
    shutil.copytree(ROOT / "src" / "shanghaien", package)
    for card in sorted((HERE / "cards").glob("*.py")):
        (package / "rules" / "tricks" / card.name).write_text(_numbered(card), encoding="utf-8")
    return folder


def environment(folder: Path) -> dict[str, str]:
    """The environment of a process that has the cards: the copy first, then the project for what its tests share."""
    return os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "SHANGHAIEN_HOUSE": str(folder)}


def _numbered(card: Path) -> str:
    """A card's file with the next number that no card of the game has."""
    taken = max(rules.CARD_NUMBERS.values())
    return re.sub(
        r"^NUMBER = (\d+)$", lambda found: f"NUMBER = {taken + int(found[1])}", card.read_text(), flags=re.MULTILINE
    )
