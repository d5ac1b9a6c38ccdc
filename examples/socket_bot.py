"""A bot that plays a whole game over a socket. Make a token at /tokens first, then run this; it needs `websockets`.

python examples/socket_bot.py http://127.0.0.1:8000 TOKEN [LEVEL OF THE OPPONENT]
"""

import json
import random
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

Told = dict[str, Any]


def set_up(address: str, token: str, level: str) -> Told:
    """A game against a bot of the server; this is asked for over HTTP."""
    body = json.dumps({"mode": "bot", "level": level, "name": "Socket bot"}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request(f"{address}/api/v1/games", body, headers), timeout=60) as answer:
        return dict(json.load(answer))


def choose(told: Told) -> str:
    """Call Shanghai only if nothing else is left; here your own ideas begin, `told["state"]` is the position."""
    others: list[str] = [action for action in told["legal"] if action != "shanghai"]
    return random.choice(others or ["shanghai"])


def play(address: str, token: str, level: str) -> Told:
    """A game from the first card to the last; if the server is started anew, the game goes on."""
    game = set_up(address, token, level)
    path = f"{address.replace('http', 'ws', 1)}/api/v1/games/{game['id']}/socket"
    while game["result"] is None:
        with connect(path, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
            for text in socket:
                told = json.loads(text)
                if told["type"] == "again":
                    time.sleep(1)
                    break
                if told["type"] == "refused":
                    sys.exit(told["problem"]["detail"])
                if told["type"] in {"game", "entries"}:
                    game |= told
                    if told["legal"]:
                        act = {"type": "act", "id": f"move-{told['version']}", "version": told["version"]}
                        socket.send(json.dumps(act | {"action": choose(told)}))
    return game


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    over = play(sys.argv[1].rstrip("/"), sys.argv[2], (sys.argv[3:] or ["deckhand"])[0])
    print(f"Game {over['id']}: {'-'.join(map(str, over['result']['points']))}, I was {over['yours'][0]}.")
