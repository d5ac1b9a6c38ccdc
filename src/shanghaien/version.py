"""Which version runs, and of which commit of the sources it was made."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from shanghaien import __version__

COMMIT_FILE = "commit.txt"
"""Written into wheels when they are built (hatch_build.py); a checkout is asked itself."""
IN_CHECKOUT = ("src", "shanghaien", "version.py")
"""Where this file lies in a checkout. Anywhere else a .git above it belongs to another project."""
LENGTH = 12
"""So many digits tell the commits of a project apart."""


@cache
def commit() -> str:
    """The first digits of the commit, or nothing if nobody knows."""
    written = files("shanghaien") / COMMIT_FILE
    if written.is_file():
        return written.read_text(encoding="utf-8").strip()[:LENGTH]
    here = Path(__file__).resolve()
    return commit_of_checkout(here.parents[2])[:LENGTH] if here.parts[-3:] == IN_CHECKOUT else ""


def commit_of_checkout(root: Path) -> str:
    """The commit that is checked out there, without running git; nothing if that is no checkout."""
    try:
        folder = _git_folder(root)
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        return _of_branch(folder, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except OSError:
        return ""


def _git_folder(root: Path) -> Path:
    """Where git keeps what it knows of the checkout; in a worktree `.git` is a file that names the folder."""
    git = root / ".git"
    return git if git.is_dir() else root / git.read_text(encoding="utf-8").strip().removeprefix("gitdir: ")


def _of_branch(folder: Path, branch: str) -> str:
    common = folder / "commondir"  # worktrees share their branches
    shared = folder / common.read_text(encoding="utf-8").strip() if common.is_file() else folder
    if (shared / branch).is_file():
        return (shared / branch).read_text(encoding="utf-8").strip()
    for line in (shared / "packed-refs").read_text(encoding="utf-8").splitlines():
        if line.endswith(f" {branch}"):
            return line.split()[0]
    return ""


def full_version() -> str:
    """The version as people are told it, with the commit where it is known."""
    return f"{__version__} ({commit()})" if commit() else __version__
