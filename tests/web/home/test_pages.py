"""The list of one's games on the start page and for programs: page by page, nothing hidden, and all that waits counted."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor
from tests.web.randomness import SECRET

OVER, WAITING = 180, 60
MOST_BYTES = 200_000
"""Of the start page as it is made, with a hundred games on it; it is sent compressed."""
RESULT = '{"winner": 0, "points": [12, 9], "resigned": null}'


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Visitor]:
    """Somebody with many games; those that wait for them are the oldest of all."""
    settings = load({"data": tmp_path, "bot_pause": 60, "rate_limit": 0, "secret": SECRET}, {})
    with TestClient(create_app(settings)) as client:
        visitor = Visitor(client)
        game = visitor.create(mode="hot-seat")["id"]
        multiply(tmp_path / "shanghaien.db", game)
        yield visitor


def multiply(file: Path, game: str, over: int = OVER, waiting: int = WAITING, called: str = "game") -> None:
    """Many more rows like those of a game; their logs are not looked at by lists."""
    columns = "mode, options, revision, seed, commitment, created, version, round"
    with closing(sqlite3.connect(file)) as connection, connection:
        for number in range(over + waiting):
            done = number < over
            values = [
                f"{called}{number}",
                1000 + number if done else number,
                None if done else 0,
                RESULT if done else None,
            ]
            connection.execute(
                f"INSERT INTO games (id, updated, waits_for, result, {columns}) SELECT ?, ?, ?, ?, {columns} FROM games"  # noqa: S608 - our own words
                " WHERE id = ?",
                [*values, game],
            )
            for table, more in (("seats", "seat, kind, name, level"), ("seated", "seat, person")):
                connection.execute(
                    f"INSERT INTO {table} (game, {more}) SELECT ?, {more} FROM {table} WHERE game = ?",  # noqa: S608 - our own words
                    [values[0], game],
                )
            connection.execute("UPDATE seated SET ended = ? WHERE game = ?", [values[1] if done else None, values[0]])


def test_every_game_is_on_some_page_of_a_fixed_length_and_those_that_wait_come_first_and_are_all_counted(
    ada: Visitor,
) -> None:
    pages, address = [], "/"
    while address:
        page = ada.get(address).text
        assert f"{WAITING + 1} are waiting for you." in page
        pages.append(re.findall(r'href="/t/([^"]+)"', page))
        following = re.search(r'href="(/\?before=[^"]+)"', page)
        address = following[1] if following else ""
    assert [len(page) for page in pages] == [50 + 50, 50, 50, 50, 41]  # the rest of what waits leads on to what is over
    first, later = pages[0], [game for page in pages[1:] for game in page]
    assert len({*first, *later}) == OVER + WAITING + 1
    assert len(set(later)) == len(later)
    waiting = [f"game{number}" for number in range(OVER, OVER + WAITING)]  # the longest waiting first
    assert first[:50] + later[: WAITING - 50] == waiting


def test_the_start_page_weighs_the_same_for_somebody_with_five_thousand_games(ada: Visitor, tmp_path: Path) -> None:
    few = len(ada.get("/").content)
    multiply(tmp_path / "shanghaien.db", "game0", over=2500, waiting=2500, called="more")
    page = ada.get("/")
    assert f"{2500 + WAITING + 1} are waiting for you." in page.text.replace(",", "")
    assert abs(len(page.content) - few) < few / 50
    assert few < MOST_BYTES


def test_a_running_game_tells_how_it_stands_once_something_was_played(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "bot_pause": 60, "rate_limit": 0, "secret": SECRET}, {})
    with TestClient(create_app(settings)) as client:
        visitor = Visitor(client)
        table = visitor.create(mode="hot-seat")
        for _ in range(3):
            table = visitor.act(table)
        page = visitor.get("/").text
        assert re.search(r'data-of="me"><span aria-hidden="true">▼</span>0</span> :\s*<span data-of="them">0<', page)
        assert re.search(r'aria-label="The row now: .+ takes [01], .+ [01]"', page)
        assert page.count('class="flag"') + page.count('class="mini"') >= 6


def test_a_page_that_is_none_is_refused(ada: Visitor) -> None:
    for before in ("x", "9-1-a", "0-1", "%00", "0-1-" + "a" * 41):
        assert ada.get(f"/?before={before}").status_code == 400
        assert ada.api("GET", f"/games?before={before}").json()["code"] == "malformed"
    assert ada.get("/?before=2-0-a").status_code == 200  # the end of the list, where nothing is left


def test_programs_are_led_from_page_to_page(ada: Visitor) -> None:
    found: list[str] = []
    path = "/games"
    while path:
        answer = ada.api("GET", path)
        found += [line["id"] for line in answer.json()]
        path = answer.links.get("next", {}).get("url", "").removeprefix("/api/v1")
    assert len(found) == len(set(found)) == OVER + WAITING + 1
