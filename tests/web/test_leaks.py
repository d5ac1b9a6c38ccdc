"""Nothing that could tell the future, or play for somebody else, ever leaves the server."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shanghaien.rules import Options
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.tables import loading
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.setup import Setup
from tests.web.browser_like import Visitor
from tests.web.censor import Censor
from tests.web.persons import ADA
from tests.web.server import Server, running
from tests.web.tables.tavern import Tavern, in_tavern

OF_THE_SITE = ("/", "/dice/log", "/dice/log/key", "/dice/log/head", "/dice/log/entries", "/dice/log/heads.atom")


def pages_of_a_game(data: Path) -> list[str]:
    """Every address of the server that is about a game, whoever added it."""
    routes = create_app(load({"data": data}, {})).litestar.routes
    paths = [route.path for route in routes if "GET" in getattr(route, "methods", ())]
    about = [path for path in paths if "{game:str}" in path and not path.endswith("/events")]
    assert len(about) >= 5
    return [path.replace("{game:str}", "{}").replace("{step:int}", "1") for path in about]


@contextmanager
def visitors(server: Server) -> Iterator[list[Visitor]]:
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


def reserved(visitor: Visitor) -> str:
    """The token of a reservation, as programs ask for one."""
    token: str = visitor.api("POST", "/reservation").json()["token"]
    return token


@contextmanager
def followed(server: Server, looker: Visitor, game: str, censor: Censor) -> Iterator[None]:
    """Both streams of a game are read meanwhile, until the server has stopped; nothing in them is a secret."""
    failures = list[BaseException]()
    shown = {"authorization": f"Bearer {looker.token}"}
    paths = (f"/t/{game}/events", f"/api/v1/games/{game}/events")
    streams = [threading.Thread(target=follow, args=(server, path, shown, censor, failures)) for path in paths]
    for stream in streams:
        stream.start()
    try:
        yield
    finally:
        server.stop()
        for stream in streams:
            stream.join()
    assert failures == []


def begun(ada: Visitor, bob: Visitor) -> dict[str, Any]:
    """A game by invitation in which the server holds both chains."""
    word = {"reservation": reserved(ada), "contribution": "from Ada"}
    waiting = ada.create(mode="invite", seat="random", name="Ada", preset="everything", **word)
    return bob.join(waiting["invitation"], name="Bob")


def play(ada: Visitor, bob: Visitor, table: dict[str, Any], look_around: Callable[[], object]) -> None:
    """A whole game at random; after every choice somebody looks around."""
    chance = random.Random(1)
    seats = {player.look(table["id"])["yours"][0]: player for player in (ada, bob)}
    while table["result"] is None:
        player = seats[table["waits_for"]]
        table = player.act(table, chance.choice(player.look(table["id"])["legal"]))
        look_around()


def test_no_answer_event_or_log_line_of_a_whole_game_tells_a_secret(tmp_path: Path) -> None:
    censor, chance = Censor(tmp_path), random.Random(1)
    with running(tmp_path) as server, visitors(server) as (ada, bob, eve):
        table = begun(ada, bob)
        game = table["id"]
        reserved(eve)
        censor.watch_game(game)
        censor.watch_house()
        paths = [path.format(game) for path in (*OF_THE_SITE, *pages_of_a_game(tmp_path))]
        for visitor in (ada, bob, eve):
            visitor.http.headers["authorization"] = f"Bearer {visitor.token}"
            visitor.http.event_hooks = {"response": [censor.hook]}
        with followed(server, eve, game, censor):
            play(ada, bob, table, lambda: chance.choice((ada, bob, eve)).get(chance.choice(paths)))
            answers = [visitor.get(path) for path in paths for visitor in (ada, bob, eve)]
        for line in server.lines:
            censor.check(line.encode(), "the log")
    nothing_there = {404, 409}  # the game is nobody's mistake to repeat, and is not offered any more
    assert {answer.status_code for answer in answers} <= {200, 202, 303, 422} | nothing_there
    assert censor.read > 300
    assert len(censor.seen) > 100
    assert any(path.startswith("/api/") for path in paths)


def test_the_censor_finds_what_is_told_too_early(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as http:
        ada, censor = Visitor(http), Censor(tmp_path)
        table = ada.create()
        censor.watch_game(table["id"])
        page = ada.get(f"/t/{table['id']}/groups")
        censor.hook(page)
        assert len(censor.seen) == 2
        early = next(link for link in censor.links if link not in censor.seen)
        with pytest.raises(AssertionError, match="before it is opened"):
            censor.check(page.read() + early.upper().encode(), "a page")
        with pytest.raises(AssertionError, match="tells a secret"):
            censor.check(next(iter(censor.secrets)), "a page")


def test_games_that_differ_only_in_what_is_hidden_look_the_same(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        table = await tavern.play_out(table, ADA, until=30)
        stored = await tavern.games.store.load(table.id)
        assert stored is not None
        hidden = replace(stored.row, seed=bytes(len(stored.row.seed)))
        other = loading.load(replace(stored, row=hidden))
        assert other.table() == table

    in_tavern(tmp_path, visit)


def test_what_holds_secrets_does_not_tell_them_when_it_is_logged(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        promise = await tavern.tables.reserve()
        found = await tavern.tables.reservations.find(promise.id)
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        stored = await tavern.games.store.load(table.id)
        game, _ = await tavern.games.open(table.id)
        assert stored is not None
        assert found is not None
        for secrets, holder in ((stored.row.seed, (stored, game, game.dice)), (found.secrets, (found, promise))):
            for at in (0, 32, 64):
                assert repr(secrets[at : at + 32])[2:12] not in repr(holder)
                assert secrets[at : at + 32].hex() not in repr(holder)

    in_tavern(tmp_path, visit)
