"""The cookie of somebody who is signed in: random, for a year, and never shown to scripts."""

from litestar.datastructures import Cookie

from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import Signer, new_id
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.site.forms import AnyRequest

# Who sent a request: whoever is signed in, else a guest, whom a signed cookie remembers and so their seats.

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


class GuestCookie:
    """Tells who a request is from, and reads and writes the cookie that names a guest."""

    def __init__(self, signer: Signer, *, secure: bool) -> None:
        self._signer = signer
        self._secure = secure
        self._name = cookie_name(COOKIE, secure=secure)

    def known(self, request: AnyRequest) -> PersonId | None:
        """The person who sent the request; None for a first visit or a cookie that was not made here."""
        account = visitor_of(request).account
        return account.id if account is not None else self.guest(request)

    def guest(self, request: AnyRequest) -> PersonId | None:
        """The guest whom the browser's cookie names, whether or not somebody is signed in.

        A cookie of the plain name, from before the site had https, still holds where there is no other.
        """
        cookies = request.cookies
        return self._read(cookies.get(self._name, "")) or self._read(cookies.get(COOKIE, ""))

    def is_kept(self, request: AnyRequest) -> bool:
        """Whether the browser needs no other cookie: somebody is signed in, or it names a guest as it does now."""
        if visitor_of(request).account is not None:
            return True
        return self._read(request.cookies.get(self._name, "")) is not None

    def welcome(self, request: AnyRequest) -> tuple[PersonId, Cookie]:
        """The person who sent the request, a new guest if need be, and the cookie that remembers them.

        Whoever is signed in is remembered by their session: no guest's cookie may ever name an account.
        """
        account = visitor_of(request).account
        if account is not None:
            return account.id, self._cookie("", 0)
        person = self.guest(request) or PersonId(new_id())
        return person, self._cookie(self._signer.sign(PURPOSE, person), TWO_YEARS)

    def fresh(self) -> Cookie:
        """The cookie of a guest who was never here."""
        return self._cookie(self._signer.sign(PURPOSE, new_id()), TWO_YEARS)

    def gone(self, request: AnyRequest) -> list[Cookie]:
        """What takes the guest's cookies of a browser away, whatever they are called."""
        older = Cookie(COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax")
        return [self._cookie("", 0)] + ([older] if self._name != COOKIE and COOKIE in request.cookies else [])

    def _cookie(self, value: str, max_age: int) -> Cookie:
        return Cookie(
            key=self._name,
            value=value,
            max_age=max_age,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )

    def _read(self, text: str) -> PersonId | None:
        values = self._signer.read(PURPOSE, text) if text and len(text) <= LONGEST_COOKIE else None
        return PersonId(str(values[0])) if values else None


SESSION = "shanghaien_session"
ONE_YEAR = 365 * 24 * 3600


class SessionCookie:
    """Reads and writes the cookie of a session."""

    def __init__(self, *, secure: bool) -> None:
        self._secure = secure
        self._name = cookie_name(SESSION, secure=secure)

    def shown(self, request: AnyRequest) -> str:
        """The session that the browser shows; empty if it shows none."""
        return request.cookies.get(self._name, "")

    def cookie(self, shown: str) -> Cookie:
        """The cookie of a session."""
        return self._cookie(shown, ONE_YEAR)

    def gone(self) -> Cookie:
        """What takes the cookie away."""
        return self._cookie("", 0)

    def _cookie(self, value: str, max_age: int) -> Cookie:
        return Cookie(
            key=self._name,
            value=value,
            max_age=max_age,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax",
        )
