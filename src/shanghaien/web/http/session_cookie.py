"""The cookie of somebody who is signed in: random, for a year, and never shown to scripts."""

from litestar.datastructures import Cookie

from .person_cookie import cookie_name
from .requests import AnyRequest

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
