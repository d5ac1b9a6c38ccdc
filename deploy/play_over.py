"""Plays a game against a bot over several servers of one site: every move goes to the next one, all are listened to.

    python deploy/play_over.py http://10.0.0.1:8000 http://10.0.0.2:8000

Needs nothing but Python. Ends with exit code 1 if a server does not tell what was stored by another.
"""
# ruff: noqa: INP001, T201 - a script that tells what it did

import http.cookiejar
import itertools
import json
import random
import re
import sys
import threading
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

Game = dict[str, Any]
PATIENCE = 120.0
PAUSE = 0.5
STALE, FAULTS = 409, 500
TOKEN = re.compile(r"data-token>\s*(shg_[\w-]+)")
LEVEL = "cabin-boy"


class Server:
    """One server of the site, and everything that its stream told of the game."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.moves = 0
        self.heard: list[int] = []
        self.over = False
        self._news = threading.Condition()

    def ask(self, path: str, token: str, content: Game | None = None) -> Game:
        """Ask the interface for programs until it answers; a refusal is raised."""
        body = None if content is None else json.dumps(content).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        request, until = Request(f"{self.address}/api/v1{path}", body, headers), time.monotonic() + PATIENCE  # noqa: S310
        while True:
            try:
                with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                    return dict(json.load(answer))
            except OSError as fault:  # a move may be repeated, since it carries an id
                if (isinstance(fault, HTTPError) and fault.code < FAULTS) or time.monotonic() > until:
                    raise
                print(f"{self.address} is asked again: {fault}")
                time.sleep(PAUSE)

    def new_token(self) -> str:
        """A token for programs, made as a person makes it in the browser."""
        cookies = http.cookiejar.CookieJar()
        browser = build_opener(HTTPCookieProcessor(cookies))
        browser.open(f"{self.address}/tokens", timeout=PATIENCE).close()
        guard = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
        form = Request(f"{self.address}/tokens", urlencode({"name": "play_over"}).encode())  # noqa: S310
        form.add_header("x-csrftoken", guard or "")
        with browser.open(form, timeout=PATIENCE) as page:
            found = TOKEN.search(page.read().decode())
        if found is None:
            sys.exit(f"{self.address} gave no token.")
        return found[1]

    def listen(self, game: str, token: str) -> None:
        """Follow the game until it is over; a stream that breaks off is taken up again where it was."""
        while not self.over:
            since = self.heard[-1] if self.heard else 0
            address = f"{self.address}/api/v1/games/{game}/events?since={since}"
            request = Request(address, headers={"Authorization": f"Bearer {token}"})  # noqa: S310
            try:
                with urlopen(request, timeout=PATIENCE) as stream:  # noqa: S310
                    self._follow(line.decode().strip() for line in stream)
            except OSError as fault:
                print(f"{self.address} broke off: {fault}")
                time.sleep(PAUSE)

    def _follow(self, lines: Any) -> None:
        number = 0
        for line in lines:
            if line.startswith("id: "):
                number = int(line.removeprefix("id: "))
            elif line in {"event: entry", "event: over"}:
                with self._news:
                    self.over = line == "event: over"
                    self.heard += [] if self.over else [number]
                    self._news.notify_all()

    def wait_for(self, version: int) -> bool:
        """Whether the stream tells of this version, sooner or later."""
        with self._news:
            return self._news.wait_for(lambda: self.over or bool(self.heard and self.heard[-1] >= version), PATIENCE)


def play(servers: list[Server]) -> Game:
    """A game from the first card to the last, each move at another server than the one before."""
    token = servers[0].new_token()
    game = servers[0].ask("/games", token, {"mode": "bot", "level": LEVEL, "name": "Visitor"})
    for server in servers:
        threading.Thread(target=server.listen, args=(game["id"], token), daemon=True).start()
    chance = random.Random(1)  # noqa: S311 - no secret
    for server in itertools.cycle(servers):
        if not server.wait_for(game["version"] if game["legal"] or game["result"] else game["version"] + 1):
            sys.exit(f"{server.address} does not tell what happened after version {game['version']}.")
        game = server.ask(f"/games/{game['id']}", token)
        if game["result"] is not None:
            return game
        if game["legal"]:
            game = moved(server, game, token, chance)
    raise AssertionError


def moved(server: Server, game: Game, token: str, chance: random.Random) -> Game:
    """The game after one choice."""
    action = "shanghai" if "shanghai" in game["legal"] else chance.choice(game["legal"])
    choice = {"version": game["version"], "id": f"move-{game['version']}", "action": action}
    try:
        game = server.ask(f"/games/{game['id']}/actions", token, choice)
        server.moves += 1
    except HTTPError as refusal:
        if refusal.code != STALE:  # else somebody was faster, and the game is looked at again
            raise
    return game


def main() -> None:
    """Play, then see whether every server told everything."""
    servers = [Server(address) for address in sys.argv[1:]]
    if not servers:
        sys.exit(__doc__)
    game = play(servers)
    for server in servers:
        server.wait_for(game["version"])
        missed = sorted(set(range(1, game["version"] + 1)) - set(server.heard))
        print(f"{server.address}: {server.moves} moves sent, {len(server.heard)} of {game['version']} entries heard")
        if missed:
            sys.exit(f"{server.address} did not tell {missed}.")
    print(f"Game {game['id']} ended {'-'.join(map(str, game['result']['points']))}.")


if __name__ == "__main__":
    main()
