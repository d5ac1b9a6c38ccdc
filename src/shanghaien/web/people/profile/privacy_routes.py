"""The page of privacy: each part of a profile is shown to everybody, to opponents, or to nobody."""

from typing import Any, get_args

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.people.preferences import PreferenceStore, Shown
from shanghaien.web.people.profile.profile_visit import address_of
from shanghaien.web.site.forms import AnyRequest, Fields, read_fields
from shanghaien.web.site.templates import site_of

PAGE = "/privacy"
PARTS = {
    "profile": (N_("Your page"), N_("Your page as a whole; people who may not see it see your name and nothing else.")),
    "games": (
        N_("Your games"),
        N_("The list of your games, games in progress, and your name in other people’s lists of games."),
    ),
    "strength": (N_("Your strength"), N_("Rating, skill, habits and luck, on your page and in the lists of strength.")),
    "day": (N_("The deal of the day"), N_("Your name on the table of the day.")),
}
"""What can be hidden: its name and what it is."""
SHOWN = {
    "everybody": N_("Everybody"),
    "opponents": N_("People I have played"),
    "nobody": N_("Nobody"),
}


@get(PAGE)
async def privacy_page(request: AnyRequest, preferences: NamedDependency[PreferenceStore]) -> Template | Redirect:
    account = request.user.account
    if account is None:
        return Redirect("/keep", status_code=303)
    privacy = (await preferences.of(account.id)).privacy
    parts = [(part, gettext(name), gettext(about), getattr(privacy, part)) for part, (name, about) in PARTS.items()]
    context = {
        "site": site_of(request),
        "parts": parts,
        "shown": [(value, gettext(text)) for value, text in SHOWN.items()],
        "here": privacy.here,
        "address": address_of(account.name),
        "told": "told" in request.query_params,
    }
    return Template("people.profile/privacy.html", context=context)


@post(PAGE)
async def keep_private(request: AnyRequest, preferences: NamedDependency[PreferenceStore]) -> Redirect:
    owner, fields = request.user.require_account(), await read_fields(request)
    changed: dict[str, Any] = {part: _shown(fields, part) for part in PARTS if part in fields}
    changed["here"] = fields.flag("here")
    replace = msgspec.structs.replace
    await preferences.change(owner.id, lambda kept: replace(kept, privacy=replace(kept.privacy, **changed)))
    return Redirect(f"{PAGE}?told", status_code=303)


def _shown(fields: Fields, part: str) -> str:
    shown = fields.text(part)
    if shown not in get_args(Shown):
        raise BadRequestError(N_("Choose who may see it: everybody, people you have played, or nobody."))
    return shown


PRIVACY_ROUTES = [privacy_page, keep_private]
