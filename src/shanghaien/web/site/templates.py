"""How pages are made: the templates, the texts in the reader's language, and what every page needs to know."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup

from shanghaien.web.core import i18n
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.features import NAMES, PACKAGE
from shanghaien.web.core.signing import new_id
from shanghaien.web.site.assets import WEB, address, modules
from shanghaien.web.site.forms import AnyRequest, address_for_links, visitor_of
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


class Foot(NamedTuple):
    """What the foot of every page says about the site itself; a page that the host has not named is empty."""

    version: str = ""
    source: str = ""
    imprint: str = ""
    privacy: str = ""


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
    """The name of the account; empty for guests."""
    offer: bool = False
    """Whether a guest may still be offered to keep their games after one of them."""
    foot: Foot = field(default_factory=Foot)

    @property
    def own_page(self) -> str:
        """Where the account has a page; empty for guests, and where there are no such pages."""
        return f"/people/{quote(self.account, safe='')}" if self.account and "people.profile" in NAMES else ""

    @property
    def language(self) -> str:
        """The code of the page's language."""
        return i18n.language()


def site_of(request: AnyRequest, notice: str = "") -> Site:
    """What the pages that answer a request need to know about it."""
    # Where no route was found no token was made; the one of the person's last page still holds.
    visitor = visitor_of(request)
    token = visitor.form_token or kept_token(request.cookies)
    origin = address_for_links(request, request.app.state.get("public_url", ""))
    name = "" if visitor.account is None else visitor.account.name
    offer = visitor.account is None and NO_OFFER not in request.cookies
    foot = request.app.state.get("foot", Foot())
    return Site(request.url.path, token, preferences_of(request), notice, origin, name, offer, foot)


def confirmation(request: AnyRequest, texts: Mapping[str, str]) -> str:
    """The sentence of a page on which a form was sent before, by the word in its address; usually empty."""
    word = request.query_params.get("told", "")
    return i18n.gettext(texts[word]) if word in texts else ""


def kept_token(cookies: Mapping[str, str]) -> str:
    """The token that a browser was given for its forms."""
    return cookies.get(cookie_name(FORM_COOKIE, secure=True)) or cookies.get(FORM_COOKIE, "")


class PlainContext(Context):
    """Calls everything as Python does. Jinja first asks whether it wants to know the context: nothing of ours does.

    The parts of pages consist of such calls, and asking takes longer than most of them.
    """

    def call(self, called: Any, /, *values: Any, **named: Any) -> Any:
        """What a function, or a macro, makes of these values; all of our templates escape by themselves."""
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*values, **named)


def _filled(wording: str, words: dict[str, object]) -> Markup:
    return Markup(wording) % words if words or "%" in wording else Markup(wording)  # noqa: S704 - the wording is ours


TEXTS: dict[str, Callable[..., Markup]] = {
    "gettext": lambda text, **words: _filled(i18n.gettext(text), words),
    "ngettext": lambda one, many, num, **words: _filled(i18n.ngettext(one, many, num), {"num": num} | words),
    "pgettext": lambda context, text, **words: _filled(i18n.pgettext(context, text), words),
    "npgettext": lambda context, one, many, num, **words: _filled(
        i18n.npgettext(context, one, many, num), {"num": num} | words
    ),
}
"""Our texts with words filled in, as templates ask for them."""


def prepare(environment: Environment) -> Environment:
    """Give an environment our texts and the names that every template uses."""
    environment.add_extension("jinja2.ext.i18n")
    environment.autoescape = True
    environment.undefined = StrictUndefined
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.context_class = PlainContext
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # the extension adds it when it is loaded
    environment.globals.update(TEXTS, _=TEXTS["gettext"])
    environment.globals.update(asset=address, modules=modules, languages=i18n.LANGUAGES, fresh_id=new_id)
    environment.globals.update(has_feature=NAMES.__contains__)
    return environment


@cache
def environment() -> Environment:
    """The templates of the pages; a change of one is seen after a restart."""
    folders = [name for name in ("site", *NAMES) if WEB.joinpath(*name.split("."), "templates").is_dir()]
    loader = PrefixLoader({name: PackageLoader(f"{PACKAGE}.{name}", "templates") for name in folders})
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
    made: Markup = getattr(environment().get_template(template).module, macro)(*values)
    lines = map(str.strip, str(made).split("\n"))  # each line of Markup would be Markup again, which takes its time
    return Markup("\n".join(filter(None, lines)))  # noqa: S704 - the macro has escaped its values


def render(template: str, site: Site, **context: object) -> str:
    """A page as text."""
    return environment().get_template(template).render(site=site, **context)
