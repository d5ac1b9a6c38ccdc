"""A real server's log is checked over HTTP by the command and by the page's script; an honest one has nothing wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from shanghaien.cli.main import main
from shanghaien.rules import load as load_record
from tests.scripts.node import call
from tests.web.browser_like import Visitor
from tests.web.server import Server, running

NOTHING: dict[str, Any] = {"keys": {}, "heads": {}}


class Watcher:
    """Somebody who plays a game, keeps its record, and checks the log of the site by both ways."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._record, self._kept, self._capsys = folder / "game.txt", folder / "logs.json", capsys
        self._seen, self._memory = NOTHING, dict[str, Any]()

    def play(self, server: Server) -> None:
        with server.client() as client:
            ada = Visitor(client)
            ada.get("/")
            form = {"_csrf_token": client.cookies["csrftoken"]}
            promised = client.post("/reserve", data=form, headers={"accept": "application/json"}).json()
            table = ada.create(mode="bot", reservation=promised["token"], contribution="Ahoy")
            text = ada.get(f"/t/{table['id']}/record.txt").text
            self._memory = {"receipts": [load_record(text).tags["Receipt"]], "key": promised["key"]}
        self._record.write_text(text)

    def by_the_command(self, server: Server) -> tuple[list[str], list[str]]:
        """The names of what is wrong, and of the notes."""
        if self._kept.exists():  # the same site at another port
            (seen,) = json.loads(self._kept.read_text()).values()
            self._kept.write_text(json.dumps({server.address: seen}))
        words = ["verify", str(self._record), "--json", "--log", server.address, "--remember", str(self._kept)]
        status = main(words)
        told = json.loads(self._capsys.readouterr().out.splitlines()[-1])
        assert status == (0 if told["ok"] else 1)
        assert told["log"]["receipts"] == 1
        return names(told["log"]["findings"]), names(told["log"]["notes"])

    def by_the_page(self, server: Server) -> tuple[list[str], list[str]]:
        told = call("log", server.address, self._seen, self._memory)
        self._seen = told["seen"]
        return names(told["findings"]), [note["says"] for note in told["notes"]]


def names(told: list[dict[str, Any]]) -> list[str]:
    return [each["name"] for each in told]


@pytest.fixture
def watcher(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Watcher:
    return Watcher(tmp_path, capsys)


def test_an_honest_site_passes_when_it_is_quiet_when_it_grows_and_after_a_restore(
    tmp_path: Path, watcher: Watcher
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with running(data) as server:
        watcher.play(server)
        for expected in (["log-first"], []):  # the second time nothing has been added
            assert watcher.by_the_command(server) == ([], expected)
            assert watcher.by_the_page(server) == ([], expected)
        assert main(["backup", str(copy), "--data", str(data)]) == 0
        watcher.play(server)
        for check in (watcher.by_the_command, watcher.by_the_page):
            assert check(server) == ([], [])
    assert main(["restore", str(copy), "--data", str(data)]) == 0
    with running(data) as again:
        for check in (watcher.by_the_command, watcher.by_the_page):
            assert check(again) == ([], ["log-anew"])
            assert check(again) == ([], [])
