"""Pages, the interface for programs and bots at tables, with cards that nobody has told them of."""

import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.patience import PATIENCE
from tests.web.server import Server, running

CARDS = {"preset": "custom", "second_wind": "1", "lookout": "1"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real server with real bots, which think in processes of their own."""
    with running(tmp_path_factory.mktemp("data"), "--bot-pause", "0") as server:
        yield server


@pytest.fixture
def person(server: Server) -> Iterator["Person"]:
    """Somebody who has just come."""
    somebody = Person(server)
    yield somebody
    somebody.close()


class Person:
    """Somebody with a browser without script: presses what the pages offer."""

    def __init__(self, server: Server) -> None:
        self.http: httpx.Client = server.client()
        self.get("/")

    def get(self, path: str) -> str:
        """A page that must be there."""
        answer = self.http.get(path, headers={"accept": "text/html"}, follow_redirects=True)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:500]}"
        return answer.text

    def post(self, path: str, values: dict[str, Any]) -> str:
        """Send a form and return the page it leads to."""
        data = values | {"_csrf_token": self.http.cookies.get("csrftoken", "")}
        answer = self.http.post(path, data=data, headers={"accept": "text/html"}, follow_redirects=True)
        assert answer.status_code in {200, 201}, f"{path}: {answer.status_code} {answer.text[:500]}"
        self.path = answer.url.path
        return answer.text

    def close(self) -> None:
        """Close the browser."""
        self.http.close()

    def token(self) -> str:
        """A token for the interface for programs."""
        found = re.search(r"shg_[\w-]{20,}", self.post("/tokens", {"name": "test"}))
        assert found is not None
        return found[0]


def offered(page: str) -> list[str]:
    """What can be pressed on a table's page: actions, and links to the next question."""
    actions = re.findall(r'<button[^>]*name="action"[^>]*value="([^"]+)"', page)
    links = re.findall(r'<a[^>]*href="([^"]*\?(?:[^"]*(?:end|half)=)[^"]*)"', page)
    return [*map(unescape, actions), *map(unescape, links)]


def test_the_form_and_the_rules_page_have_the_cards(person: Person) -> None:
    form, rules = person.get("/new"), person.get("/rules")
    assert 'name="second_wind"' in form
    assert "Take one of your placed dice back to the supply." in form
    assert "It can be rolled again in this round." in rules
    assert "<b>Lookout:</b> place a die and roll one more." in rules


def test_two_people_on_one_screen_press_their_way_through_games(person: Person) -> None:
    rng, seen = random.Random(5), ""
    for _ in range(2):
        page = person.post("/new", {"mode": "hot-seat", **CARDS})
        table = person.path
        for _ in range(2500):
            choices = offered(page)
            if not choices:
                break
            choice = rng.choice(choices)
            seen += page
            if choice.startswith(("/", "?")):
                page = person.get(choice if choice.startswith("/") else table + choice)
                continue
            version, request = (re.search(f'name="{name}" value="([^"]+)"', page) for name in ("version", "id"))
            assert version is not None
            assert request is not None
            page = person.post(f"{table}/act", {"version": version[1], "id": request[1], "action": choice})
        assert "Review" in page
        for more in ("/review", "/dice"):
            assert person.http.get(table + more).status_code in {200, 202}
        person.get(table.replace("/t/", "/replay/"))
        person.get(table.replace("/t/", "/watch/"))
    assert "play wind" in seen
    assert "Which die catches its breath?" in seen
    assert "What does the lookout do?" in seen
    assert "Take the die on card" in seen
    assert "left the die to the lookout" in seen
    assert "The lookout watches: call with three dice on cards." in seen


@pytest.mark.parametrize("level", ["cabin-boy", "captain"])
def test_bots_play_at_a_table_by_the_interface_for_programs(server: Server, person: Person, level: str) -> None:
    bearer = {"Authorization": f"Bearer {person.token()}"}
    with httpx.Client(base_url=server.address + "/api/v1", headers=bearer, timeout=PATIENCE) as api:
        record = _played_by_program(api, level)
    assert record["options"]["lookout"] is True
    _verified(record)


def _played_by_program(api: httpx.Client, level: str) -> dict[str, Any]:
    """A game against a bot, with random choices of the program's own; its record."""
    asked = {"mode": "bot", "level": level, "seat": "a", "options": {"second_wind": True, "lookout": True}}
    game = api.post("/games", json=asked).json()
    assert game["options"]["second_wind"] is True
    rng, until = random.Random(level), time.monotonic() + PATIENCE
    while game["result"] is None:
        assert time.monotonic() < until, game["state"]
        if not game["legal"]:
            time.sleep(0.02)
            game = api.get(f"/games/{game['id']}").json()
            continue
        choice = {"version": game["version"], "id": f"{level}-{game['version']}", "action": rng.choice(game["legal"])}
        game = api.post(f"/games/{game['id']}/actions", json=choice).json()
    record: dict[str, Any] = api.get(f"/games/{game['id']}/record").json()
    return record


def test_a_review_of_such_a_game_is_made(person: Person) -> None:
    page = person.post("/new", {"mode": "bots", "level": "cabin-boy", "level_b": "cabin-boy", **CARDS})
    table, until = person.path, time.monotonic() + PATIENCE
    while "/review" not in page:
        assert time.monotonic() < until
        time.sleep(0.2)
        page = person.get(table)
    answer = person.http.get(f"{table}/review")
    while answer.status_code == 202:
        assert time.monotonic() < until
        time.sleep(0.3)
        answer = person.http.get(f"{table}/review", headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert "approximate" in answer.text


def _verified(record: dict[str, Any]) -> None:
    """The record of a game that was played on the server passes the checks of its dice."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(record), encoding="utf-8")
        command = [sys.executable, "-m", "shanghaien", "verify", str(file)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
