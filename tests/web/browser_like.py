"""A client that behaves like a browser: keeps cookies and sends the token of the forms."""

from itertools import count
from typing import Any

import httpx
from litestar.testing import TestClient

_ids = count()


class Visitor:
    """One browser. `http` is a test client or a real connection."""

    def __init__(self, http: httpx.Client | TestClient[Any]) -> None:
        self.http = http
        self.http.get("/healthz")

    def get(self, path: str, *, html: bool = False) -> httpx.Response:
        """Look at an address."""
        accept = "text/html" if html else "application/json"
        return self.http.get(path, headers={"accept": accept}, follow_redirects=False)

    def post(self, path: str, values: dict[str, Any] | None = None, *, html: bool = False) -> httpx.Response:
        """Send a form."""
        headers = {"accept": "text/html" if html else "application/json"}
        data = {"_csrf_token": self.http.cookies.get("csrftoken", ""), **(values or {})}
        return self.http.post(path, data=data, headers=headers, follow_redirects=False)

    def create(self, **values: Any) -> dict[str, Any]:
        """Set up a table and return it."""
        return self._told(self.post("/new", {"mode": "hot-seat", **values}))

    def look(self, game: str) -> dict[str, Any]:
        """The table as it stands."""
        return self._told(self.get(f"/t/{game}"))

    def act(self, table: dict[str, Any], action: str | None = None) -> dict[str, Any]:
        """Choose something, the first legal action if nothing is named, and return the table."""
        return self._told(
            self.post(f"/t/{table['id']}/act", self.request(table) | {"action": action or table["legal"][0]})
        )

    def request(self, table: dict[str, Any]) -> dict[str, Any]:
        """The fields that every change needs."""
        return {"version": table["version"], "id": f"id-{next(_ids)}"}

    def _told(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.is_success, f"{answer.status_code}: {answer.text}"
        values: dict[str, Any] = answer.json()
        return values
