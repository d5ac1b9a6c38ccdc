"""A server whose database holds damaged games: it starts, says so on their pages, and plays everything else."""

import json
import sqlite3
import time
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE
from tests.web.server import running

SENTENCES = {
    "en": "This game was damaged in storage",
    "de": "Diese Partie wurde im Speicher beschädigt",
    "fr": "Cette partie a été endommagée",
    "it": "Questa partita si è danneggiata",
    "ru": "Эта игра повредилась",
}
DAMAGES = (
    "DELETE FROM entries WHERE number = 4 AND game = ?",
    """UPDATE games SET options = '{"dragons": 1}' WHERE id = ?""",
    "UPDATE games SET revision = 77 WHERE id = ?",
    "UPDATE games SET mode = 'chess' WHERE id = ?",
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with games that wait for their bots: a few damaged, one sound."""
    with running(tmp_path, "--bot-workers", "0") as server, server.client() as http:
        ada = Visitor(http)
        games = [_at_the_bot(ada) for _ in range(len(DAMAGES) + 1)]
        (tmp_path / "cookies.json").write_text(json.dumps(dict(http.cookies)))
        assert server.stop() == 0
    (tmp_path / "games.json").write_text(json.dumps(games))
    with closing(sqlite3.connect(tmp_path / "shanghaien.db")) as connection, connection:
        for statement, game in zip(DAMAGES, games, strict=False):
            assert connection.execute(statement, [game]).rowcount == 1
    return tmp_path


def _at_the_bot(ada: Visitor) -> str:
    table = ada.create(mode="bot", seat="a", level="deckhand")
    while table["waits_for"] == "A":
        table = ada.act(table)
    return str(table["id"])


def test_damaged_games_are_set_aside_and_bots_play_the_others(data: Path) -> None:
    *damaged, sound = json.loads((data / "games.json").read_text())
    with running(data, "--bot-pause", "0") as server, server.client() as http:
        http.cookies.update(json.loads((data / "cookies.json").read_text()))
        ada = Visitor(http)
        _wait_for_the_bot(ada, sound)
        for game in damaged:
            for path in (f"/t/{game}", f"/watch/{game}", f"/replay/{game}", f"/t/{game}/dice", f"/t/{game}/events"):
                assert http.get(path).status_code == 410
            assert ada.api("GET", f"/games/{game}").json()["code"] == "unreadable-game"
            assert http.get(f"/t/{game}/parts?since=1").status_code == 410
        start = http.get("/")
        assert all(f"/t/{game}" in start.text for game in (*damaged, sound))
        assert "A damaged game" in start.text
        assert {line["id"] for line in ada.api("GET", "/games").json()} == {*damaged, sound}
        for language, sentence in SENTENCES.items():
            told = http.get(f"/t/{damaged[0]}", headers={"accept-language": language})
            assert sentence in unescape(told.text)
        ada.act(ada.look(sound))
        assert main(["check", "--data", str(data)]) == 1
        assert main(["janitor", "--data", str(data)]) == 0
        assert server.stop() == 0
    _check_log(server.lines, damaged)


def _wait_for_the_bot(ada: Visitor, game: str) -> None:
    until = time.monotonic() + PATIENCE
    while ada.look(game)["waits_for"] != "A":
        assert time.monotonic() < until, "The bot never acted."
        time.sleep(0.05)


def _check_log(lines: list[str], damaged: list[str]) -> None:
    told = [json.loads(line) for line in lines]
    assert not [line for line in told if "Traceback" in json.dumps(line)]
    aside = [line["game"] for line in told if line["message"] == "a game is damaged and set aside"]
    assert sorted(aside) == sorted(damaged)
