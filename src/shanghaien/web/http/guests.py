"""Guests: nobody signs in, a signed cookie remembers who holds which seats."""

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie

from .signing import Signer, new_id

COOKIE = "shanghaien_guest"
TWO_YEARS = 2 * 365 * 24 * 3600

AnyRequest = Request[Any, Any, Any]


class Guests:
    """Reads and writes the guest's cookie."""

    def __init__(self, links: Signer, *, secure: bool) -> None:
        self._links = links
        self._secure = secure

    def known(self, request: AnyRequest) -> str | None:
        """The guest's id; None for a first visit or a cookie that was not made here."""
        values = self._links.read("guest", request.cookies.get(COOKIE, ""))
        return str(values[0]) if values else None

    def welcome(self, request: AnyRequest) -> tuple[str, Cookie]:
        """The guest's id, a new one if need be, and the cookie that remembers it."""
        guest = self.known(request) or new_id()
        return guest, self._cookie(guest)

    def _cookie(self, guest: str) -> Cookie:
        return Cookie(
            key=COOKIE,
            value=self._links.sign("guest", guest),
            max_age=TWO_YEARS,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )
