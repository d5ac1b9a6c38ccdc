"""Who sent a request: nobody signs in, a signed cookie remembers the person and so their seats."""

from litestar.datastructures import Cookie

from shanghaien.web.ids import PersonId

from .requests import AnyRequest
from .signing import Signer, new_id

COOKIE = "shanghaien_guest"
FORM_COOKIE = "csrftoken"
"""Holds the token of a person's forms."""
PURPOSE = "guest"
"""What the cookie is signed for; like its name it stays, since it is in people's browsers for two years."""
HOST_ONLY = "__Host-"
"""How the names of cookies begin that a browser takes only by https and from this very host, not from a neighbour."""
TWO_YEARS = 2 * 365 * 24 * 3600
LONGEST_COOKIE = 512
"""Nothing that was made here is longer."""


def cookie_name(name: str, *, secure: bool) -> str:
    """What a cookie is called: by https in the way that neighbouring hosts cannot counterfeit."""
    return HOST_ONLY + name if secure else name


class PersonCookie:
    """Reads and writes the cookie that names a person."""

    def __init__(self, signer: Signer, *, secure: bool) -> None:
        self._signer = signer
        self._secure = secure
        self._name = cookie_name(COOKIE, secure=secure)

    def known(self, request: AnyRequest) -> PersonId | None:
        """The person who sent the request; None for a first visit or a cookie that was not made here.

        A cookie of the plain name, from before the site had https, still holds where there is no other.
        """
        cookies = request.cookies
        return self._read(cookies.get(self._name, "")) or self._read(cookies.get(COOKIE, ""))

    def is_kept(self, request: AnyRequest) -> bool:
        """Whether the browser has the cookie under the name under which it is made now."""
        return self._read(request.cookies.get(self._name, "")) is not None

    def welcome(self, request: AnyRequest) -> tuple[PersonId, Cookie]:
        """The person who sent the request, a new one if need be, and the cookie that remembers them."""
        person = self.known(request) or PersonId(new_id())
        return person, self.cookie(person)

    def cookie(self, person: PersonId) -> Cookie:
        """The cookie that remembers a person."""
        return Cookie(
            key=self._name,
            value=self._signer.sign(PURPOSE, person),
            max_age=TWO_YEARS,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )

    def _read(self, text: str) -> PersonId | None:
        values = self._signer.read(PURPOSE, text) if text and len(text) <= LONGEST_COOKIE else None
        return PersonId(str(values[0])) if values else None
