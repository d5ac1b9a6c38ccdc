"""A person's own address for notices: given and taken away; its secret is shown once."""

from litestar import post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template
from msgspec.structs import replace

from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.places import place_of
from shanghaien.web.http.refusals import Refused
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.wishes import Wishes

from .views import NoticeVisit

LONGEST_ADDRESS = 500
MOST_AN_HOUR, FROM_ADDRESS = 20, 60
"""How many webhooks may be set within an hour: by one person, and from one address, where guests come and go."""


class NoWebhooks(Refused):
    """The host does not let notices go to addresses of people's own."""

    status = 403
    code = "no-webhooks"


@post("/notices/webhook", status_code=200)
async def set_webhook(visit: NamedDependency[NoticeVisit]) -> Template:
    """Send notices to `address` too; the page shows the secret that signs them, this once."""
    if not visit.desk.set_up.webhooks:
        raise NoWebhooks(N_("This site calls no webhooks. Choose another way."))
    here = HourlyLimit("webhook from", place_of(visit.request), FROM_ADDRESS)
    await visit.desk.attempts.check(here, HourlyLimit("webhook", visit.person, MOST_AN_HOUR))
    address = (await read_fields(visit.request)).text("address", longest=LONGEST_ADDRESS)
    try:
        secret = await visit.desk.webhooks.set(visit.person, address.strip())
    except Refused as refusal:
        return await visit.show(refusal.said(gettext), status=refusal.status)
    await visit.desk.wishes.change(visit.person, lambda wishes: _with_webhook(wishes, on=True))
    await visit.desk.plan_anew(visit.person)
    return await visit.show(gettext("Saved."), secret)


@post("/notices/webhook/off")
async def end_webhook(visit: NamedDependency[NoticeVisit]) -> Redirect:
    """Send notices there no more."""
    await visit.desk.webhooks.store.remove(visit.person)
    await visit.desk.wishes.change(visit.person, lambda wishes: _with_webhook(wishes, on=False))
    return Redirect("/notices?told=saved", status_code=303)


def _with_webhook(wishes: Wishes, *, on: bool) -> Wishes:
    return replace(wishes, notices=replace(wishes.notices, webhook=on))


WEBHOOK_ROUTES = [set_webhook, end_webhook]
