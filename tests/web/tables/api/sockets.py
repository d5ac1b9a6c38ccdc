"""A program at the socket of a game."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.patience import PATIENCE

Values = dict[str, Any]
NUMBERS = count()
"""For ids that nobody else at the game has used."""


class Socket:
    """One end of a line; what is sent and received are values."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def hear(self, *kinds: str) -> Values:
        """The next message, or the next of these kinds."""
        while True:
            message: Values = json.loads(self.connection.recv(PATIENCE))
            if not kinds or message["type"] in kinds:
                return message
            assert message["type"] != "refused", message

    def ask(self, kind: str, version: int, **values: Any) -> str:
        """Ask for a change, and return the id of the message."""
        own_id: str = values.setdefault("id", f"message-{next(NUMBERS)}")
        self.connection.send(json.dumps({"type": kind, "version": version, **values}))
        return own_id

    def end(self) -> int:
        """The code with which the server closed the line; whatever it said before is passed over."""
        with suppress(ConnectionClosed):
            while True:
                self.connection.recv(PATIENCE)
        code = self.connection.close_code
        assert code is not None
        return code


@contextmanager
def at_socket(server: str, game: str, token: str | None) -> Iterator[Socket]:
    """A program that has called the socket of a game, with its token in the header if it has one."""
    address = f"{server.replace('http', 'ws')}/api/v1/games/{game}/socket"
    headers = None if token is None else {"Authorization": f"Bearer {token}"}
    with connect(address, additional_headers=headers, open_timeout=PATIENCE, close_timeout=PATIENCE) as connection:
        yield Socket(connection)
