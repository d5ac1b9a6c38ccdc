"""A feature goes as one folder and one line: the site starts without it, and nothing leads to it any more."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import shanghaien
from shanghaien.web.core.features import NAMES

PACKAGE = Path(shanghaien.__file__).parent
FOUNDATIONS = {"people", "tables", "bots", "reviews", "standings", "run"}
"""What other features are built on: a table, who sits at it, bots, reviews of it, what it counts for, and the processes."""
DELETABLE = [name for name in NAMES if name not in FOUNDATIONS]
LINES = Path("web", "core", "features.py")

VISIT = """
import asyncio, gc, re, sys, tempfile
gc.disable()  # it takes a fifth of the time
from pathlib import Path
from litestar.testing import TestClient
from shanghaien.web.app import create_app
from shanghaien.web.core.parts import open_parts
from shanghaien.web.core.settings import load
from shanghaien.web.run.prepare import prepared

async def work(settings):
    parts = open_parts(await prepared(settings), 0)
    await parts.start()
    await parts.close()

def links(text):
    return {link for link in re.findall(r'(?:href|action)="(/[^"#?]*)', text) if not link.startswith("/static/")}

with tempfile.TemporaryDirectory() as data:
    given = {"data": Path(data), "secret": "x7Fq9LmT2vKc8RwZ4nYb6JdH3sGa5EuP", "bot_workers": 0, "rate_limit": 0}
    settings = load(given, {})
    with TestClient(create_app(settings)) as browser:
        browser.headers["accept"] = "text/html"
        pages = {path: browser.get(path) for path in sys.argv[1:]}
        form = {"mode": "hot-seat", "_csrf_token": browser.cookies["csrftoken"]}
        pages["a table"] = browser.post("/new", data=form)
        leading = {link: name for name, page in pages.items() for link in links(page.text)}
        found = {link: browser.get(link, follow_redirects=False).status_code for link in leading}
    asyncio.run(work(settings))
for name, page in pages.items():
    assert page.status_code == 200, (name, page.status_code, page.text)
lost = {link: leading[link] for link, status in found.items() if status == 404 or status >= 500}
assert set(lost) <= ({"/"} - set(sys.argv[1:])), lost
"""
"""Visits some pages and a table, follows their links, and starts and closes what a process that only works has."""


def linked(source: Path, place: Path, *without: Path) -> None:
    """The folder made of links to what is in it, but for some files and folders anywhere below."""
    if not any(path.is_relative_to(source) for path in without):
        place.symlink_to(source)
    elif source not in without:
        place.mkdir()
        for path in source.iterdir():
            linked(path, place / path.name, *without)


@pytest.mark.parametrize("gone", [*([name] for name in DELETABLE), DELETABLE], ids=[*DELETABLE, "all of them"])
def test_the_site_starts_without_a_feature_and_nothing_leads_to_it(gone: list[str], tmp_path: Path) -> None:
    folders = [PACKAGE.joinpath("web", *name.split(".")) for name in gone]
    linked(PACKAGE, tmp_path / "shanghaien", PACKAGE / LINES, *folders)
    lines = (PACKAGE / LINES).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if line.strip().strip('",') not in gone]
    assert len(kept) == len(lines) - len(gone)
    (tmp_path / "shanghaien" / LINES).write_text("".join(kept), encoding="utf-8")

    pages = ["/new", "/healthz", *([] if "home" in gone else ["/"])]
    # What was compiled lies where the links lead, and is not to be written anew from here.
    world = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", VISIT, *pages]
    ran = subprocess.run(command, env=world, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_nothing_of_the_web_imports_a_feature_that_can_be_deleted() -> None:
    folders = {PACKAGE.joinpath("web", *name.split(".")): f"shanghaien.web.{name}." for name in DELETABLE}
    for path in (PACKAGE / "web").rglob("*.py"):
        others = tuple(module for folder, module in folders.items() if not path.is_relative_to(folder))
        assert [each for each in imported(path) if f"{each}.".startswith(others)] == [], path


def imported(path: Path) -> list[str]:
    """The modules that a file imports, also inside functions."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    found = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return found + [f"{node.module}.{alias.name}" for node in froms for alias in node.names]
