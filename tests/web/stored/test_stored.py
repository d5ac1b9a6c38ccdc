"""From 1.0 on every stored game opens for ever: it stands where it stood, goes on, and its people get in.

What is stored lies in tests/fixtures/stored, whose README.md says what to do when one of these tests fails.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from shanghaien.rules import EXPANSIONS
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.run.check import Findings, check_games
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode
from tests.web.moving_time import moving_time
from tests.web.over_http.keeping import HERE, Harbour, Sailor, harbour
from tests.web.people.authenticator import Authenticator
from tests.web.stored.fixture import Program, games, load_into_postgres, people, rows_of, unpacked
from tests.web.tables.api.chains import ChainHolder, findings

NewSailor = Callable[..., Sailor]
Values = dict[str, Any]
PAGES = ("/t/{}", "/watch/{}", "/replay/{}", "/t/{}/dice", "/t/{}/record.txt", "/t/{}/record.json")


@pytest.fixture
def url(empty_database_url: str, tmp_path: Path) -> str:
    """The stored database, once in each kind of database."""
    if empty_database_url.startswith("sqlite"):
        return f"sqlite+aiosqlite:///{unpacked(tmp_path)}"
    load_into_postgres(unpacked(tmp_path / "stored"), empty_database_url)
    return empty_database_url


@pytest.fixture
def port(url: str, tmp_path: Path) -> Iterator[Harbour]:
    """The present server with that database, at the moment at which everybody looked."""
    plain = url.replace("+aiosqlite", "").replace("+asyncpg", "")
    # By the clock of PostgreSQL, which stands where it does, these games are to come.
    keep: Values = dict.fromkeys(("keep_guest_games_days", "keep_invitations_days", "keep_reviews_days"), 0)
    with moving_time(people()["at"]), harbour(tmp_path, database=plain, secret=people()["secret"], **keep) as one:
        yield one


@pytest.fixture
def sailor(port: Harbour) -> NewSailor:
    """Makes visitors: people of that time by their name, else strangers."""

    def new(name: str = "") -> Sailor:
        visitor = port.sailor()
        visitor._token = people()["tokens"].get(name, "")
        for cookie, value in people()["cookies"].get(name, {}).items():
            visitor.http.cookies.set(cookie, value)
        return visitor

    return new


def as_remembered(table: Values) -> Values:
    """What is told of a table now, with the hash of its log."""
    log = [[entry[name] for name in ("number", "kind", "seat", "text", "at", "undone")] for entry in table["log"]]
    return table | {"log": hashlib.sha256(json.dumps(log).encode()).hexdigest()}


def within(old: Any, new: Any) -> Any:
    """The parts of the new value that the old one had: more may be told today than then."""
    return {name: within(value, new[name]) for name, value in old.items()} if isinstance(old, dict) else new


def test_there_is_a_game_of_every_mode_expansion_and_kind_of_entry(tmp_path: Path) -> None:
    assert {game["mode"] for game in games().values()} == set(Mode)
    assert {name for game in games().values() for name in EXPANSIONS if game["options"][name]} == set(EXPANSIONS)
    assert {row["kind"] for row in rows_of(unpacked(tmp_path), "entries")} == set(EntryKind)


def test_every_game_is_whole(url: str, tmp_path: Path) -> None:
    async def run() -> Findings:
        database = Database(url)
        await upgrade(database)
        told = await check_games(database)
        await database.close()
        return told

    assert asyncio.run(run()) == Findings(len(rows_of(unpacked(tmp_path / "again"), "games")), [], [])


def test_every_game_stands_where_it_stood_for_everybody(sailor: NewSailor) -> None:
    for name in people()["cookies"]:
        looking = sailor(name)
        for key, game in games().items():
            if name in game["seen_by"]:
                was = {told: value for told, value in game.items() if told != "seen_by"} | game["seen_by"][name]
                assert within(was, as_remembered(looking.look(game["id"]))) == was, (name, key)
        listed = [game["id"] for game in looking.api("GET", "/games").json()]
        assert sorted(listed) == sorted(people()["listed"][name])  # of those that ended at one moment any may be first


def test_every_page_of_every_game_opens_and_what_was_called_off_stays_off(sailor: NewSailor) -> None:
    for name in ("ada", ""):
        looking = sailor(name)
        shown = {key: game for key, game in games().items() if key != "day" or name}
        for path in PAGES:
            told = {
                key: looking.http.get(path.format(game["id"]), follow_redirects=True).status_code
                for key, game in shown.items()
            }
            assert told == dict.fromkeys(shown, 200), (name, path)
    assert sailor("cleo").get(f"/t/{people()['gone']}").status_code == 404


def test_every_running_game_goes_on_with_whoever_is_asked(sailor: NewSailor) -> None:
    crew = {name: sailor(name) for name in people()["cookies"]}
    asked = {key: name for key, game in games().items() for name, own in game["seen_by"].items() if own["legal"]}
    typed = asked.pop("real-dice-rolling")
    assert {games()[key]["mode"] for key in asked} == {"invite", "hot-seat", "bot", "real-dice", "day"}
    for key, name in asked.items():
        game = games()[key]
        table = crew[name].act(crew[name].look(game["id"]), game["seen_by"][name]["legal"][-1])
        assert table["version"] > game["version"], key
    page = f"/t/{games()['real-dice-rolling']['id']}"
    rolled = crew[typed].led_to(crew[typed].submit(page, f"{page}/chance", outcome="3-5"))
    assert rolled["state"]["rolled"] == [3, 5]


def test_games_come_to_their_end_with_the_dice_that_were_promised_whoever_holds_the_chain(sailor: NewSailor) -> None:
    cleo, game = sailor("cleo"), games()["middle-undo"]["id"]
    table = cleo.look(game)
    while table["result"] is None:
        table = cleo.act(table)
    assert findings(Program(cleo), game)[0] == []  # type: ignore[arg-type]
    holder, game = ChainHolder(Program(sailor("ada"))), games()["own-chain"]["id"]  # type: ignore[arg-type]
    holder.game["id"] = game
    for _ in range(2):  # as often as it had committed to a chain; the same secrets come again
        holder.commit(game)
    while holder.reach()["result"] is None:
        holder.go_on()
    assert findings(holder.program, game)[0] == []


def test_seats_are_taken_and_carried_on_by_the_links_of_that_time(sailor: NewSailor) -> None:
    table = sailor().join(people()["invitation"], name="Otto")
    assert (table["id"], table["yours"]) == (games()["invite-open"]["id"], ["B"])
    assert len(table["state"]["tavern"]) == 6
    over, bob = games()["finished-base"]["id"], sailor("bob")
    begun = bob.led_to(bob.submit(f"/t/{over}", f"/t/{over}/rematch"))
    assert (begun["id"], len(begun["state"]["tavern"])) == (games()["rematch-offered"]["id"], 6)
    link, phone = people()["private_link"], sailor()
    assert phone.submit(link, link).status_code == 303
    assert phone.look(games()["days-running"]["id"])["yours"] == ["A"]


def test_everybody_gets_in_by_session_passkey_and_code(sailor: NewSailor, port: Harbour) -> None:
    for name, called in people()["names"].items():
        assert sailor(name).name == called
    known = people()["passkey"]
    key = ec.derive_private_key(int(known["key"], 16), ec.SECP256R1())
    credential = bytes.fromhex(known["credential"])
    phone = port.sailor(Authenticator(HERE, credential=credential, user=known["user"], signed=known["signed"], key=key))
    assert phone.sign_in().status_code == 200
    assert phone.sees(games()["days-running"]["id"])
    by_code = {"name": "Bob", "code": people()["codes"]["bob"][0]}
    assert sailor().submit("/sign-in", "/sign-in/code", **by_code).headers["location"] == "/keep/keys?told=code"
    assert sailor().submit("/sign-in", "/sign-in/code", **by_code).status_code == 400, "once is enough"


def test_the_review_that_was_made_is_shown(sailor: NewSailor) -> None:
    assert sailor().get(f"/t/{games()['finished-everything']['id']}/review").status_code == 200
