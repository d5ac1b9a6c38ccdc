"""The list of somebody's games: filters, pages by keys, records to take along."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from shanghaien.web.people.profile import routes as lists
from shanghaien.web.standings import result_lists
from tests.web.over_http.visiting import sentence
from tests.web.people.arriving import Resident
from tests.web.people.profile.town import Town
from tests.web.standings.result_rows import add_results, result_row

POINTS = re.compile(r"<b>(\d+) : (\d+)</b>")


@pytest.fixture(scope="module")
def player(town: Town) -> Resident:
    """Pia has played 45 games, each with points of its own; every fifth over days, every third lost."""
    browser, person = town.somebody("Pia")
    rows = [
        result_row(
            person,
            level="captain" if number % 9 == 0 else "",
            pace="days" if number % 5 == 0 else "live",
            score=0 if number % 3 == 0 else 2,
            points=100 + number,
            setup="online" if number % 2 else "base",
        )
        for number in range(45)
    ]
    town.write(browser, add_results, *rows)
    return browser


def walked(browser: Resident, address: str) -> list[int]:
    """The points of all games of a list, page by page."""
    found: list[int] = []
    while address:
        page = browser.get(address).text
        found += [int(points) - 100 for points, _ in POINTS.findall(page)]
        onwards = re.search(r'href="([^"]+)"\s+rel="next"', page)
        address = f"/people/Pia/games{onwards[1].replace('&amp;', '&')}" if onwards else ""
    return found


def test_every_game_comes_once_the_latest_first(player: Resident) -> None:
    assert walked(player, "/people/Pia/games") == list(range(44, -1, -1))


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("level=captain", lambda number: number % 9 == 0),
        ("pace=days", lambda number: number % 5 == 0),
        ("result=lost", lambda number: number % 3 == 0),
        ("setup=online", lambda number: number % 2 == 1),
        ("result=won&pace=days&setup=base", lambda number: number % 3 and number % 5 == 0 and number % 2 == 0),
        ("result=nonsense&pace=never", lambda number: True),
    ],
)
def test_filters_show_what_they_say_on_all_pages(
    player: Resident, query: str, wanted: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(wanted)
    expected = [number for number in range(44, -1, -1) if wanted(number)]
    assert walked(player, f"/people/Pia/games?{query}") == expected
    monkeypatch.setattr(lists, "ON_A_PAGE", 3)
    monkeypatch.setattr(result_lists, "LOOKED_AT", 7)
    assert walked(player, f"/people/Pia/games?{query}") == expected


def test_a_list_that_has_looked_far_enough_offers_to_look_further(
    player: Resident, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_lists, "LOOKED_AT", 4)
    page = player.get("/people/Pia/games?level=captain&result=drawn").text
    assert "None among the latest games; there are older ones." in page
    assert "Look further back" in page
    assert "No such games." in player.get("/people/Pia/games?result=drawn&setup=everything&level=deckhand").text


def test_the_form_remembers_what_was_chosen(player: Resident) -> None:
    page = player.get("/people/Pia/games?pace=days&result=won").text
    assert re.search(r'<option value="days" selected>', page)
    assert re.search(r'<option value="won" selected>', page)


def test_an_opponent_whom_nobody_knows_and_a_page_that_is_none_are_refused_in_a_sentence(player: Resident) -> None:
    assert "There is no account with this name." in sentence(player.get("/people/Pia/games?opponent=Nobody"))
    wrong = player.get("/people/Pia/games?before=yesterday")
    assert wrong.status_code == 400
    assert "begin with the first" in sentence(wrong)


def test_games_lead_to_replay_review_and_record_as_long_as_they_are_kept(town: Town) -> None:
    browser, person = town.somebody("Rita")
    _, other = town.somebody("Rolf")
    game = town.played(browser, person, other)
    town.write(browser, add_results, result_row(person, other, game="nolongerkept"))
    page = town.new().get("/people/Rita/games").text
    for way in (f"/replay/{game}", f"/t/{game}/review", f"/t/{game}/record.txt"):
        assert f'href="{way}"' in page
    assert "nolongerkept" not in page


def test_all_records_come_in_one_archive_of_games_that_may_be_opened(town: Town) -> None:
    browser, person = town.somebody("Toni")
    shy, shy_id = town.somebody("Shy")
    open_game = shy.join(browser.create(mode="invite", seat="a")["invitation"])
    shut_game = shy.join(browser.create(mode="invite", seat="a")["invitation"])
    town.write(browser, add_results, result_row(person, "guest", game=open_game["id"]))
    town.write(browser, add_results, result_row(person, shy_id, game=shut_game["id"]))
    town.hide(shy, games="nobody")
    for who, names in ((browser, {open_game["id"], shut_game["id"]}), (town.new(), {open_game["id"]})):
        answer = who.get("/people/Toni/records.zip")
        assert answer.headers["content-type"] == "application/zip"
        with ZipFile(BytesIO(answer.content)) as archive:
            assert archive.testzip() is None
            assert {name.removesuffix(".json") for name in archive.namelist()} == names


def test_a_game_that_was_called_off_counts_for_nobody(town: Town) -> None:
    browser, person = town.somebody("Carla")
    _, other = town.somebody("Cuno")
    town.played(browser, person, other, score=1, reason="abandoned", unrated="called-off")
    assert "Called off" in browser.get("/people/Carla/games").text
    assert "No such games." in browser.get("/people/Carla/games?result=drawn").text
    assert "They have not finished a game with each other yet." in browser.get("/people/Carla/versus/Cuno").text
    town.hide(browser, games="opponents")
    assert town.new().get("/people/Carla/games").status_code == 403
