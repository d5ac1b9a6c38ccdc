"""Who sent a request: nobody signs in, a signed cookie remembers the person and so their seats."""

from litestar.datastructures import Cookie

from shanghaien.web.ids import PersonId

from .requests import AnyRequest
from .signing import Signer, new_id

COOKIE = "shanghaien_guest"
PURPOSE = "guest"
"""What the cookie is signed for; like its name it stays, since it is in people's browsers for two years."""
TWO_YEARS = 2 * 365 * 24 * 3600


class PersonCookie:
    """Reads and writes the cookie that names a person."""

    def __init__(self, signer: Signer, *, secure: bool) -> None:
        self._signer = signer
        self._secure = secure

    def known(self, request: AnyRequest) -> PersonId | None:
        """The person who sent the request; None for a first visit or a cookie that was not made here."""
        values = self._signer.read(PURPOSE, request.cookies.get(COOKIE, ""))
        return PersonId(str(values[0])) if values else None

    def welcome(self, request: AnyRequest) -> tuple[PersonId, Cookie]:
        """The person who sent the request, a new one if need be, and the cookie that remembers them."""
        person = self.known(request) or PersonId(new_id())
        return person, self._cookie(person)

    def _cookie(self, person: PersonId) -> Cookie:
        return Cookie(
            key=COOKIE,
            value=self._signer.sign(PURPOSE, person),
            max_age=TWO_YEARS,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )
