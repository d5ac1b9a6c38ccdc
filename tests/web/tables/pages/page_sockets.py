"""A page at its socket, as its script plays there."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE

Values = dict[str, Any]
NUMBERS = count(1)


class PageSocket:
    """One end of the line: forms go out, events and answers come in."""

    def __init__(self, connection: ClientConnection, token: str) -> None:
        self.connection, self._token = connection, token
        self._events: list[Values] = []
        self._answers: dict[int, Values] = {}

    def hear(self, *names: str) -> Values:
        """What the next event of one of these names tells."""
        while True:
            while not self._events:
                self._read()
            message = self._events.pop(0)
            if message["event"] in names:
                told: Values = message["data"]
                return told

    def send(self, to: str, **form: Any) -> Values:
        """Send a form, and wait for its answer."""
        number = next(NUMBERS)
        fields = {name: str(value) for name, value in ({"_csrf_token": self._token} | form).items()}
        self.connection.send(json.dumps({"re": number, "to": to, "form": fields}))
        while number not in self._answers:
            self._read()
        return self._answers.pop(number)

    def change(self, to: str, version: int, own_id: str = "", **form: Any) -> Values:
        """Send a change, with an id of its own if none is given."""
        return self.send(to, version=version, id=own_id or f"change-{next(NUMBERS)}", **form)

    def end(self) -> int:
        """The code with which the server closed the line; whatever it said before is passed over."""
        with suppress(ConnectionClosed):
            while True:
                self.connection.recv(PATIENCE)
        code = self.connection.close_code
        assert code is not None
        return code

    def _read(self) -> None:
        for message in json.loads(self.connection.recv(PATIENCE)):
            if message["event"] == "answer":
                self._answers[message["re"]] = message
            else:
                self._events.append(message)


@contextmanager
def at_page_socket(
    server: str, visitor: Visitor, game: str, version: int = 0, at: str = "t", **headers: str
) -> Iterator[PageSocket]:
    """The page of a visitor who has loaded it at this version."""
    address = f"{server.replace('http', 'ws')}/{at}/{game}/socket?version={version}"
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    sent = {"Origin": server, "Cookie": cookies} | headers
    with connect(
        address, additional_headers=sent, open_timeout=PATIENCE, close_timeout=PATIENCE, max_size=None
    ) as connection:
        yield PageSocket(connection, visitor.http.cookies.get("csrftoken") or "")
