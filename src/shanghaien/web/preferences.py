"""What a visitor sets for himself: language, light, sound, questions; kept in plain cookies, one each."""

from litestar import post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from . import i18n
from .fields import Fields, read_fields
from .identity import AnyRequest
from .tables.present import Preferences

ONE_YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")


def preferences_of(request: AnyRequest) -> Preferences:
    """The visitor's settings; what his cookies do not say is as by default."""
    cookies = request.cookies
    theme = cookies.get("theme", "auto")
    return Preferences(
        theme=theme if theme in THEMES else "auto",
        confirm=cookies.get("confirm") != "0",
        sound=cookies.get("sound") == "1",
        guide=cookies.get("guide") == "1",
    )


async def speak_to_visitor(request: AnyRequest) -> None:
    """Answer in the visitor's language."""
    speak_in_language_of(request)


def speak_in_language_of(request: AnyRequest) -> None:
    """Make all texts from now on in the language that this visitor chose, or that his browser asks for."""
    i18n.speak(i18n.choose(request.cookies.get("lang"), request.headers.get("accept-language", "")))


@post("/settings")
async def settings(request: AnyRequest) -> Redirect:
    """Keep what was set, and go back to the page where it was."""
    fields = await read_fields(request)
    return Redirect(_way_back(fields.text("next", "/")), status_code=303, cookies=_cookies(fields))


def _cookies(fields: Fields) -> list[Cookie]:
    values = {name: "1" if fields.flag(name) else "0" for name in ("confirm", "sound", "guide")}
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
