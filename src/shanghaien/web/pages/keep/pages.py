"""The pages about ways in as templates with their values: keeping one's games, signing in, one's keys, new codes."""

from dataclasses import dataclass, replace

from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.http.form_guard import FormTokens
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import Account
from shanghaien.web.pages.shared.own_name import remembered_name
from shanghaien.web.people.attempts import TooOften
from shanghaien.web.people.passkeys import KeptKey
from shanghaien.web.words.times import day_of

from .visit import KeepVisit

TOLD = {
    "sent": N_("If the address is right, a link is on its way. It works once, for 15 minutes, in this browser."),
    "kept": N_("Done. Your games are yours on every device now."),
    "passkey": N_("The passkey was added."),
    "renamed": N_("Saved."),
    "removed": N_("Removed."),
    "mail": N_("The address is confirmed."),
    "code": N_("You signed in with a recovery code, which is used up now. Make a passkey for next time."),
}
"""What is told after something was pressed, by the word in the address."""


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A passkey as its owner sees it."""

    id: str
    label: str
    made: str
    used: str


async def keep_page(visit: KeepVisit, refusal: Refused | None = None, name: str = "") -> Template:
    """What one gains by a name, and how one comes back."""
    games = await visit.keys.games_of(visit.browser)
    values = {"games": games, "name": name or remembered_name(visit.request), "told": _told(visit)}
    return _page(visit, "keep/keep.html", refusal, **values)


def sign_in_page(visit: KeepVisit, refusal: Refused | None = None, name: str = "") -> Template:
    """The ways in."""
    return _page(visit, "keep/sign_in.html", refusal, told=_told(visit), name=name)


async def keys_page(visit: KeepVisit, refusal: Refused | None = None) -> Template:
    """The ways in of whoever is signed in."""
    keys, person, zone = visit.keys, visit.owner.id, preferences_of(visit.request).zone
    ways = await keys.ways.of(person)
    values = {
        "account": visit.owner.name,
        "passkeys": [_shown(row, zone) for row in await keys.passkeys.of(person)],
        "address": await keys.mailboxes.of(person),
        "codes": ways.codes,
        "spare_passkey": ways.without_passkey(mail=visit.place.mail),
        "spare_mailbox": ways.without_mailbox,
        "told": _told(visit),
    }
    return _page(visit, "keep/keys.html", refusal, **values)


def codes_page(visit: KeepVisit, codes: list[str], owner: Account) -> Template:
    """New recovery codes, shown this once; the forms of the page are their owner's, who may be signed in just now."""
    page = _page(visit, "keep/codes.html", None, codes=codes, name=owner.name)
    token = FormTokens(visit.tables.signer).make(owner.id)
    page.context["site"] = replace(page.context["site"], csrf=token, account=owner.name, offer=False)
    return page


def _page(visit: KeepVisit, template: str, refusal: Refused | None, **values: object) -> Template:
    site = site_of(visit.request, refusal.said(gettext) if refusal else "")
    headers = {"Retry-After": str(refusal.retry_after)} if isinstance(refusal, TooOften) else {}
    context = {"site": site, "place": visit.place, **values}
    return Template(template, context=context, status_code=refusal.status if refusal else 200, headers=headers)


def _told(visit: KeepVisit) -> str:
    word = visit.request.query_params.get("told", "")
    return gettext(TOLD[word]) if word in TOLD else ""


def _shown(row: KeptKey, zone: str) -> ShownKey:
    used = day_of(row.used, zone) if row.used > row.created else ""
    return ShownKey(row.id, row.label, day_of(row.created, zone), used)
