"""A request of somebody who keeps order; for everybody else there is nothing at these addresses."""

from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.http.fields import Fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import Account, visitor_of
from shanghaien.web.order.deeds import LONGEST_REASON, Keeper, Why
from shanghaien.web.order.fair_play import FairPlay
from shanghaien.web.order.moderation import Moderation
from shanghaien.web.order.records import OrderRecords
from shanghaien.web.standings.unrating import Unrating

TOLD = {
    "done": N_("Done. It stands in the audit."),
    "added": N_("Added to the list."),
    "off": N_("Taken off the list."),
}
"""What is told after something was pressed, by the word in the address."""
TYPED = 4 * LONGEST_REASON


class OrderVisit:
    """One request; Litestar makes one for each."""

    def __init__(
        self,
        request: AnyRequest,
        moderation: NamedDependency[Moderation],
        fair_play: NamedDependency[FairPlay],
        records: NamedDependency[OrderRecords],
        unrating: NamedDependency[Unrating],
    ) -> None:
        account = visitor_of(request).account
        if account is None or not account.moderates:
            raise NotFoundException
        self.request, self.moderation, self.fair_play = request, moderation, fair_play
        self.records, self.unrating = records, unrating
        self.account: Account = account
        self.zone = preferences_of(request).zone

    @property
    def keeper(self) -> Keeper:
        """Who keeps order."""
        return Keeper(self.account.id, self.account.name)

    def page(self, template: str, refusal: Refused | None = None, **context: object) -> Template:
        """A page, with the reason why the last thing that was asked for did not happen."""
        word = self.request.query_params.get("told", "")
        told = gettext(TOLD[word]) if word in TOLD else ""
        site = site_of(self.request, refusal.said(gettext) if refusal else "")
        status = refusal.status if refusal else 200
        return Template(f"order/{template}", context={"site": site, "told": told, **context}, status_code=status)

    def done(self, path: str, told: str = "done") -> Redirect:
        """Back to a page, which says that it is done."""
        return Redirect(f"{path}?told={told}", status_code=303)


def why_of(fields: Fields) -> Why:
    """The reason in a form, the report that it deals with, and what its reporter is told."""
    return Why(fields.text("reason", "", TYPED), fields.text("report", ""), fields.text("answer", "", TYPED))
