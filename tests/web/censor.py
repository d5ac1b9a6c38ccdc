"""Somebody who reads everything that a server tells, and knows what must not be in it at that moment."""

import base64
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from shanghaien.fairness import Chain
from shanghaien.web.tables.dice.protocol import FIRST, LENGTH, SECRET_BYTES

HASH = re.compile(rb"[0-9a-fA-F]{64}")
OPENED = "SELECT text FROM entries WHERE game = ? AND kind = 'open'"


class Censor:
    """Watches out for secrets in any usual way to write them, and for links of chains before they are opened."""

    def __init__(self, data: Path) -> None:
        self.file = data / "shanghaien.db"
        self.secrets: set[bytes] = set()
        self.links: dict[str, str] = {}
        """Every link of the server's chains of a game, and of which game it is."""
        self.read = 0
        self.seen: set[str] = set()
        """The links that were rightly told."""

    def watch_out_for(self, secret: bytes) -> None:
        """Any usual way to write the secret down."""
        self.secrets |= {secret, secret.hex().encode(), secret.hex().upper().encode(), str(list(secret)).encode()}
        self.secrets |= {base64.b64encode(secret)[:40], base64.urlsafe_b64encode(secret)[:40], base64.b32encode(secret)}
        self.secrets |= {str(int.from_bytes(secret, "big")).encode(), str(int.from_bytes(secret, "little")).encode()}

    def watch_game(self, game: str) -> None:
        """The secrets of a game's chains, and every link that follows from them."""
        ((secrets,),) = self._ask("SELECT seed FROM games WHERE id = ?", game)
        assert len(secrets) == len(FIRST) * SECRET_BYTES
        for name, place in FIRST.items():
            secret = secrets[place * SECRET_BYTES : (place + 1) * SECRET_BYTES]
            self.watch_out_for(secret)
            chain = Chain(secret, game, name, LENGTH)
            self.links |= {chain.link(number): game for number in range(1, LENGTH + 1)}

    def watch_house(self) -> None:
        """What nobody may ever see: reserved secrets, keys, the site's own secret, and how people are known."""
        for (secrets,) in self._ask("SELECT secrets FROM reservations"):
            for place in range(0, len(secrets), SECRET_BYTES):
                self.watch_out_for(secrets[place : place + SECRET_BYTES])
        for (key,) in self._ask("SELECT value FROM facts WHERE name LIKE 'receipt-key:%'"):
            self.watch_out_for(bytes.fromhex(key))
        self.secrets |= {person.encode() for (person,) in self._ask("SELECT DISTINCT person FROM seated")}
        self.watch_out_for((self.file.parent / "secret").read_bytes())

    def check(self, told: bytes, where: str) -> None:
        """Nothing in it is a secret now."""
        self.read += 1
        assert not any(secret in told for secret in self.secrets), f"{where} tells a secret"
        links = {found.decode().lower() for found in HASH.findall(told)} & self.links.keys()
        unopened = links - self.seen - set(self._opened({self.links[link] for link in links - self.seen}))
        assert not unopened, f"{where} tells a link before it is opened"
        self.seen |= links

    def hook(self, response: httpx.Response) -> None:
        """To be told of every answer."""
        headers = [(name, value) for name, value in response.headers.multi_items() if name != "set-cookie"]
        self.check(response.read() + str(headers).encode(), str(response.url))

    def _opened(self, games: Iterable[str]) -> Iterator[str]:
        for game in games:
            for (text,) in self._ask(OPENED, game):
                yield from text.split(" ")

    def _ask(self, query: str, *values: str) -> list[Any]:
        with closing(sqlite3.connect(self.file)) as database:
            return database.execute(query, values).fetchall()
