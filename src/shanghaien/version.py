"""Which version runs, and of which commit of the sources it was made."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from shanghaien import __version__

COMMIT_FILE = "commit.txt"
"""Written into wheels when they are built (hatch_build.py); a checkout is asked itself."""
LENGTH = 12
"""So many digits tell the commits of a project apart."""


@cache
def commit() -> str:
    """The first digits of the commit, or nothing if nobody knows."""
    written = files("shanghaien") / COMMIT_FILE
    if written.is_file():
        return written.read_text(encoding="utf-8").strip()[:LENGTH]
    return commit_of_checkout(Path(__file__).parents[2])[:LENGTH]


def commit_of_checkout(root: Path) -> str:
    """The commit that is checked out there, without running git; nothing if that is no checkout."""
    try:
        head = (root / ".git" / "HEAD").read_text(encoding="utf-8").strip()
        return _of_branch(root / ".git", head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except OSError:
        return ""


def _of_branch(folder: Path, branch: str) -> str:
    if (folder / branch).is_file():
        return (folder / branch).read_text(encoding="utf-8").strip()
    for line in (folder / "packed-refs").read_text(encoding="utf-8").splitlines():
        if line.endswith(f" {branch}"):
            return line.split()[0]
    return ""


def full_version() -> str:
    """The version as people are told it, with the commit where it is known."""
    return f"{__version__} ({commit()})" if commit() else __version__
