"""The lists of strength: page by page, with the bots among the people, and only those who may be seen."""

import re
from typing import Any

import pytest

from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore, Privacy
from shanghaien.web.standings import service as list_pages
from shanghaien.web.standings.result_log import ResultWriter
from shanghaien.web.standings.results_store import StandingRow
from shanghaien.web.standings.store import keep_standings
from tests.web.over_http.visiting import sentence
from tests.web.people.arriving import NewResident, Resident, run_in
from tests.web.standings.results import pair, put

Site = tuple[Parts, NewResident]


async def place(parts: Parts, ratings: dict[str, float], name: str = "live", deviation: float = 60.0) -> None:
    """Let people be so strong."""
    at = 4_000_000_000_000
    rows = [StandingRow(PersonId(who), name, rating, deviation, 0.06, 30, at) for who, rating in ratings.items()]
    certain = [
        StandingRow(r.person, r.list, r.rating, r.deviation, r.volatility, r.games, r.at, provisional=0) for r in rows
    ]
    async with parts.database.write() as connection:
        await keep_standings(connection, 0, rows if deviation > 110 else certain)


async def wish(parts: Parts, person: str, strength: Any) -> None:
    """Let somebody show their strength to these people only."""
    await parts[PreferenceStore].change(
        PersonId(person), lambda _: PersonPreferences(privacy=Privacy(strength=strength))
    )


def listed(browser: Resident, path: str = "/standings") -> list[str]:
    """The names on a page, bots among them, in order."""
    page = sentence(browser.get(path))
    table = page.split('id="list"')[1].split("</section>")[0]
    return [
        re.sub(r"<[^>]*>", "", row.split("</th>")[0]).replace("you", "").strip()
        for row in table.split('scope="row">')[1:]
    ]


def crew(new: NewResident, *names: str) -> dict[str, tuple[Resident, str]]:
    people = {}
    for name in names:
        browser = new()
        people[name] = (browser, browser.keep(name))
    return people


def test_people_stand_among_the_bots_in_the_order_of_their_strength(site: Site) -> None:
    parts, new = site
    people = crew(new, "Ines", "Otto", "Zoe")
    watcher = new()
    ratings = {people["Ines"][1]: 1700.0, people["Otto"][1]: 1450.0, people["Zoe"][1]: 1000.0}
    run_in(watcher, place, parts, ratings)
    names = listed(watcher)
    assert [name for name in names if name in people] == ["Ines", "Otto", "Zoe"]
    assert names.index("Captain") < names.index("Ines") < names.index("Boatswain") < names.index("Otto")
    assert names[-2:] == ["Cabin Boy", "Zoe"]
    own = sentence(people["Otto"][0].get("/standings"))
    assert "Around you" in own
    assert 'class="yours"' in own
    assert 'class="yours"' not in sentence(watcher.get("/standings"))


def test_those_of_whom_little_is_known_are_apart(site: Site) -> None:
    parts, new = site
    people = crew(new, "Ines")
    run_in(people["Ines"][0], place, parts, {people["Ines"][1]: 1700.0}, "live", 200.0)
    watcher = new()
    assert "Ines" not in listed(watcher)
    assert listed(watcher, "/standings?uncertain=1") == ["Ines"]
    assert "1700?" in sentence(watcher.get("/standings?uncertain=1"))


def test_pages_follow_on_each_other_and_nobody_is_on_two_or_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_pages, "ON_A_PAGE", 3)
    parts, new = site
    people = crew(new, *(f"Sailor {letter}" for letter in "abcdefgh"))
    ratings = {person: 1500.0 if number < 4 else 1400.0 - number for number, (_, person) in enumerate(people.values())}
    watcher = new()
    run_in(watcher, place, parts, ratings)
    run_in(watcher, wish, parts, people["Sailor c"][1], "nobody")
    path, seen = "/standings", list[str]()
    for _ in range(10):
        seen += listed(watcher, path)
        further = re.search(r'href="(/standings\?[^"]*after=[^"]*)"', watcher.get(path).text)
        if further is None:
            break
        path = further[1].replace("&amp;", "&")
    assert sorted(name for name in seen if name in people) == sorted(set(people) - {"Sailor c"})
    assert sorted(name for name in seen if name not in people) == sorted(
        ["Captain", "First Mate", "Boatswain", "Deckhand", "Cabin Boy"]
    )


def test_lists_keep_to_what_people_wish_and_to_who_keeps_away_from_whom(site: Site) -> None:
    parts, new = site
    people = crew(new, "Ines", "Otto", "Zoe")
    (ines, ines_id), (otto, otto_id), (zoe, zoe_id) = people.values()
    run_in(ines, place, parts, {ines_id: 1700.0, otto_id: 1600.0, zoe_id: 1500.0})
    run_in(ines, wish, parts, ines_id, "opponents")
    run_in(ines, put, parts[ResultWriter], pair("g", PersonId(ines_id), PersonId(otto_id)))
    run_in(ines, place, parts, {ines_id: 1700.0, otto_id: 1600.0, zoe_id: 1500.0})
    assert "Ines" in listed(otto)
    assert "Ines" not in listed(zoe)
    assert "Ines" not in listed(new())
    assert "Ines" in listed(ines)
    asked = zoe.api("GET", "/people/Ines/standings").json()
    assert (asked["shown"], asked["standings"]) == (False, [])
    run_in(ines, parts[Blocks].block, PersonId(zoe_id), PersonId(otto_id))
    assert "Otto" not in listed(zoe)
    assert "Zoe" not in listed(otto)
    assert otto.api("GET", "/people/Zoe/standings").status_code == 404
    assert "Otto" not in sentence(zoe.get("/standings")).split("Around you")[1]


def test_a_name_is_never_markup(site: Site) -> None:
    watcher = site[1]()
    answer = watcher.get("/standings?after=%3Cscript%3E&list=%3Cb%3E")
    assert answer.status_code == 200
    assert "<script>&" not in answer.text
    assert "<b>" not in answer.text.split("<main")[1].split("</h1>")[0]


def test_what_the_numbers_mean_is_explained_with_those_that_are_used(site: Site) -> None:
    page = sentence(site[1]().get("/standings/meaning"))
    assert "Everybody begins at 1500." in page
    assert "the rating has a question mark" in page
