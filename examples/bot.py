"""A bot that plays a whole game over HTTP. Make a token at /tokens first, then run this.

python examples/bot.py http://127.0.0.1:8000 TOKEN [LEVEL OF THE OPPONENT]
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

Game = dict[str, Any]


class Server:
    """The interface of docs/api.md, as far as a bot needs it."""

    def __init__(self, address: str, token: str) -> None:
        self.base, self.headers = f"{address}/api/v1", {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, content: Game | None = None) -> Game:
        body = None if content is None else json.dumps(content).encode()
        request = Request(self.base + path, body, self.headers | {"Content-Type": "application/json"})
        with urlopen(request, timeout=60) as answer:
            return dict(json.load(answer))

    def wait(self, game: Game) -> Game:
        """The game after something new has happened to it."""
        path = f"/games/{game['id']}/events?since={game['version']}"
        with urlopen(Request(self.base + path, headers=self.headers), timeout=60) as stream:
            next(line for line in stream if line.startswith(b"event:"))
        return self.ask(f"/games/{game['id']}")


def choose(game: Game) -> str:
    """Call Shanghai with four dice out, else do anything; here your own ideas begin."""
    own = game["state"]["players"]["AB".index(game["waits_for"])]
    if "shanghai" in game["legal"] and sum(own["dice"]) >= 4:
        return "shanghai"
    others: list[str] = [action for action in game["legal"] if action != "shanghai"]
    return random.choice(others or ["shanghai"])


def play(server: Server, level: str) -> Game:
    """A game against a bot of the server, from the first card to the last."""
    game = server.ask("/games", {"mode": "bot", "level": level, "name": "Sample bot"})
    while game["result"] is None:
        if game["legal"]:
            choice = {"version": game["version"], "id": f"move-{game['version']}", "action": choose(game)}
            game = server.ask(f"/games/{game['id']}/actions", choice)
        else:
            game = server.wait(game)
    return game


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    over = play(Server(sys.argv[1].rstrip("/"), sys.argv[2]), (sys.argv[3:] or ["deckhand"])[0])
    print(f"Game {over['id']}: {'-'.join(map(str, over['result']['points']))}, I was {over['yours'][0]}.")
