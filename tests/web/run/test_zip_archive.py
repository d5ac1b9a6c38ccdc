"""The package inside a zip archive, with nothing of it on the disk: everything is served, played and painted from there."""

import os
import sys
import sysconfig
import zipapp
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.web.browser_like import Visitor
from tests.web.own_process import OwnProcess
from tests.web.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The command that starts it, by an interpreter that knows what the package needs, but not the package."""
    target = tmp_path / "shanghaien.pyz"
    zipapp.create_archive(
        ROOT / "src", target, main="shanghaien.cli.main:main", filter=lambda path: "__pycache__" not in path.parts
    )
    paths = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    return str(getattr(sys, "_base_executable", sys.executable)), str(target)


@contextmanager
def served(*words: str) -> Iterator[httpx.Client]:
    """A connection to the server that a command starts."""
    server = OwnProcess(*words, "--port", "0")
    try:
        address = str(server.wait_for("listening")["address"])
        with httpx.Client(base_url=address, timeout=PATIENCE) as http:
            yield http
    finally:
        server.stop()


def test_pages_files_pictures_and_bots_come_out_of_an_archive(archive: tuple[str, str], tmp_path: Path) -> None:
    with served(*archive, "serve", "--data", str(tmp_path / "data"), "--bot-pause", "0") as http:
        ada = Visitor(http)
        assert "Würfel" in http.get("/", headers={"accept-language": "de"}).text
        for name in (
            "style.css",
            "art.svg",
            "tables/scripts/table.js",
            "tables/dice/scripts/verify.js",
            "icons/icon.svg",
        ):
            assert http.get(f"/static/{name}").is_success
        assert http.get("/share/start.png").content.startswith(b"\x89PNG")
        game = ada.create(mode="bot", seat="a", first="b", level="captain", preset="custom")["id"]
        wait_until(lambda: ada.look(game)["version"] > 0)


def test_several_processes_run_from_an_archive(archive: tuple[str, str], tmp_path: Path, empty_postgres: str) -> None:
    flags = ("--database", empty_postgres, "--processes", "2", "--bot-workers", "0")
    with served(*archive, "serve", "--data", str(tmp_path / "data"), *flags) as http:
        assert http.get("/").is_success
