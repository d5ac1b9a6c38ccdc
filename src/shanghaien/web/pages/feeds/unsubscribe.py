"""The way out of letters: looking at it changes nothing, a press ends them, without cookies or signing in (RFC 8058)."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.http import i18n
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import PersonId
from shanghaien.web.notices.channels.unsubscribing import end_letters, letters_of
from shanghaien.web.people.wishes import WishStore
from shanghaien.web.play.tables import Tables

WITHOUT_COOKIES = {"exclude_from_csrf": True}
"""Mail programs press it, which have no cookies; the address itself proves that its letter was read."""
NOT_LISTED = {"X-Robots-Tag": "noindex, nofollow"}


@get("/unsubscribe/{token:str}")
async def way_out(
    request: AnyRequest, tables: NamedDependency[Tables], wishes: NamedDependency[WishStore], token: FromPath[str]
) -> Template:
    """The button that ends a person's letters. Programs that look at mail open links, and must not press it."""
    person = _reader(tables, token)
    wished = await _spoken_to(wishes, person)
    return _page(request, token, ended=not wished)


@post("/unsubscribe/{token:str}", status_code=200, opt=WITHOUT_COOKIES)
async def unsubscribe(
    request: AnyRequest, tables: NamedDependency[Tables], wishes: NamedDependency[WishStore], token: FromPath[str]
) -> Template:
    """End a person's letters about games; done twice, it is the same."""
    person = _reader(tables, token)
    await end_letters(wishes, person)
    await _spoken_to(wishes, person)
    return _page(request, token, ended=True)


def _reader(tables: Tables, token: str) -> PersonId:
    person = letters_of(tables.signer, token)
    if person is None:
        raise NotFoundException
    return person


async def _spoken_to(wishes: WishStore, person: PersonId) -> bool:
    """Speak the person's language, and say whether they get letters."""
    wished = await wishes.of(person)
    if wished.language:
        i18n.speak(wished.language)
    return wished.notices.mail


def _page(request: AnyRequest, token: str, *, ended: bool) -> Template:
    context = {"site": site_of(request), "token": token, "ended": ended}
    return Template("feeds/unsubscribe.html", context=context, headers=NOT_LISTED)


UNSUBSCRIBE_ROUTES = [way_out, unsubscribe]
