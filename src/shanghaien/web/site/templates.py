"""How pages are made: the templates, the texts in the reader's language, and what every page needs to know."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined
from litestar.template.base import csrf_token
from markupsafe import Markup

from shanghaien.web.core import i18n
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.signing import new_id
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.site.assets import WEB, address, modules
from shanghaien.web.site.forms import AnyRequest, address_for_links
from shanghaien.web.site.preferences import Preferences, preferences_of
from shanghaien.web.site.sessions import FORM_COOKIE, cookie_name

DRAWINGS = "site/parts/art.html"
"""The template whose macros draw; what they draw hangs on nothing but what they are given."""
NO_OFFER = "keep"
"""The cookie of guests who do not want to be offered to keep their games."""
MOST_DRAWINGS = 1024
"""Drawings of each kind that are remembered."""
PARTS: LanguageCache[Markup] = LanguageCache(16_000_000, len)
"""The parts of pages that were made last, up to so many characters."""


@dataclass(frozen=True, slots=True)
class Site:
    """What every page needs to know about the request it answers."""

    path: str = "/"
    csrf: str = ""
    """The token that a form sends back."""
    preferences: Preferences = field(default_factory=Preferences)
    notice: str = ""
    """Why the last thing that was asked for did not happen."""
    origin: str = ""
    """Where addresses begin that are handed on to other sites."""
    account: str = ""
    """The name of whoever is signed in; empty for guests."""
    offer: bool = False
    """Whether a guest may still be offered to keep their games after one of them."""

    @property
    def own_page(self) -> str:
        """Where whoever is signed in has a page; empty for guests."""
        return f"/people/{quote(self.account, safe='')}" if self.account else ""

    @property
    def language(self) -> str:
        """The code of the page's language."""
        return i18n.language()


def site_of(request: AnyRequest, notice: str = "") -> Site:
    """What the pages that answer a request need to know about it."""
    # Where no route was found no token was made; the one of the person's last page still holds.
    token = csrf_token({"request": request}) or kept_token(request.cookies)
    origin = address_for_links(request, request.app.state.get("public_url", ""))
    account = visitor_of(request).account
    name = "" if account is None else account.name
    offer = account is None and NO_OFFER not in request.cookies
    return Site(request.url.path, token, preferences_of(request), notice, origin, name, offer)


def kept_token(cookies: Mapping[str, str]) -> str:
    """The token that a browser was given for its forms."""
    return cookies.get(cookie_name(FORM_COOKIE, secure=True)) or cookies.get(FORM_COOKIE, "")


def prepare(environment: Environment) -> Environment:
    """Give an environment our texts and the names that every template uses."""
    environment.add_extension("jinja2.ext.i18n")
    environment.autoescape = True
    environment.undefined = StrictUndefined
    environment.trim_blocks = environment.lstrip_blocks = True
    # the extension adds these methods when it is loaded, which no type can tell
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        i18n.gettext, i18n.ngettext, newstyle=True, pgettext=i18n.pgettext, npgettext=i18n.npgettext
    )
    environment.globals.update(asset=address, modules=modules, languages=i18n.LANGUAGES, fresh_id=new_id)
    return environment


@cache
def environment() -> Environment:
    """The templates of the pages; a change of one is seen after a restart."""
    folders = [folder.name for folder in WEB.iterdir() if (folder / "templates").is_dir()]
    loader = PrefixLoader({name: PackageLoader(f"shanghaien.web.{name}", "templates") for name in folders})
    templates = prepare(Environment(loader=loader, autoescape=True, auto_reload=False))
    templates.globals.update(part=part)
    drawings = templates.get_template(DRAWINGS).module
    for name, macro in vars(drawings).items():
        if not name.startswith("_"):
            setattr(drawings, name, lru_cache(MOST_DRAWINGS)(macro))
    return templates


def part(template: str, macro: str, *values: Hashable) -> Markup:
    """What a macro makes of these values, made once for each language; nothing of a request may be among them."""
    return PARTS.recall((template, macro, values), lambda: fresh_part(template, macro, *values))


def fresh_part(template: str, macro: str, *values: object) -> Markup:
    """The same made anew, for what is different each time, as the time of day."""
    text = getattr(environment().get_template(template).module, macro)(*values)
    lines = (line.strip() for line in text.split("\n"))
    return Markup("\n".join(line for line in lines if line))  # noqa: S704 - the macro has escaped its values


def render(template: str, site: Site, **context: object) -> str:
    """A page as text."""
    return environment().get_template(template).render(site=site, **context)
