"""A request about talk: who asks, and the parts of the server that answer it."""

from collections.abc import Mapping

from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.ids import PersonId
from shanghaien.web.order.keeping_away import KeepingAway
from shanghaien.web.order.reporting import Reporting
from shanghaien.web.people.wishes import TalkWishes, WishStore


class GuestsActAtTables(Refused):
    """From a profile only somebody with an account acts; guests do from the table."""

    status = 403


class TalkVisit:
    """One request; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        person_cookie: NamedDependency[PersonCookie],
        wishes: NamedDependency[WishStore],
        keeping_away: NamedDependency[KeepingAway],
        reporting: NamedDependency[Reporting],
    ) -> None:
        self.request, self.wishes = request, wishes
        self.keeping_away, self.reporting = keeping_away, reporting
        self._cookie = person_cookie
        self.person = person_cookie.known(request)
        self.account = visitor_of(request).account

    def welcome(self) -> tuple[PersonId, Cookie]:
        """The person, a new guest if need be, and the cookie that remembers them."""
        return self._cookie.welcome(self.request)

    async def wished(self) -> TalkWishes:
        """How the person wants to talk."""
        return TalkWishes() if self.person is None else (await self.wishes.of(self.person)).talk


def whom_of(query: Mapping[str, str]) -> tuple[str, str]:
    """The name and the game that an address names; what is far too long is nobody's."""
    name, game = query.get("name", ""), query.get("game", "")
    return name[:80], game if len(game) <= 40 and game.replace("-", "").replace("_", "").isalnum() else ""
