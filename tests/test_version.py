"""Of which commit the program is: git need not run, whichever way the commit is checked out."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shanghaien import __version__
from shanghaien.version import commit_of_checkout
from tests.documents import SRC

GIT = shutil.which("git") or "git"


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@play.example", "-c", "commit.gpgsign=false")
    return subprocess.run(
        [GIT, "-C", str(folder), *who, *words], check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    return folder


def head(folder: Path) -> str:
    return git(folder, "rev-parse", "HEAD")


def test_the_commit_of_a_branch_is_read(checkout: Path) -> None:
    assert commit_of_checkout(checkout) == head(checkout) != ""


def test_branches_that_git_has_packed_are_read(checkout: Path) -> None:
    git(checkout, "branch", "other-main")
    git(checkout, "commit", "--quiet", "--allow-empty", "--message", "Go on")
    git(checkout, "pack-refs", "--all")
    assert not (checkout / ".git" / "refs" / "heads" / "main").exists()
    assert commit_of_checkout(checkout) == head(checkout) != ""


def test_a_commit_without_a_branch_is_read(checkout: Path) -> None:
    git(checkout, "checkout", "--quiet", "--detach")
    git(checkout, "commit", "--quiet", "--allow-empty", "--message", "Go on")
    assert commit_of_checkout(checkout) == head(checkout) != ""


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("how", [("-b", "side"), ("--detach",)], ids=["branch", "detached"])
def test_a_worktree_has_a_commit_of_its_own(checkout: Path, tmp_path: Path, how: tuple[str, ...], packed: bool) -> None:
    side = tmp_path / "side"
    git(checkout, "worktree", "add", "--quiet", *how, str(side))
    git(side, "commit", "--quiet", "--allow-empty", "--message", "Aside")
    if packed:
        git(checkout, "pack-refs", "--all")
    assert (side / ".git").is_file()
    assert commit_of_checkout(side) == head(side) != head(checkout)


def test_without_a_checkout_or_a_commit_nothing_is_said(tmp_path: Path) -> None:
    assert commit_of_checkout(tmp_path) == ""
    git(tmp_path, "init", "--quiet")
    assert commit_of_checkout(tmp_path) == ""


@pytest.mark.parametrize(("place", "known"), [("src", True), ("lib", False)])
def test_the_git_of_another_project_says_nothing_about_this_one(checkout: Path, place: str, known: bool) -> None:
    package = checkout / place / "shanghaien"
    package.mkdir(parents=True)
    for name in ("__init__.py", "version.py"):
        shutil.copy(SRC / name, package)
    script = "from shanghaien.version import full_version; print(full_version())"
    said = subprocess.run(
        [sys.executable, "-c", script], cwd=package.parent, check=True, capture_output=True, text=True
    ).stdout
    assert said == (f"{__version__} ({head(checkout)[:12]})\n" if known else f"{__version__}\n")
