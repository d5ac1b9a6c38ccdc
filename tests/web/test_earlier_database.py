"""Databases of earlier versions: all of it is there after the migration, every game goes on, everybody gets in."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import text

from shanghaien.web.core import clock
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import downgrade, newest, revision_of, upgrade
from shanghaien.web.run.check import Findings, check_games
from tests.web.earlier_database import EARLIER, Earlier, rows_of, tables_of
from tests.web.moving_time import moving_time
from tests.web.over_http.keeping import HERE, MAIL, Harbour, Sailor, harbour
from tests.web.people.authenticator import Authenticator
from tests.web.people.mailroom import link_in, posted

pytestmark = pytest.mark.long  # nothing has been released: nobody has such a database yet
NewSailor = Callable[..., Sailor]
Game = dict[str, Any]
before_accounts = pytest.mark.parametrize("earlier", EARLIER[:1], ids=repr, indirect=True)
since_accounts = pytest.mark.parametrize("earlier", EARLIER[1:], ids=repr, indirect=True)
MODES = {"invite", "hot-seat", "bot", "real-dice"}
"""How a person can be asked in a game."""


@dataclass(frozen=True)
class Found:
    """An earlier database, not yet migrated, in a database of one kind."""

    earlier: Earlier
    url: str
    file: Path
    """A copy to compare with."""


@pytest.fixture(params=EARLIER, ids=repr)
def earlier(request: pytest.FixtureRequest) -> Earlier:
    one: Earlier = request.param
    return one


@pytest.fixture
def found(earlier: Earlier, empty_database_url: str, tmp_path: Path) -> Found:
    file = earlier.unpacked(tmp_path / "before")
    if empty_database_url.startswith("sqlite"):
        return Found(earlier, f"sqlite+aiosqlite:///{earlier.unpacked(tmp_path)}", file)
    earlier.load_into_postgres(file, empty_database_url)
    return Found(earlier, empty_database_url, file)


@pytest.fixture
def port(found: Found, tmp_path: Path) -> Iterator[Harbour]:
    """The present server with that database, at the moment at which everybody was asked what they saw."""
    plain = found.url.replace("+aiosqlite", "").replace("+asyncpg", "")
    known: dict[str, Any] = {"database": plain, "secret": found.earlier.secret, "public_url": HERE}
    # By the clock of PostgreSQL these games are old enough to be tidied away while they are looked at.
    known |= {"keep_guest_games_days": 0, "keep_invitations_days": 0, "keep_reviews_days": 0}
    with moving_time(found.earlier.moment(found.file)), harbour(tmp_path, **known, **MAIL) as one:
        yield one


@pytest.fixture
def sailor(port: Harbour, found: Found) -> NewSailor:
    """Makes visitors: people of that time by their name, else strangers."""

    def new(name: str = "") -> Sailor:
        visitor = port.sailor()
        visitor._token = found.earlier.people["tokens"].get(name, "")
        for cookie, value in found.earlier.people["cookies"].get(name, {}).items():
            visitor.http.cookies.set(cookie, value)
        visitor.get("/help")
        return visitor

    return new


def counted(url: str, *queries: str) -> list[Any]:
    async def run() -> list[Any]:
        database = Database(url)
        await upgrade(database)
        async with database.reading() as connection:
            told = [[tuple(row) for row in await connection.execute(text(query))] for query in queries]
        await database.close()
        return told

    return asyncio.run(run())


def seen(table: Game) -> Game:
    """What somebody was told of a table then, of what they are told now."""
    log = [[entry[name] for name in ("number", "kind", "seat", "text", "at", "undone")] for entry in table["log"]]
    return table | {"log": hashlib.sha256(json.dumps(log).encode()).hexdigest()}


def within(old: Any, new: Any) -> Any:
    """The parts of the new value that the old one had."""
    if isinstance(old, dict):
        return {name: within(value, new[name]) for name, value in old.items()}
    return new


def test_a_migration_keeps_every_row_of_every_table(found: Found) -> None:
    tables = tables_of(found.file)
    counts = [[(len(rows_of(found.file, table)),)] for table in tables]
    assert {"games", "entries", "holders", "tokens", "reviews", "commitments", "due"} <= set(tables)

    async def first() -> str | None:
        database = Database(found.url)
        revision = await revision_of(database)
        await database.close()
        return revision

    assert asyncio.run(first()) == found.earlier.revision
    assert counted(found.url, *(f'SELECT count(*) FROM "{table}"' for table in tables)) == counts  # noqa: S608
    assert asyncio.run(first()) == newest()


def test_every_game_is_whole_after_the_migration_and_after_the_way_back_and_forth(found: Found) -> None:
    async def run() -> list[Findings]:
        database, told = Database(found.url), []
        for _ in range(2):
            await upgrade(database)
            told.append(await check_games(database))
            await downgrade(database, found.earlier.revision)
        await database.close()
        return told

    assert asyncio.run(run()) == [Findings(len(found.earlier.games), [], [])] * 2


def test_every_game_stands_where_it_stood_for_everybody(found: Found, sailor: NewSailor) -> None:
    apart = ("yours", "legal", "undo")
    for name in found.earlier.people["cookies"]:
        looking = sailor(name)
        for key, game in found.earlier.games.items():
            table = seen(looking.look(game["id"]))
            was = {told: value for told, value in game.items() if told not in apart} | {
                "yours": game["yours"].get(name, []),
                "legal": game["legal"].get(name, []),
                "undo": name in game["undo"],
            }
            assert within(was, table) == was, (name, key)


def test_everybody_has_the_games_in_their_list_that_they_had(found: Found, sailor: NewSailor) -> None:
    for name, games in found.earlier.people.get("listed", {}).items():
        listed = [game["id"] for game in sailor(name).api("GET", "/games").json()]
        assert sorted(listed) == sorted(games), name  # of those that ended at one moment any may be first


def test_every_page_of_every_game_opens(found: Found, sailor: NewSailor) -> None:
    for name in ("ada", ""):
        looking = sailor(name)
        for path in ("/t/{}", "/replay/{}", "/t/{}/dice"):
            told = {
                key: looking.http.get(path.format(game["id"]), follow_redirects=True).status_code
                for key, game in found.earlier.games.items()
            }
            assert told == dict.fromkeys(found.earlier.games, 200), (name, path)


def test_every_running_game_goes_on_with_whoever_is_asked(found: Found, sailor: NewSailor) -> None:
    people = {name: sailor(name) for name in found.earlier.people["cookies"]}
    asked = [(game, name) for game in found.earlier.games.values() for name in game["legal"]]
    assert {game["mode"] for game, _ in asked} == MODES
    for game, name in asked:
        table = people[name].act(people[name].look(game["id"]), game["legal"][name][-1])
        assert table["version"] > game["version"]


def test_an_open_invitation_is_taken_up_and_a_token_still_reads_and_plays(found: Found, sailor: NewSailor) -> None:
    open_, (owner,) = found.earlier.games["invite-open"], found.earlier.games["invite-open"]["yours"].values()
    table = sailor().join(found.earlier.people["invitation"], name="Otto")
    assert (table["id"], table["yours"]) == (open_["id"], ["B" if owner == ["A"] else "A"])
    assert len(table["state"]["tavern"]) == 6
    rematch = found.earlier.games["rematch"]
    ((asked, legal),) = rematch["legal"].items()
    choice = {"version": rematch["version"], "id": "program-1", "action": legal[0]}
    answer = sailor(asked).api("POST", f"/games/{rematch['id']}/actions", json=choice)
    assert answer.status_code == 200, answer.text


@before_accounts
def test_a_game_of_that_time_has_no_clock_and_nobody_an_account(found: Found) -> None:
    told = {
        "SELECT DISTINCT pace, deadline FROM games": [(None, None)],
        "SELECT count(*) FROM entries WHERE used IS NOT NULL": [(0,)],
        "SELECT DISTINCT scope FROM tokens": [("play",)],
        "SELECT count(*) FROM people": [(0,)],
    }
    assert counted(found.url, *told) == [*told.values()]


@since_accounts
def test_a_private_link_still_carries_a_seat_to_another_device(found: Found, sailor: NewSailor) -> None:
    link, phone = found.earlier.people["private_link"], sailor()
    assert phone.submit(link, link).status_code == 303
    assert phone.look(found.earlier.games["days-running"]["id"])["yours"] == ["A"]


@since_accounts
def test_whoever_was_signed_in_still_is_and_their_wishes_hold(found: Found, sailor: NewSailor) -> None:
    for name, called in found.earlier.people["names"].items():
        assert called in sailor(name).get("/keep/keys").text
    assert 'lang="de"' in sailor("ada").get("/").text
    assert sailor("dora").name == ""


@since_accounts
def test_a_passkey_a_code_and_a_letter_of_that_time_let_their_owners_in(
    found: Found, sailor: NewSailor, port: Harbour
) -> None:
    known = found.earlier.people
    phone = port.sailor(a_device(known["passkey"]))
    assert phone.sign_in().status_code == 200
    assert phone.sees(known["games"]["days-vacation"]["id"])
    for name, codes in known["codes"].items():
        other = sailor()
        by_code = {"name": known["names"][name], "code": codes[0]}
        assert other.submit("/sign-in", "/sign-in/code", **by_code).headers["location"] == "/keep/keys?told=code"
        assert sailor().submit("/sign-in", "/sign-in/code", **by_code).status_code == 400, "once is enough"
    for name, address in known["mail"].items():
        other = sailor()
        with clock.told_by(clock._system_time):  # PostgreSQL tells by a clock of its own what is due
            other.submit("/sign-in", "/sign-in/mail", mail=address)
            (link,) = [link_in(letter) for letter in posted(port.settings) if letter["To"] == address]
            assert other.submit(link, link).status_code == 303
        assert known["names"][name] in other.get("/keep/keys").text


@since_accounts
def test_clocks_vacations_orders_and_notices_are_as_they_were(found: Found, sailor: NewSailor) -> None:
    cleo, away = sailor("cleo"), found.earlier.games["days-vacation"]
    assert cleo.look(away["id"])["clocks"] == away["clocks"]
    assert "2100" in sailor("ada").get("/vacation").text
    kept = ("wishes", "vacations", "push_subscriptions", "webhooks", "sent_notices", "outages")
    rows = [rows_of(found.file, table) for table in kept]
    columns = [", ".join(f'"{name}"' for name in table[0]) if table else "1" for table in rows]
    asked = [f'SELECT {some} FROM "{table}"' for some, table in zip(columns, kept, strict=True)]  # noqa: S608
    told = [sorted(map(repr, answer)) for answer in counted(found.url, *asked)]
    assert told == [sorted(repr(tuple(row.values())) for row in table) for table in rows]


@since_accounts
def test_games_so_far_are_not_rated_and_watched_without_delay(found: Found) -> None:
    assert counted(found.url, "SELECT DISTINCT rated, delay FROM games") == [[(0, 0)]]


def a_device(known: dict[str, Any]) -> Authenticator:
    """The device that made the passkey of that time."""
    key = ec.derive_private_key(int(known["key"], 16), ec.SECP256R1())
    credential = bytes.fromhex(known["credential"])
    return Authenticator(HERE, credential=credential, user=known["user"], signed=known["signed"], key=key)
