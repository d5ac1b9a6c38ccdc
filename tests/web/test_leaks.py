"""Nothing that could tell the future, or play for somebody else, leaves the server before the game is over."""

import base64
import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from shanghaien.fairness import Draws
from shanghaien.fairness.protocol import game_key
from shanghaien.rules import Options
from shanghaien.web.app import create_app
from shanghaien.web.play.loaded_game import LoadedGame
from shanghaien.web.play.setup import Setup
from shanghaien.web.play.table import Mode
from shanghaien.web.settings import load
from tests.web.browser_like import Visitor
from tests.web.persons import ADA
from tests.web.play.tavern import Tavern, in_tavern
from tests.web.server import Server, running

MOST_DRAWS = 250
"""More than any game has."""


class Censor:
    """Reads everything that a client gets, and knows what must not be in it."""

    def __init__(self) -> None:
        self.secrets: set[bytes] = set()
        self.read = 0

    def watch_out_for(self, secret: bytes) -> None:
        """Any usual way to write the secret down."""
        self.secrets |= {secret, secret.hex().encode(), secret.hex().upper().encode(), str(list(secret)).encode()}
        self.secrets |= {base64.b64encode(secret)[:40], base64.urlsafe_b64encode(secret)[:40], base64.b32encode(secret)}
        self.secrets |= {str(int.from_bytes(secret, "big")).encode(), str(int.from_bytes(secret, "little")).encode()}

    def check(self, told: bytes, where: str) -> None:
        """Nothing in it is a secret."""
        self.read += 1
        assert not any(secret in told for secret in self.secrets), f"{where} tells a secret"

    def hook(self, response: httpx.Response) -> None:
        """To be told of every answer."""
        headers = [(name, value) for name, value in response.headers.multi_items() if name != "set-cookie"]
        self.check(response.read() + str(headers).encode(), str(response.url))


def secrets_of(data: Path, game: str) -> Iterator[bytes]:
    """The seed, the key of all draws, every draw's digest, and the ids by which people are known."""
    with closing(sqlite3.connect(data / "shanghaien.db")) as database:
        (seed,) = database.execute("SELECT seed FROM games WHERE id = ?", (game,)).fetchone()
        given = database.execute("SELECT contribution FROM seats WHERE game = ? ORDER BY seat", (game,)).fetchall()
        guests = database.execute("SELECT guest FROM holders WHERE game = ?", (game,)).fetchall()
    contributions = (given[0][0], given[1][0])
    yield seed
    yield game_key(seed, game, contributions)
    draws = Draws(seed, game, contributions)
    yield from (bytes.fromhex(draws.draw(index, 36).digest) for index in range(MOST_DRAWS))
    yield from (guest.encode() for (guest,) in guests)
    yield (data / "secret").read_bytes()


def pages_of_a_game(data: Path) -> list[str]:
    """Every address of the server that is about a game, whoever added it."""
    routes = create_app(load({"data": data}, {})).routes
    paths = [route.path for route in routes if "GET" in getattr(route, "methods", ())]
    about = [path for path in paths if "{game:str}" in path and not path.endswith("/events")]
    assert len(about) >= 5
    return [path.replace("{game:str}", "{}") for path in about]


@contextmanager
def visitors(server: Server, censor: Censor) -> Iterator[list[Visitor]]:
    clients = [server.client() for _ in range(3)]
    try:
        yield [Visitor(client) for client in clients]
    finally:
        for client in clients:
            client.close()


def follow(server: Server, path: str, headers: dict[str, str], censor: Censor, failures: list[BaseException]) -> None:
    with server.client() as http, http.stream("GET", path, headers=headers) as stream:
        assert stream.status_code == 200
        try:
            for line in stream.iter_lines():
                censor.check(line.encode(), "the stream")
        except BaseException as failure:  # noqa: BLE001 - told by the test itself
            failures.append(failure)


def next_choice(
    ada: Visitor, bob: Visitor, table: dict[str, Any], chance: random.Random
) -> tuple[Visitor, dict[str, Any], str] | None:
    """Who chooses what next; None before the very last choice, after which the seed is open."""
    player = ada if table["waits_for"] == "A" else bob
    seen = player.look(table["id"])
    text = chance.choice(seen["legal"])
    last = text == "shanghai" and seen["state"]["round"] == 8
    return None if last else (player, seen, text)


def test_no_answer_and_no_event_of_a_whole_game_tells_a_secret(tmp_path: Path) -> None:
    censor, chance, failures = Censor(), random.Random(1), list[BaseException]()
    with running(tmp_path) as server, visitors(server, censor) as (ada, bob, eve):
        waiting = ada.create(mode="invite", seat="a", name="Ada", preset="everything", contribution="from Ada")
        table = bob.join(waiting["invitation"], name="Bob")
        for secret in secrets_of(tmp_path, table["id"]):
            censor.watch_out_for(secret)
        for visitor in (ada, bob, eve):
            visitor.http.headers["authorization"] = f"Bearer {visitor.token}"
            visitor.http.event_hooks = {"response": [censor.hook]}
        shown = {"authorization": eve.http.headers["authorization"]}
        paths = pages_of_a_game(tmp_path)
        told = (f"/t/{table['id']}/events", f"/api/v1/games/{table['id']}/events")
        streams = [threading.Thread(target=follow, args=(server, path, shown, censor, failures)) for path in told]
        for stream in streams:
            stream.start()
        while (choice := next_choice(ada, bob, table, chance)) is not None:
            player, table, text = choice
            table = player.act(table, text)
            for visitor in (ada, bob, eve):
                path = chance.choice(["/", *paths]).format(table["id"])
                visitor.get(path)
        for path in ("/", *paths):
            for visitor in (ada, bob, eve):
                assert visitor.get(path.format(table["id"])).status_code in {200, 303, 422}, path
        server.stop()
        for stream in streams:
            stream.join()
    assert failures == []
    assert censor.read > 300
    assert any(path.startswith("/api/") for path in paths)


def test_the_seed_is_told_once_the_game_is_over(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as http:
        ada = Visitor(http)
        table = ada.create()
        seed = next(iter(secrets_of(tmp_path, table["id"]))).hex()
        over = ada.resign(table)
        assert over["dice"]["Seed"] == seed
        censor = Censor()
        censor.watch_out_for(bytes.fromhex(seed))
        with pytest.raises(AssertionError, match="tells a secret"):
            censor.hook(ada.get(f"/t/{table['id']}/dice"))


def test_games_that_differ_only_in_what_is_hidden_look_the_same(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        table = await tavern.play_out(table, ADA, until=30)
        stored = await tavern.games.games.load(table.id)
        assert stored is not None
        other = LoadedGame(stored.row)
        other.load(replace(stored, row=replace(stored.row, seed=bytes(32))))
        assert other.table() == table

    in_tavern(tmp_path, visit)


def test_a_game_that_is_logged_does_not_tell_its_seed(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        stored = await tavern.games.games.load(table.id)
        assert stored is not None
        assert repr(stored.row.seed)[2:12] not in repr(stored)

    in_tavern(tmp_path, visit)
