"""What the script of a page needs for the dice: reserving, opening links, committing anew, and what it is told."""

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from shanghaien.fairness import Chain, ReservedChains, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.fairness.receipts import Receipt, is_signed
from shanghaien.rules import load as read_record
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.randomness import SECRET, ids
from tests.web.tables.pages.test_routes import BRIEFLY, send

NewVisitor = Callable[[], Visitor]
Told = dict[str, Any]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors to one server, each with cookies of their own."""
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 60, "rate_limit": 0}
    app = create_app(load(given, {}), ids("dice"))
    with clients_of(app) as client:
        yield lambda: Visitor(client())


def reserve(ada: Visitor) -> Told:
    """What the server commits to, as a page's script asks for it."""
    token = {"_csrf_token": ada.http.cookies["csrftoken"]}
    answer: Told = ada.http.post("/reserve", data=token, headers=BRIEFLY).json()
    return answer


def own_chain(game: str, name: str = "creator-1") -> Chain:
    return Chain(name.encode().ljust(32), game, name)


def begun(ada: Visitor, **values: str) -> tuple[Told, Chain]:
    """A table with a chain of Ada's."""
    reserved = reserve(ada)
    chain = own_chain(reserved["game"])
    given = {"reservation": reserved["token"], "end": chain.end, "link": chain.link(1)}
    return ada.create(**{"mode": "hot-seat", "first": "a", **values}, **given), chain


def told_to(visitor: Visitor, game: str) -> Told | None:
    """What the page of a table tells its script about the dice."""
    found = re.search(r'data-dice="([^"]*)"', visitor.get(f"/t/{game}").text)
    values: Told | None = json.loads(html.unescape(found[1])) if found else None
    return values


def groups(visitor: Visitor, game: str, since: int = 0) -> Told:
    answer: Told = visitor.http.get(f"/t/{game}/groups?since={since}").json()
    return answer


def test_a_reservation_is_told_with_all_that_is_signed(people: NewVisitor) -> None:
    told = reserve(people())
    chains = ReservedChains(told["game"], told["server"], told["creatorHeld"], told["guestHeld"])
    receipt = Receipt.read(told["receipt"])
    assert (receipt.game_id, receipt.reservation, receipt.contract) == (chains.game_id, chains.hash, "-")
    assert is_signed(receipt, told["key"])
    assert set(told) == {"game", "token", "server", "creatorHeld", "guestHeld", "receipt", "key"}


def test_nothing_is_reserved_by_looking_or_from_another_site(people: NewVisitor) -> None:
    ada = people()
    assert ada.http.get("/reserve").status_code == 405
    assert ada.http.post("/reserve", headers=BRIEFLY).status_code == 403


def test_a_player_is_told_of_their_chain_and_what_a_link_has_to_come_with(people: NewVisitor) -> None:
    ada = people()
    table, chain = begun(ada)
    (group,) = groups(ada, table["id"])["groups"]
    told = told_to(ada, table["id"])
    assert told == {
        "who": "creator",
        "kind": "person",
        "chain": "creator-1",
        "number": 2,
        "group": 1,
        "head": groups(ada, table["id"])["head"],
        "waits": False,
        "stale": False,
        "chances": ["roll"],
        "choice": "",
        "last": [0, *group],
        "steps": groups(ada, table["id"])["steps"],
    }
    assert group[:3] == ["creator-1", 1, chain.link(1)]


def test_watchers_and_players_whose_chain_the_server_holds_are_asked_for_nothing(people: NewVisitor) -> None:
    ada, eve = people(), people()
    table, _ = begun(ada)
    assert told_to(eve, table["id"]) is None
    held = told_to(ada, ada.create()["id"])
    assert held is not None
    assert (held["kind"], held["chances"], held["waits"]) == ("entrusted", [], False)


def test_a_choice_with_its_link_is_drawn_at_once_and_one_without_waits_for_it(people: NewVisitor) -> None:
    ada = people()
    table, chain = begun(ada)
    assert send(ada, table, action="roll", link=chain.link(2)).status_code == 200
    rolled = ada.look(table["id"])
    assert len(rolled["state"]["rolled"]) == 2
    other, chain = begun(ada)
    assert send(ada, other, action="roll").status_code == 200
    told = told_to(ada, other["id"])
    assert told is not None
    assert (told["waits"], told["choice"], told["number"]) == (True, "roll", 2)
    assert "Your browser is adding its part to the dice" in ada.get(f"/t/{other['id']}").text
    opened = send(ada, ada.look(other["id"]), "open", link=chain.link(2))
    after = ada.look(other["id"])
    assert (opened.status_code, opened.json()) == (200, {"version": after["version"]})
    assert len(after["state"]["rolled"]) == 2


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_what_does_not_fit_is_refused_in_a_sentence_and_changes_nothing(people: NewVisitor) -> None:
    ada, eve = people(), people()
    table, chain = begun(ada)
    assert refused(send(ada, table, action="roll", link=chain.link(3))) == (422, "wrong-link")
    assert refused(send(ada, table, "open", link=chain.link(2))) == (422, "illegal")
    assert refused(send(ada, table, "chain", end="x")) == (422, "wrong-link")
    assert refused(send(eve, table, "chain", end=chain.end)) == (403, "not-yours")
    assert send(ada, table, "open").status_code == 400
    assert ada.look(table["id"])["version"] == table["version"]


def test_who_commits_anew_is_told_of_the_fresh_chain_and_who_entrusts_it_goes_on_at_once(people: NewVisitor) -> None:
    ada = people()
    table, _ = begun(ada)
    fresh = own_chain(table["id"], "creator-2")
    assert send(ada, table, "chain", end=fresh.end).status_code == 200
    told = told_to(ada, table["id"])
    assert told is not None
    assert (told["chain"], told["number"], told["group"]) == ("creator-2", 1, 1)
    send(ada, ada.look(table["id"]), action="roll")
    assert send(ada, ada.look(table["id"]), "chain").status_code == 200
    after = ada.look(table["id"])
    assert len(after["state"]["rolled"]) == 2
    record = ada.get(f"/t/{table['id']}/record.txt").text
    assert verify(read_evidence(record), read_record(record)).ok
    assert f"[Anew c 1 {fresh.end}, c 1 held]" in record


def test_without_script_the_page_offers_to_let_the_server_keep_the_chain(people: NewVisitor) -> None:
    ada = people()
    table, _ = begun(ada)
    send(ada, table, action="roll")
    path = f"/t/{table['id']}"
    assert ada.led_to(ada.submit(path, f"{path}/chain"))["state"]["rolled"]


def test_a_page_that_was_away_is_told_every_group_since(people: NewVisitor) -> None:
    ada = people()
    table, chain = begun(ada)
    send(ada, table, action="roll", link=chain.link(2))
    every = groups(ada, table["id"])
    assert [group[:3] for group in every["groups"]] == [["creator-1", n, chain.link(n)] for n in (1, 2)]
    assert every["restored"] == []
    record = ada.http.get(f"/t/{table['id']}/record.json").json()
    assert ",".join(every["steps"]).split(",") == record["steps"]
    assert [steps.split(",")[-1] for steps in every["steps"]] == ["roll", record["steps"][-1]]
    later = {name: every[name][1:] for name in ("groups", "steps")}
    assert groups(people(), table["id"], 1) == every | later
    assert groups(ada, table["id"], 99)["groups"] == []
    assert groups(ada, table["id"], -1) == every


def test_whoever_is_invited_sees_all_that_is_fixed_and_agrees_to_exactly_that(people: NewVisitor) -> None:
    ada, bob = people(), people()
    table, _ = begun(ada, mode="invite", seat="random", name="Ada")
    page = bob.get(f"/join/{table['invitation']}").text
    told = dict(re.findall(r'data-([a-z-]+)="([^"]*)"', page[page.index("<form") :]))
    reserved = ReservedChains(table["id"], told["server"], told["creator-held"], told["guest-held"])
    assert told["receipt"].startswith(f"{table['id']} {reserved.hash} {told['contract']} ")
    assert is_signed(Receipt.read(told["receipt"]), told["key"])
    assert (told["game"], told["group"]) == (table["id"], "1")
    assert told["head"] == groups(bob, table["id"])["head"]
    chain = own_chain(table["id"], "guest-1")
    joined = bob.join(table["invitation"], name="Bob", end=chain.end, link=chain.link(1), contribution="mine")
    assert joined["dice"]["Guest"].split()[1:] == ["person", chain.end, b"mine".hex()]
    assert groups(bob, table["id"])["groups"][1][:3] == ["guest-1", 1, chain.link(1)]
