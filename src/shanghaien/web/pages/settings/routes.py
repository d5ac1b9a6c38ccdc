"""Keeping what people set for themselves."""

from litestar import post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from shanghaien.web.http import i18n
from shanghaien.web.http.fields import Fields, read_fields
from shanghaien.web.http.preferences import ONE_YEAR, THEMES
from shanghaien.web.http.requests import AnyRequest


@post("/settings")
async def settings(request: AnyRequest) -> Redirect:
    """Keep what was set, and go back to the page where it was."""
    fields = await read_fields(request)
    return Redirect(_way_back(fields.text("next", "/")), status_code=303, cookies=_cookies(fields))


def _cookies(fields: Fields) -> list[Cookie]:
    values = {name: "1" if fields.flag(name) else "0" for name in ("confirm", "sound", "guide", "worth", "keys")}
    values["theme"] = fields.text("theme", "auto")
    if fields.text("lang", "") in i18n.LANGUAGES:
        values["lang"] = fields.text("lang")
    return [
        Cookie(key=name, value=value, max_age=ONE_YEAR, path="/", samesite="lax")
        for name, value in values.items()
        if name != "theme" or value in THEMES
    ]


def _way_back(path: str) -> str:
    """A page of our own; an address elsewhere is none."""
    own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if own else "/"


ROUTES = [settings]
