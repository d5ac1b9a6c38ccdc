"""Private addresses tell a person's own programs what waits for them, nobody else, and no more than their seat sees."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from icalendar import Calendar

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.core.signing import Signer
from shanghaien.web.tables.clocks import DAYS_PACE
from tests.web.browser_like import Visitor, clients_of
from tests.web.randomness import SECRET, ids

ATOM = "{http://www.w3.org/2005/Atom}"
SIGNER = Signer(SECRET)
SITE = "http://play.example"


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, Visitor]]:
    """Ada and Bob at one server; Ada has invited, Bob has sat down, at a table with days for each turn."""
    settings = load(
        {"data": tmp_path_factory.mktemp("data"), "rate_limit": 0, "secret": SECRET, "public_url": SITE}, {}
    )
    with clients_of(create_app(settings, ids())) as client:
        yield Visitor(client()), Visitor(client())


def begun(ada: Visitor, bob: Visitor, **values: Any) -> dict[str, Any]:
    """A game that Bob has joined as 'Bob & <Co>', as Ada sees it."""
    table = ada.create(mode="invite", name="Ada", **values)
    bob.join(table["invitation"], name="Bob & <Co>")
    return ada.look(table["id"])


def token_of(visitor: Visitor, number: int = 0) -> str:
    cookies = (SIGNER.read("guest", value) for name, value in visitor.http.cookies.items() if "guest" in name)
    person = next(values for values in cookies if values)[0]
    return SIGNER.sign("feed", person, number)


def feed(visitor: Visitor, number: int = 0) -> list[Element]:
    """The entries of a person's feed."""
    answer = visitor.http.get(f"/feed/{token_of(visitor, number)}.atom")
    assert answer.status_code == 200
    return fromstring(answer.text).findall(f"{ATOM}entry")  # noqa: S314 - made by our own server


def entries(visitor: Visitor, number: int = 0) -> dict[str, Element]:
    """The entries of a person's feed by their titles; of several with one title, the last."""
    return {each.findtext(f"{ATOM}title", ""): each for each in feed(visitor, number)}


def events(visitor: Visitor) -> list[Any]:
    answer = visitor.http.get(f"/calendar/{token_of(visitor)}.ics")
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_a_feed_tells_what_waits_what_began_and_what_ended(people: tuple[Visitor, Visitor]) -> None:
    ada, bob = people
    running, ended = begun(ada, bob), begun(ada, bob)
    bob.resign(bob.look(ended["id"]))
    waiting = ada if ada.look(running["id"])["legal"] else bob
    told = entries(ada)
    assert "You won against Bob & <Co>" in told
    assert "Your game against Bob & <Co> has begun" in told
    assert "You lost against Ada" in entries(bob)
    title = "Your turn against Bob & <Co>" if waiting is ada else "Your turn against Ada"
    entry = entries(waiting)[title]
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"{SITE}/t/{running['id']}"
    assert entry.findtext(f"{ATOM}content", "").startswith("Round 1")


def test_an_entry_that_was_read_keeps_its_name_and_a_new_turn_has_a_new_one(people: tuple[Visitor, Visitor]) -> None:
    ada, bob = people
    table = begun(ada, bob)
    player = ada if table["legal"] else bob

    def turn() -> set[str]:
        named = (each.findtext(f"{ATOM}id", "") for each in feed(player))
        return {name for name in named if f"{table['id']}:turn" in name}

    first = turn()
    assert first == turn() != set()
    player.act(player.look(table["id"]))
    assert turn() != first


def test_the_calendar_has_the_end_of_each_players_time(people: tuple[Visitor, Visitor]) -> None:
    ada, bob = people
    table = begun(ada, bob, pace=str(DAYS_PACE).removesuffix(" vacation"))
    asked, other = (ada, bob) if table["legal"] else (bob, ada)
    (own,) = (event for event in events(asked) if table["id"] in event["UID"])
    (theirs,) = (event for event in events(other) if table["id"] in event["UID"])
    assert str(own["SUMMARY"]).startswith("Your time against")
    assert str(theirs["SUMMARY"]).startswith("The time of")
    assert own["DTSTART"].dt == theirs["DTSTART"].dt
    assert own["DTSTART"].dt > datetime.now(own["DTSTART"].dt.tzinfo)
    assert own["URL"] == f"{SITE}/t/{table['id']}"
    asked.resign(asked.look(table["id"]))
    assert not [event for event in events(asked) if table["id"] in event["UID"]]


def test_games_at_ones_own_screen_or_without_an_opponent_are_not_told(people: tuple[Visitor, Visitor]) -> None:
    ada, _ = people
    alone = [ada.create(mode="hot-seat")["id"], ada.create(mode="bot")["id"], ada.create(mode="invite")["id"]]
    answer = ada.http.get(f"/feed/{token_of(ada)}.atom")
    assert not [game for game in alone if game in answer.text]


def test_no_cookie_is_set_and_no_search_engine_wanted(people: tuple[Visitor, Visitor]) -> None:
    ada, bob = people
    for path in (f"/feed/{token_of(ada)}.atom", f"/calendar/{token_of(ada)}.ics"):
        answer = bob.http.get(path, headers={"Cookie": ""})
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"].startswith("private")
        assert "noindex" in answer.headers["x-robots-tag"]
        again = bob.http.get(path, headers={"Cookie": "", "If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/feed/x.atom", "/feed/", "/calendar/x.ics", "/feed/W10.x.atom", "/unsubscribe/x"])
def test_what_was_not_made_here_leads_nowhere(people: tuple[Visitor, Visitor], path: str) -> None:
    assert people[0].get(path).status_code == 404


def test_a_token_for_something_else_or_of_another_kind_leads_nowhere(people: tuple[Visitor, Visitor]) -> None:
    ada, _ = people
    token = token_of(ada)
    other = SIGNER.sign("unsubscribe", "ada")
    for path in (f"/feed/{token}", f"/feed/{token}.ics", f"/calendar/{token}.atom", f"/feed/{other}.atom"):
        assert ada.get(path).status_code == 404


def test_an_address_that_was_ended_leads_nowhere_and_the_new_one_works(people: tuple[Visitor, Visitor]) -> None:
    ada, _ = people
    assert ada.post("/notices/addresses").status_code == 303
    assert ada.get(f"/feed/{token_of(ada)}.atom").status_code == 404
    assert ada.get(f"/calendar/{token_of(ada)}.ics").status_code == 404
    assert ada.get(f"/feed/{token_of(ada, 1)}.atom").status_code == 200
