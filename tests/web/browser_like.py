"""A person with a browser: keeps cookies, acts by the forms that the pages offer, and reads games as programs do."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
from litestar.testing import TestClient

from shanghaien.web.site.middleware import Application
from tests.web.forms import form_on

_ids = count()
API = "/api/v1"
TOKEN = re.compile(r"data-token>\s*(shg_[\w-]+)")
PAGE = {"accept": "text/html"}


class Visitor:
    """One browser; `http` is a test client or a real connection. A token of its own lets it read games as JSON."""

    def __init__(self, http: httpx.Client | TestClient[Any], token: str = "") -> None:
        self.http = http
        self._token = token
        self.http.get("/offline")

    def get(self, path: str) -> httpx.Response:
        """Look at a page."""
        return self.http.get(path, headers=PAGE, follow_redirects=False)

    def post(self, path: str, values: dict[str, Any] | None = None) -> httpx.Response:
        """Send a form whatever the pages offer, with the token that every form has."""
        data = {"_csrf_token": self.http.cookies.get("csrftoken", ""), **(values or {})}
        return self.http.post(path, data=data, headers=PAGE, follow_redirects=False)

    def submit(self, page: str, action: str, /, **values: Any) -> httpx.Response:
        """Fill in the form for `action` that stands on a page, and send it."""
        form = form_on(self.get(page).text, page, action)
        return self.http.post(form.action, data=form.fields | values, headers=PAGE, follow_redirects=False)

    def create(self, **values: Any) -> dict[str, Any]:
        """Set up a table by the form, and look at it."""
        return self.led_to(self.submit("/new", "/new", **{"mode": "hot-seat", **values}))

    def join(self, invitation: str, **values: Any) -> dict[str, Any]:
        """Sit down with the token of an invitation, and look at the table."""
        return self.led_to(self.submit(f"/join/{invitation}", f"/join/{invitation}", **values))

    def act(self, table: dict[str, Any], action: str | None = None) -> dict[str, Any]:
        """Choose something, the first legal action if nothing is named, and look at the table."""
        page = f"/t/{table['id']}"
        return self.led_to(self.submit(page, f"{page}/act", action=action or table["legal"][0]))

    def resign(self, table: dict[str, Any]) -> dict[str, Any]:
        """Give the game up, as the page asks for it, and look at the table."""
        page = f"/t/{table['id']}"
        return self.led_to(self.submit(f"{page}?ask=resign", f"{page}/resign"))

    def request(self, table: dict[str, Any]) -> dict[str, Any]:
        """The fields that every change needs, for the table as it was seen."""
        return {"version": table["version"], "id": f"id-{next(_ids)}"}

    def private_link(self, game: str) -> str:
        """A new link that carries one's seat to another device, made on the page to which the table's page leads."""
        page = f"/seat/of/{game}"
        found = (
            re.search(r'/seat/[^"/]{30,}', self.submit(page, page).text)
            if page in self.get(f"/t/{game}").text
            else None
        )
        return found[0] if found else ""

    def led_to(self, answer: httpx.Response) -> dict[str, Any]:
        """The table to which an answer leads."""
        assert answer.status_code == 303, f"{answer.status_code}: {answer.text}"
        return self.look(answer.headers["location"].removeprefix("/t/"))

    def look(self, game: str) -> dict[str, Any]:
        """The table as it stands, in plain values."""
        answer = self.api("GET", f"/games/{game}")
        assert answer.is_success, f"{answer.status_code}: {answer.text}"
        values: dict[str, Any] = answer.json()
        return values

    def api(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask the interface for programs, with a token made for this browser's own cookie."""
        return self.http.request(method, API + path, headers={"authorization": f"Bearer {self.token}"}, **more)

    @property
    def token(self) -> str:
        """A token for programs, made on the page as a person makes it, when it is first needed."""
        if not self._token:
            found = TOKEN.search(self.submit("/tokens", "/tokens", name="a program").text)
            assert found, "no token was made"
            self._token = found[1]
        return self._token


@contextmanager
def clients_of(app: Application) -> Iterator[Callable[[], TestClient[Application]]]:
    """Makes clients of one server on one event loop, each with cookies of its own."""
    with TestClient(app) as first:

        def new() -> TestClient[Application]:
            client = TestClient(app)
            client.blocking_portal = first.blocking_portal
            return client

        yield new
