"""What others see of oneself: every part is shown to everybody, to opponents, or to nobody, and that counts at once."""

from typing import get_args

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, SignInFirst
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.visitor import Account, visitor_of
from shanghaien.web.people.preferences import PreferenceStore, Privacy, Shown
from shanghaien.web.people.profile.visit import address_of
from shanghaien.web.site.forms import AnyRequest, Fields, read_fields
from shanghaien.web.site.templates import site_of

PAGE = "/privacy"
PARTS = {
    "profile": (N_("Your page"), N_("Your page as a whole; whoever does not see it sees your name and nothing else.")),
    "games": (
        N_("Your games"),
        N_("The list of your games, games that go on, and your name in other people’s lists of games."),
    ),
    "strength": (N_("Your strength"), N_("Rating, skill, habits and luck, on your page and in the lists of strength.")),
    "day": (N_("The deal of the day"), N_("Your name on the table of the day.")),
}
"""What can be kept to oneself: its name and what it is."""
SHOWN = {
    "everybody": N_("Everybody"),
    "opponents": N_("Whom I played"),
    "nobody": N_("Nobody"),
}


@get(PAGE)
async def privacy_page(request: AnyRequest, wishes: NamedDependency[PreferenceStore]) -> Template | Redirect:
    """The form; a guest has no page that anybody could see."""
    account = visitor_of(request).account
    if account is None:
        return Redirect("/keep", status_code=303)
    privacy = (await wishes.of(account.id)).privacy
    parts = [(part, gettext(name), gettext(about), getattr(privacy, part)) for part, (name, about) in PARTS.items()]
    context = {
        "site": site_of(request),
        "parts": parts,
        "shown": [(value, gettext(text)) for value, text in SHOWN.items()],
        "here": privacy.here,
        "address": address_of(account.name),
        "told": "told" in request.query_params,
    }
    return Template("people/profile/privacy.html", context=context)


@post(PAGE)
async def keep_private(request: AnyRequest, wishes: NamedDependency[PreferenceStore]) -> Redirect:
    """Show each of the parts to whom the form says; a part that it does not name stays as it is."""
    owner, fields = _owner(request), await read_fields(request)
    changed = {part: _shown(fields, part) for part in PARTS if part in fields} | {"here": fields.flag("here")}
    await wishes.change(
        owner.id,
        lambda kept: msgspec.structs.replace(kept, privacy=_with(kept.privacy, changed)),
    )
    return Redirect(f"{PAGE}?told", status_code=303)


def _owner(request: AnyRequest) -> Account:
    account = visitor_of(request).account
    if account is None:
        raise SignInFirst(N_("You are not signed in. Sign in, and try again."))
    return account


def _shown(fields: Fields, part: str) -> str:
    wish = fields.text(part)
    if wish not in get_args(Shown):
        raise BadRequestError(N_("Choose who may see it: everybody, whom you played, or nobody."))
    return wish


def _with(privacy: Privacy, changed: dict[str, str | bool]) -> Privacy:
    return msgspec.structs.replace(privacy, **changed)


PRIVACY_ROUTES = [privacy_page, keep_private]
