"""People who arrive without having to show who they are, on a server that is otherwise the real one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from shanghaien.web.app import application
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts, open_site
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.pages.sign_in_views import Arrivals
from shanghaien.web.site.forms import AnyRequest
from tests.web.browser_like import Visitor, clients_of
from tests.web.randomness import ids

SESSION = "shanghaien_session"


@post("/test/account/{name:str}", status_code=200)
async def make(request: AnyRequest, parts: NamedDependency[Parts], name: FromPath[str]) -> Response[str]:
    """Keep one's games under a name."""
    person = PersonId(new_id())
    return Response(person, cookies=await parts[Arrivals].make_account(request, person, name))


@post("/test/arrive/{person:str}", status_code=200)
async def arrive(request: AnyRequest, parts: NamedDependency[Parts], person: FromPath[str]) -> Response[str]:
    """Sign in."""
    return Response(person, cookies=await parts[Arrivals].sign_in(request, PersonId(person)))


class Resident(Visitor):
    """A browser whose person can sign in."""

    def keep(self, name: str) -> str:
        """Make an account of this browser's guest, and tell its id."""
        answer = self.post(f"/test/account/{name}")
        assert answer.status_code == 200, answer.text
        return self._arrived(answer.text)

    def arrive(self, person: str) -> str:
        """Sign in as somebody."""
        answer = self.post(f"/test/arrive/{person}")
        assert answer.status_code == 200, answer.text
        return self._arrived(answer.text)

    def _arrived(self, person: str) -> str:
        self._token = ""
        self.get("/help")  # the next page brings tokens for its forms
        return person

    def games(self) -> list[str]:
        """The ids of the games that the start page leads to, as a program of this person sees them."""
        return sorted(game["id"] for game in self.api("GET", "/games").json())

    @property
    def session(self) -> str:
        """What the browser shows; empty for guests."""
        return self.http.cookies.get(SESSION) or ""

    def is_signed_in(self) -> bool:
        """Whether pages know the person by a name of their own."""
        return "readonly" in self.get("/new").text

    def show(self, cookie: str, value: str) -> None:
        """Have a cookie, wherever it is from."""
        self.http.cookies.set(cookie, value, "testserver.local", "/")


NewResident = Callable[[], Resident]


@contextmanager
def a_site(settings: Settings) -> Iterator[tuple[Parts, NewResident]]:
    """A server, and browsers that come to it."""
    parts = open_site(settings, ids())
    app = application(parts)
    app.litestar.register(make)
    app.litestar.register(arrive)
    with clients_of(app) as client:
        yield parts, lambda: Resident(client())


def run_in(resident: Visitor, function: Callable[..., Any], *values: Any) -> Any:
    """Call something asynchronous on the server's own loop."""
    http: Any = resident.http
    with http.portal() as portal:
        return portal.call(function, *values)
