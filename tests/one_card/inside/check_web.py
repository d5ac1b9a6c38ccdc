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
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.load.random_tables import random_game
from shanghaien.rules import First, Options, parse_action
from shanghaien.web.core.i18n import language_context
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.log_lines import story
from shanghaien.web.tables.pages.question import question
from shanghaien.web.tables.pages.seen_table import OpenChoice
from shanghaien.web.tables.words.card_words import plain_words
from tests.rules.positions import position, side
from tests.web.patience import PATIENCE
from tests.web.server import Server, running
from tests.web.tables.pages.positions import played, seen, table
from tests.web.tables.pages.test_steps import FIRST, SECOND, WATCHER, Followed, told

CARDS = {"preset": "custom", "second_wind": "1", "lookout": "1", "broadside": "1"}


OPTIONS = {"second_wind": True, "lookout": True, "broadside": True}


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
    links = re.findall(r'<a[^>]*href="([^"]*\?(?:[^"]*(?:end|half|dice)=)[^"]*)"', page)
    return [*map(unescape, actions), *map(unescape, links)]


def test_the_form_and_the_rules_page_have_the_cards(person: Person) -> None:
    form, rules = person.get("/new"), person.get("/rules")
    assert 'name="second_wind"' in form
    assert "Take one of your placed dice back to the supply." in form
    assert "It can be rolled again in this round." in rules
    assert "<b>Lookout:</b> place a die and roll one more." in rules
    assert "Send dice of the opponent back to their supply." in form
    assert "dice that are hit go back to whoever they belong to." in rules


SHOWN = (
    "play wind",
    "Which die catches its breath?",
    "Take the die on card",
    "What does the lookout do?",
    "left the die to the lookout",
    "The lookout watches: call with three dice on cards.",
    "Broadside: which of the opponent’s dice on cards?",
    r'data-of="them".*?Fire at the \d',
    r"Chosen so far: \d\.",
    r'value="play broadside \d-\d"',
    r"played <i>Broadside</i>, sent the opponent’s \d back",
    "Which dice do you give up?",
    r'value="yield \d-\d"',
)
"""What the pages of enough games show, as patterns; the server rolls its own dice, so nobody knows how many are enough."""
MOST_GAMES = 30


def test_two_people_on_one_screen_press_their_way_through_games(person: Person) -> None:
    rng, missing, pressed = random.Random(5), set(SHOWN), set[str]()
    for _ in range(MOST_GAMES):
        for page in pages_of_a_game(person, rng, pressed):
            missing = {pattern for pattern in missing if not re.search(pattern, page, re.DOTALL)}
        if not missing:
            break
    assert not missing


def pages_of_a_game(person: Person, rng: random.Random, pressed: set[str]) -> Iterator[str]:
    """A game of two people on one screen, who rather press what they have never pressed; its pages."""
    page = person.post("/new", {"mode": "hot-seat", **CARDS})
    table = person.path
    while choices := offered(page):
        yield page
        choice = rng.choice([text for text in choices if text not in pressed] or choices)
        pressed.add(choice)
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


def tray(dice: str = "") -> Question:
    """The tray of a broadside against two 2s and a 5, with dice chosen already."""
    state = position(side("1", hand="broadside"), side("225"), roll="34", broadside=True)
    return question(seen(table(state), choice=OpenChoice.read(half="broadside.broadside", dice=dice)))


def test_several_dice_of_the_opponent_are_chosen_one_after_the_other() -> None:
    first, second = tray(), tray("2")
    assert [(item.die, item.of, item.button.action, item.button.link) for item in first.dice] == [
        (2, "them", "", "/t/g?half=broadside.broadside&dice=2"),
        (5, "them", "", "/t/g?half=broadside.broadside&dice=5"),
    ]
    assert (first.dice_legend, first.dice[0].button.label) == ("The opponent’s dice on cards", "Fire at the 2")
    assert second.text.endswith("Chosen so far: 2.")
    assert [item.button.action for item in second.dice] == ["play broadside 2-2", "play broadside 2-5"]
    assert [(button.text, button.action or button.link) for button in second.buttons] == [
        ("Broadside: 2", "play broadside 2"),
        ("Choose again", "/t/g?half=broadside.broadside"),
        ("Back to the roll", "/t/g?"),
    ]


def test_a_hint_and_a_review_name_every_die_of_a_choice() -> None:
    state = position(side("1", hand="broadside"), side("225"), roll="34", broadside=True)
    assert plain_words(state, parse_action("play broadside 2-5")) == "Broadside: 2 5"
    assert plain_words(state, parse_action("yield 2-2")) == "Give the 2 2 up"


@pytest.mark.parametrize("dice", ["2-5-5", "1", "7", "x"])
def test_a_link_with_dice_that_do_not_lie_there_begins_anew(dice: str) -> None:
    assert tray(dice) == tray()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "sent the opponent’s 2 back"),
        ("de", "2 des Gegners zurückgeschickt"),
        ("fr", "2 renvoyé à l’adversaire"),
        ("it", "2 rimandato all’avversario"),
        ("ru", "2 возвращается сопернику"),
    ],
)
def test_the_log_says_in_every_language_who_sent_the_dice_back(language: str, said: str) -> None:
    options = Options(broadside=True, first=First.SEAT_A)
    hit = played("roll", "2-4", "place 2 left", "roll", "1-6", "play broadside 2", options=options)
    with language_context(language):
        told = [(line.of, line.plain) for line in story(seen(hit, 0))]
    assert [of for of, words in told if said in words] == ["them"]


def test_the_steps_that_a_page_shows_take_each_die_from_its_owner() -> None:
    tables = random_game("broadside", Options(broadside=True))
    hits = 0
    for before, after in pairwise(tables):
        for look in (FIRST, SECOND, WATCHER):
            counter, steps = Followed(before, look), told(after, look, before.version)
            for step in steps:
                counter.follow(step)
            assert {of: +dice for of, dice in counter.dice.items()} == {
                of: +dice for of, dice in Followed(after, look).dice.items()
            }
            hits += sum(step["do"] == "back" for step in steps)
    assert hits


@pytest.mark.parametrize("level", ["cabin-boy", "captain"])
def test_bots_play_at_a_table_by_the_interface_for_programs(server: Server, person: Person, level: str) -> None:
    bearer = {"Authorization": f"Bearer {person.token()}"}
    with httpx.Client(base_url=server.address + "/api/v1", headers=bearer, timeout=PATIENCE) as api:
        record = _played_by_program(api, level)
    assert record["options"].items() >= OPTIONS.items()
    _verified(record)


def _played_by_program(api: httpx.Client, level: str) -> dict[str, Any]:
    """A game against a bot, with random choices of the program's own; its record."""
    asked = {"mode": "bot", "level": level, "seat": "a", "options": OPTIONS}
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
    assert "Not every card could be planned in advance." in answer.text


def _verified(record: dict[str, Any]) -> None:
    """The record of a game that was played on the server passes the checks of its dice."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(record), encoding="utf-8")
        command = [sys.executable, "-m", "shanghaien", "verify", str(file)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
