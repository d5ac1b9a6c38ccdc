"""Pulling the plug in the middle of play, over and over: no move that was answered is ever lost, and no die changes."""

import random
import threading
from pathlib import Path
from typing import Any

import httpx

from bench.load.processes import runs
from shanghaien.fairness import Chain, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import load
from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE, wait_until
from tests.web.server import Server

ROUNDS = {False: 2, True: 8}
"""How often, and with --long."""
PLAYERS = 3


class Player:
    """Plays one hot-seat game with a chain of its own as fast as it can, and remembers every answer."""

    def __init__(self, number: int) -> None:
        self.dice = random.Random(number)
        self.cookies = httpx.Cookies()
        self.token = ""
        self.acknowledged: dict[str, Any] = {}
        self.log: dict[int, Any] = {}
        """Every entry of the log that the server has ever told, by its number."""
        self.pending: dict[str, Any] | None = None
        """A move that was sent and not answered: it may have landed or not."""

    def play(self, server: Server, heard: threading.Semaphore) -> None:
        """Until the server is gone."""
        with server.client() as http:
            http.cookies = self.cookies
            try:
                visitor = self._visitor(http)
                if not self.acknowledged or self.acknowledged["result"] is not None:
                    self._learn(visitor, self._begun(visitor))
                while self.acknowledged["result"] is None:
                    self._move(visitor)
                    heard.release()
            except httpx.TransportError:
                pass
            self.cookies = http.cookies

    def _visitor(self, http: httpx.Client) -> Visitor:
        visitor = Visitor(http, self.token)
        self.token = visitor.token
        return visitor

    def _begun(self, visitor: Visitor) -> dict[str, Any]:
        reserved = visitor.api("POST", "/reservation").json()
        self.chain = Chain(self.dice.randbytes(32), reserved["id"], "creator-1")
        own = {"end": self.chain.end, "link": self.chain.link(1)}
        return visitor.create(preset="everything", reservation=reserved["token"], **own)

    def _move(self, visitor: Visitor) -> None:
        table = self.acknowledged
        self.pending = visitor.request(table) | self._next(table)
        answer = self._send(visitor, table["id"])
        assert answer.status_code == 200, answer.text
        self.pending = None
        self._learn(visitor, answer.json())

    def _next(self, table: dict[str, Any]) -> dict[str, str]:
        """The link that the dice wait for, or a choice, with a link if chance follows at once."""
        link = {"link": self.chain.link(table["chain"]["number"])}
        if table["opens"]:
            return link
        choice = self.dice.choice(table["legal"])
        return {"action": choice} | (link if choice in table["chain"]["chances"] else {})

    def _send(self, visitor: Visitor, game: str) -> httpx.Response:
        what = "actions" if self.pending and "action" in self.pending else "links"
        return visitor.api("POST", f"/games/{game}/{what}", json=self.pending)

    def _learn(self, visitor: Visitor, table: dict[str, Any]) -> None:
        if table["id"] != self.acknowledged.get("id"):
            self.log = {}
        self.acknowledged = table

    def check(self, server: Server) -> None:
        """After the restart: all that was answered is there, and an unanswered move landed whole or not at all."""
        with server.client() as http:
            http.cookies = self.cookies
            visitor = self._visitor(http)
            table = self.acknowledged
            told = visitor.look(table["id"])
            for number, entry in self.log.items():
                assert told["log"][number - 1] == entry
            self.log = {entry["number"]: entry for entry in told["log"]}
            assert list(self.log) == list(range(1, told["version"] + 1))
            if self.pending is None:
                assert told["version"] == table["version"]
            self._repeat(visitor, told)
            record = visitor.get(f"/t/{table['id']}/record.txt").text
            assert verify(read_evidence(record), load(record)).ok

    def _repeat(self, visitor: Visitor, told: dict[str, Any]) -> None:
        """Send an unanswered move again, as a browser does: it counts once, whether it had landed or not."""
        self.acknowledged = visitor.look(told["id"])
        if self.pending is not None:
            landed = told["version"] > self.pending["version"]
            answer = self._send(visitor, told["id"]).json()
            assert (answer["version"] == told["version"]) == landed
            self.acknowledged, self.pending = answer, None


def test_no_answered_move_is_lost_when_the_server_is_killed(tmp_path: Path, *, long: bool) -> None:
    players = [Player(number) for number in range(PLAYERS)]
    chance = random.Random(4)
    for _ in range(ROUNDS[long]):
        server = Server(tmp_path)
        for player in players:
            if player.acknowledged:
                player.check(server)
        heard = threading.Semaphore(0)
        threads = [threading.Thread(target=player.play, args=(server, heard)) for player in players]
        for thread in threads:
            thread.start()
        for _ in range(chance.randint(5, 40)):
            assert heard.acquire(timeout=PATIENCE)
        server.kill()
        for thread in threads:
            thread.join()
    server = Server(tmp_path)
    for player in players:
        assert player.acknowledged["version"] > 9
        player.check(server)
    assert server.stop() == 0


def test_the_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client() as http:
        Visitor(http).create(mode="bots", level="cabin-boy")
    while not (thinking := server.children()):
        assert server.process.poll() is None
    server.kill()
    wait_until(lambda: not any(runs(child) for child in thinking))
