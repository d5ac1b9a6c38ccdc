"""How tests read the pages of the project: their prose, and the paths and names that stand between backticks."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "shanghaien"
README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PLACES = (ROOT, SRC, ROOT / "tests")
"""From where a page may name a file; the rules map has columns for the package and for the tests."""
ROOMS = {folder.name for place in (SRC, SRC / "web") for folder in place.iterdir() if folder.is_dir()}
OUR_PATH = re.compile(rf"(src|tests|docs|bench|examples|scripts|{'|'.join(sorted(ROOMS))})/[\w./-]*")
FILE = re.compile(r"[\w-]+\.(py|md|toml|html|css|js|svg)")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def is_path(words: str) -> bool:
    """Whether something between backticks names a file or folder of ours."""
    return bool(OUR_PATH.fullmatch(words) or FILE.fullmatch(words))


def found(path: str) -> Path | None:
    """The file or folder that a path names."""
    return next((place / path for place in PLACES if (place / path).exists()), None)


def passages(page: Path) -> list[str]:
    """The paragraphs, items of lists and rows of tables of a page."""
    return re.split(r"\n\s*\n|\n(?=\||- |\d+\. )", prose(page))


@cache
def defined_in(place: Path) -> frozenset[str]:
    """The names that a file, or the files of a folder, define: functions, classes, their members, constants."""
    if place.is_dir():
        return frozenset().union(*map(defined_in, (*place.rglob("*.py"), *place.rglob("*.js"))))
    text = place.read_text(encoding="utf-8")
    if place.suffix == ".js":
        return frozenset(re.findall(r"\b(?:function|const|class) (\w+)", text))
    return frozenset(_names(ast.parse(text).body)) if place.suffix == ".py" else frozenset()


def _names(body: list[ast.stmt], before: str = "") -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield before + node.name
            case ast.ClassDef():
                yield before + node.name
                yield from _names(node.body, f"{before}{node.name}.")
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from (before + target.id for target in targets if isinstance(target, ast.Name))
