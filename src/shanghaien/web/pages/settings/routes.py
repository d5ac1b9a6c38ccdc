"""Keeping what people set for themselves."""

from litestar import post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect

from shanghaien.web.http import i18n
from shanghaien.web.http.fields import Fields, read_fields
from shanghaien.web.http.preferences import FLAGS, ONE_YEAR, THEMES
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.people.wishes import WishStore


@post("/settings")
async def settings(request: AnyRequest, wishes: NamedDependency[WishStore]) -> Redirect:
    """Keep what was set, in this browser and for all devices of whoever is signed in; and go back to the page."""
    fields = await read_fields(request)
    wished, account = _wished(fields), visitor_of(request).account
    if account is not None:
        await wishes.change(account.id, lambda kept: kept.with_cookies(wished))
    way_back = _way_back(fields.text("next", "/"))
    return Redirect(way_back, status_code=303, cookies=[_cookie(*item) for item in wished.items()])


def _wished(fields: Fields) -> dict[str, str]:
    """What was set, in the words of cookies."""
    values = {name: "1" if fields.flag(name) else "0" for name in FLAGS}
    theme, language = fields.text("theme", "auto"), fields.text("lang", "")
    values |= {"theme": theme} if theme in THEMES else {}
    return values | ({"lang": language} if language in i18n.LANGUAGES else {})


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(key=name, value=value, max_age=ONE_YEAR, path="/", samesite="lax")


def _way_back(path: str) -> str:
    """A page of our own; an address elsewhere is none."""
    own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if own else "/"


ROUTES = [settings]
