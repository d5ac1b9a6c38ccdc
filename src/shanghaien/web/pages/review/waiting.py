"""Waiting for a review: how far the work has come, on a page that looks again by itself."""

from collections.abc import Awaitable

from litestar.response import Template

from shanghaien.ai.review.model import GameReview
from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.workers.reviews import Busy, UnderWay

AT_WORK = N_("Every decision, roll and deal is being evaluated. This takes a few seconds; the page updates by itself.")
QUEUE_FULL = N_("Many games are waiting for their review right now; the page updates by itself.")


async def review_or_page(
    request: AnyRequest, finding: Awaitable[GameReview | UnderWay], address: str, back: str
) -> GameReview | Template:
    """The review once it is there; until then the page that waits for it, with the way back to `address` in words."""
    told = {"site": site_of(request), "address": address, "back": back}
    try:
        account = await finding
    except Busy:
        later = {"Refresh": "5", "Retry-After": "5"}
        return _waiting(told | {"progress": 0, "sentence": gettext(QUEUE_FULL)}, 503, later)
    if isinstance(account, UnderWay):
        progress = round(100 * account.progress)
        return _waiting(told | {"progress": progress, "sentence": gettext(AT_WORK)}, 202, {"Refresh": "1"})
    return account


def _waiting(context: dict[str, object], status: int, headers: dict[str, str]) -> Template:
    return Template("review/waiting.html", context=context, status_code=status, headers=headers)
