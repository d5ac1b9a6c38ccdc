"""Somebody with a browser and a device that has passkeys."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from litestar.testing import TestClient

from shanghaien.web.app import application
from shanghaien.web.core.jobs import JobRunner
from shanghaien.web.core.parts import open_site
from shanghaien.web.core.settings import Settings, load
from shanghaien.web.people.mail_links import KIND
from shanghaien.web.site.middleware import Application
from tests.web.browser_like import Visitor
from tests.web.core.database.databases import prepare
from tests.web.people.authenticator import Authenticator
from tests.web.randomness import SECRET, ids

HERE = "http://play.localhost"
MAIL: dict[str, Any] = {"smtp": "smtp://127.0.0.1:1", "mail_from": "table@play.example"}


def new_device() -> Authenticator:
    """A device with a passkey of its own."""
    return Authenticator(HERE, credential=secrets.token_bytes(16))


class Sailor(Visitor):
    """A visitor whose page runs its script: it asks the device, and sends the answer."""

    def __init__(self, http: TestClient[Any], device: Authenticator | None = None) -> None:
        super().__init__(http)
        self.device = device or new_device()

    def ask(self, path: str, **values: str) -> httpx.Response:
        """Send a form as the script does."""
        return self.http.post(path, data={"script": "1", **values}, headers=self._token_of_forms())

    def answer(self, path: str, token: str, answer: dict[str, Any]) -> httpx.Response:
        """Send what the device answered."""
        return self.http.post(path, json={"token": token, "answer": answer}, headers=self._token_of_forms())

    def keep(self, name: str) -> httpx.Response:
        """Keep one's games by one press."""
        self.get("/keep")
        begun = self.ask("/keep/passkey", name=name)
        if begun.status_code != 200:
            return begun
        self._token = ""  # the guest's tokens end
        return self.answer("/keep/passkey/answer", begun.json()["token"], self.device.make(begun.json()["options"]))

    def sign_in(self) -> httpx.Response:
        """Sign in by one press."""
        self.get("/sign-in")
        begun = self.ask("/sign-in/passkey").json()
        return self.answer("/sign-in/passkey/answer", begun["token"], self.device.sign(begun["options"]))

    def sees(self, game: str) -> bool:
        """Whether a game is among one's own."""
        return game in self.get("/").text

    @property
    def name(self) -> str:
        """By whose name one is signed in; empty for a guest."""
        page = self.get("/keep/keys")
        return (
            page.text.partition("<h1>Ways to sign in as ")[2].partition("</h1>")[0] if page.status_code == 200 else ""
        )

    def _token_of_forms(self) -> dict[str, str]:
        return {"x-csrftoken": self.http.cookies.get("csrftoken") or ""}


class Harbour:
    """One server, and whoever comes to it."""

    def __init__(self, settings: Settings, new: Callable[[], TestClient[Application]]) -> None:
        self.settings = settings
        self._new = new

    def sailor(self, device: Authenticator | None = None) -> Sailor:
        return Sailor(self._new(), device)


@contextmanager
def harbour(data: Path, address: str = HERE, *, posting: bool = False, **more: Any) -> Iterator[Harbour]:
    """A server at an address; unless it is `posting`, letters wait until a test posts them."""
    settings = load({"data": data, "bot_workers": 0, "rate_limit": 0, "secret": SECRET, **more}, {})
    prepare(data / "shanghaien.db")
    parts = open_site(settings, ids())
    duties = parts[JobRunner]
    duties._handlers = {kind: handler for kind, handler in duties._handlers.items() if posting or kind != KIND}
    app = application(parts)
    with TestClient(app, base_url=address) as first:

        def new() -> TestClient[Application]:
            client: TestClient[Application] = TestClient(app, base_url=address)
            client.blocking_portal = first.blocking_portal
            return client

        yield Harbour(settings, new)
