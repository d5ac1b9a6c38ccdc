"""The public log over HTTP: a third party recomputes it, and catches a server that shows two."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import TestClient
from sqlalchemy import select

from shanghaien.rules import load as load_record
from shanghaien.web.app import create_app
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import facts
from shanghaien.web.core.settings import Settings
from shanghaien.web.daily.jobs import AHEAD
from shanghaien.web.run.restore import start_afresh
from shanghaien.web.tables.dice import log_routes
from shanghaien.web.tables.dice.log_reader import DAY_SECONDS, DailyHeads
from shanghaien.web.tables.dice.log_writer import ReceiptStore, add_to_log
from tests.web.browser_like import Visitor
from tests.web.core.database.databases import opened_database
from tests.web.tables.dice.entries import some_entries
from tests.web.tables.dice.third_party import ThirdParty, check_signature, leaf_of, root_of

YESTERDAY = 1_700_000_000
DAYS = AHEAD + 1
"""The deals that a server promises in the log as it starts: today's, and those of a week."""
"""A day on which some of the log was there already."""
Receipts = list[str]


@contextmanager
def serving(settings: Settings, url: str) -> Iterator[Visitor]:
    with TestClient(create_app(replace(settings, database=url))) as client:
        yield Visitor(client)


async def commit(database: Database, name: str, count: int) -> Receipts:
    """Let the server commit to so many things, one after the other, with a receipt for each."""
    receipts, lines = ReceiptStore(database), list[str]()
    for entry in some_entries(count, name):
        async with database.write() as connection:
            logged = await add_to_log(connection, [entry])
            lines.append(await receipts.receipt(connection, entry.game, entry.hash, "-", logged))
    return lines


def committed(url: str, name: str, count: int, day: int = YESTERDAY) -> Receipts:
    """The same for a server that is not running, which signs its log afterwards."""

    async def run() -> Receipts:
        async with opened_database(url) as database:
            lines = await commit(database, name, count)
            await DailyHeads(database).sign(day)
            return lines

    return asyncio.run(run())


def test_a_third_party_recomputes_the_log_and_finds_every_receipt_in_it(
    settings: Settings, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_routes, "AT_ONCE", 4)
    receipts = committed(database_url, "game", 6)
    later = committed(database_url, "later", 5, YESTERDAY + DAY_SECONDS)
    with serving(settings, database_url) as visitor:
        watcher = ThirdParty(visitor.http)
        (key,) = watcher.keys()
        leaves = watcher.leaves(1)
        assert len(leaves) == 11 + DAYS
        heads = watcher.heads()[-2:]
        for size, root, time, signature, signed_with in heads:
            assert (signed_with, root) == (key, root_of(leaves[: int(size)]))
            check_signature(key, signature, "head", size, root, time)
        (newest, oldest) = ((int(head[0]), head[1]) for head in heads)
        assert watcher.goes_on(oldest, newest)
        for line in receipts + later:
            *said, signature = line.split()
            check_signature(key, signature, "receipt", *said)
            logged = int(said[3]), said[4]
            assert logged[1] == root_of(leaves[: logged[0]])
            (entry,) = (each for each in watcher.entries(said[0]) if each["hash"] == said[1])
            assert leaf_of(entry) == leaves[entry["number"]]
            assert watcher.has(entry, *logged)
            assert watcher.has(entry, *newest)
            assert watcher.goes_on(logged, newest)


def test_the_present_head_is_signed_whenever_it_is_asked_for(settings: Settings, database_url: str) -> None:
    receipt = committed(database_url, "game", 5)[-1].split()
    with serving(settings, database_url) as visitor:
        watcher, answer = ThirdParty(visitor.http), visitor.get("/dice/log/head")
        head = answer.json()
        assert answer.headers["cache-control"] == "no-store"
        assert (head["epoch"], head["size"], head["key"]) == (1, 5 + DAYS, watcher.keys()[-1])
        assert head["root"] == root_of(watcher.leaves(1))
        assert head["time"] >= int(receipt[5])
        check_signature(head["key"], head["signature"], "head", str(head["size"]), head["root"], str(head["time"]))


def test_what_was_fixed_for_a_game_stands_in_the_log_and_its_receipt_says_so(
    settings: Settings, database_url: str
) -> None:
    with serving(settings, database_url) as ada:
        watcher, form = ThirdParty(ada.http), {"_csrf_token": ada.http.cookies["csrftoken"]}
        promised = ada.http.post("/reserve", data=form, headers={"accept": "application/json"}).json()
        table = ada.create(mode="bot", reservation=promised["token"], contribution="Ahoy")
        *said, signature = load_record(ada.get(f"/t/{table['id']}/record.txt").text).tags["Receipt"].split()
        check_signature(watcher.keys()[-1], signature, "receipt", *said)
        reservation, contract = watcher.entries(table["id"])
        assert [reservation["kind"], contract["kind"]] == ["reservation", "contract"]
        assert [table["id"], reservation["hash"], contract["hash"]] == said[:3]
        assert reservation["number"] < contract["number"]
        assert all(watcher.has(entry, int(said[3]), said[4]) for entry in (reservation, contract))
        assert table["id"] not in ada.get("/dice/log/entries").text


def test_a_server_that_shows_two_people_two_logs_is_caught(settings: Settings, tmp_path: Path) -> None:
    one, other = (f"sqlite+aiosqlite:///{tmp_path}/{name}.db" for name in ("one", "other"))
    committed(one, "game", 5)
    shutil.copy(tmp_path / "one.db", tmp_path / "other.db")  # so that the same key signs both
    mine = committed(one, "mine", 3, YESTERDAY + DAY_SECONDS)[-1].split()
    committed(other, "yours", 4, YESTERDAY + DAY_SECONDS)
    receipt = int(mine[3]), mine[4]
    with serving(settings, one) as first, serving(settings, other) as second:
        honest, lying = ThirdParty(first.http), ThirdParty(second.http)
        assert honest.keys() == lying.keys()
        size, root, time, signature, key = lying.heads()[-2]
        check_signature(key, signature, "head", size, root, time)
        assert not lying.goes_on(receipt, (int(size), root))
        assert not honest.goes_on(receipt, (int(size), root))
        assert lying.entries(mine[0]) == []
        (entry,) = (each for each in honest.entries(mine[0]) if each["hash"] == mine[1])
        assert honest.has(entry, *receipt)
        assert not lying.has(entry, *receipt)
        assert not lying.has(entry, int(size), root)


def test_a_stranger_is_told_no_id_of_a_game_and_nobody_a_private_key(settings: Settings, database_url: str) -> None:
    committed(database_url, "secret-game", 5)

    async def kept() -> list[str]:
        async with opened_database(database_url) as database, database.read() as connection:
            return list(await connection.scalars(select(facts.c.value).where(facts.c.name.startswith("receipt-key"))))

    (private,) = asyncio.run(kept())
    with serving(settings, database_url) as visitor:
        paths = ["", "/key", "/entries", "/heads.atom", "/inclusion?number=1&size=5", "/consistency?from=2&to=5"]
        answers = [visitor.get(f"/dice/log{path}") for path in paths]
        own = visitor.get("/dice/log/entries?game=secret-game-1")
        assert [answer.status_code for answer in (*answers, own)] == [200] * 7
        assert not any("secret-game" in answer.text for answer in answers)
        assert [each["number"] for each in own.json()] == [2, 3]
        assert not any(private in answer.text for answer in (*answers, own))


def test_what_everybody_may_keep_sets_nobodys_cookie(settings: Settings, database_url: str) -> None:
    committed(database_url, "game", 5)
    with serving(settings, database_url) as visitor:
        for path in ("key", "entries?from=0", "heads.atom", "inclusion?number=1&size=5&epoch=1", "entries?game=game-1"):
            visitor.http.cookies.clear()
            answer = visitor.get(f"/dice/log/{path}")
            assert answer.headers["cache-control"].startswith("public, max-age=")
            assert "set-cookie" not in answer.headers
        assert visitor.get("/dice/log").headers["cache-control"] == "no-store"


NONSENSE = {
    "entries?from=x": (400, "Field from must be a whole number."),
    "entries?from=-1": (400, "Field from must be a whole number."),
    "entries?from=9999999999": (400, "Field from must be a whole number."),
    "entries?from=%C2%B2": (400, "Field from must be a whole number."),
    "entries?from=14": (404, "the largest number that can be asked for is 13."),
    "entries?epoch=7": (404, "There is no log with this number."),
    "entries?epoch=999999999": (404, "There is no log with this number."),
    "entries?game=": (400, "There is no such game."),
    "entries?game=%FF": (400, "There is no such game."),
    "inclusion?number=1": (400, "Field size must be a whole number."),
    "inclusion?number=5&size=5": (404, "the largest number that can be asked for is 4."),
    "inclusion?number=0&size=14": (404, "the largest number that can be asked for is 13."),
    "inclusion?number=0&size=0": (404, "A log of this size has no entry."),
    "consistency?from=3&to=2": (404, "the largest number that can be asked for is 2."),
    "consistency?to=2": (400, "Field from must be a whole number."),
}


def test_nonsense_is_refused_in_a_sentence(settings: Settings, database_url: str) -> None:
    committed(database_url, "game", 5)
    with serving(settings, database_url) as visitor:
        for path, (status, sentence) in NONSENSE.items():
            answer = visitor.get(f"/dice/log/{path}")
            assert answer.status_code == status, path
            assert sentence in answer.text, path


def test_a_log_without_games_holds_the_days_that_are_promised(settings: Settings, tmp_path: Path) -> None:
    with serving(settings, f"sqlite+aiosqlite:///{tmp_path}/games.db") as visitor:
        watcher = ThirdParty(visitor.http)
        assert len(watcher.leaves(1)) == DAYS
        assert watcher.goes_on((0, root_of([])), (0, root_of([])))
        assert "Public log" in visitor.get("/dice/log").text


def test_after_a_restore_the_page_names_both_keys_and_the_earlier_log_can_be_checked(
    settings: Settings, database_url: str
) -> None:
    receipt = committed(database_url, "game", 5)[-1].split()

    async def restore() -> None:
        async with opened_database(database_url) as database:
            await start_afresh(database)

    asyncio.run(restore())
    committed(database_url, "later", 2, YESTERDAY + DAY_SECONDS)
    with serving(settings, database_url) as visitor:
        watcher = ThirdParty(visitor.http)
        keys, page = watcher.keys(), visitor.get("/dice/log").text
        assert len(set(keys)) == 2
        assert all(key in page for key in keys)
        assert "a new log began, with a new key" in page
        check_signature(keys[0], receipt[-1], "receipt", *receipt[:-1])
        assert root_of(watcher.leaves(1)) == receipt[4]
        assert len(watcher.leaves(2)) == 2 + DAYS
