"""The page of a review, what decided a game, and advice during one."""

from collections.abc import Awaitable

from litestar import Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, SkipValidation
from litestar.response import Redirect, Template

from shanghaien.ai.review.model import GameReview
from shanghaien.rules import N_
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.parts import Parts
from shanghaien.web.reviews.jobs import ReviewRunner
from shanghaien.web.reviews.puzzles.book import PuzzleBook
from shanghaien.web.reviews.service import SOMEBODY, Advice, Busy, Reviews, UnderWay
from shanghaien.web.reviews.step_views import advice_view
from shanghaien.web.reviews.store import ReviewStore
from shanghaien.web.reviews.views import present
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields, side_in, step_in
from shanghaien.web.site.problems import STATUS
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.pages.decided import decided_in
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.pages.table_visit import read_change
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.service import Tables


async def finished(request: AnyRequest, tables: NamedDependency[Tables], game: FromPath[GameId]) -> SeenTable:
    """A table that is over, from the viewer's own side; watchers, and two people at one screen, choose theirs."""
    table, viewer = await tables.look(game, request.user.person)
    if not table.over:
        raise IllegalMove(N_("The review is made when the game is over."))
    side = side_in(request)
    if len(viewer.seats) == 1 and side in {None, *viewer.seats}:
        return SeenTable(table, viewer)
    return SeenTable(table, Viewer(), side=side or 0)


# Waiting for a review: how far the work has come, on a page that looks again by itself.

AT_WORK = N_("Every decision, roll and deal is being evaluated. This takes a few seconds; the page updates by itself.")
QUEUE_FULL = N_("Many games are waiting for their review right now; the page updates by itself.")


async def review_or_page(
    request: AnyRequest, finding: Awaitable[GameReview | UnderWay], address: str, back: str
) -> GameReview | Template:
    """The review if it is ready; else the page that waits for it, with a link back to `address`."""
    told = {"site": site_of(request), "address": address, "back": back}
    try:
        account = await finding
    except Busy:
        later = {"Refresh": "5", "Retry-After": "5"}
        return _waiting(told | {"progress": 0, "sentence": gettext(QUEUE_FULL)}, STATUS["unavailable"], later)
    if isinstance(account, UnderWay):
        progress = round(100 * account.progress)
        return _waiting(told | {"progress": progress, "sentence": gettext(AT_WORK)}, 202, {"Refresh": "1"})
    return account


def _waiting(context: dict[str, object], status: int, headers: dict[str, str]) -> Template:
    return Template("reviews/waiting.html", context=context, status_code=status, headers=headers)


@get("/review")
async def review_page(
    request: AnyRequest,
    seen: NamedDependency[SkipValidation[SeenTable]],
    reviews: NamedDependency[Reviews],
    game: FromPath[GameId],
) -> Template:
    """The review of a finished game; while it is being worked out, a page that reloads itself."""
    finding = reviews.find(seen.table, place_of(request))
    account = await review_or_page(request, finding, f"/t/{game}", gettext("Back to the table"))
    if isinstance(account, Template):
        return account
    moments, step = list(record_of(seen.table).replay()), step_in(request.query_params.get("step", ""))
    page = present(seen, account, moments, step)
    return Template("reviews/page.html", context={"site": site_of(request), "review": page})


def open_parts(parts: Parts) -> None:
    """Open reviews, hints and puzzles."""
    parts.add(Reviews(parts[ReviewStore], parts[ReviewRunner].wake), "reviews")
    parts.closing.append(parts.add(Advice(), "advice").close)
    parts.add(PuzzleBook(), "puzzles")


# What decided a game, as a piece of HTML for the end of that game; its review is asked for by that.


@get("/decided")
async def decided_part(
    request: AnyRequest, seen: NamedDependency[SkipValidation[SeenTable]], reviews: NamedDependency[Reviews]
) -> Template:
    """The sentence and a line about luck and play; 202 until the review is ready."""
    found = await decided_in(seen, reviews, place_of(request))
    later = {} if found else {"Retry-After": "1"}
    return Template(
        "reviews/decided.html", context={"decided": found}, status_code=200 if found else 202, headers=later
    )


# Advice in casual games against a bot: the numbers of the review for the choice at hand; the record notes it.


@post("/hint/{game:str}")
async def ask(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    game: FromPath[GameId],
) -> Redirect:
    """Note that advice is asked for, then show it: `version` and `id`."""
    await tables.note_help(read_change(await read_fields(request), game, request.user.person))
    return Redirect(f"/hint/{game}", status_code=303)


@get("/hint/{game:str}")
async def show(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    advice: NamedDependency[Advice],
    quotas: NamedDependency[Quotas],
    game: FromPath[GameId],
) -> Redirect | Template:
    """The advice, to the player who asked for it and as long as the choice is not made."""
    person = request.user.person
    table, viewer = await tables.look(game, person)
    if not was_asked(table, viewer):
        return Redirect(f"/t/{game}", status_code=303)
    owner = SOMEBODY if advice.knows(table.state) else quotas.ask(Work.ADVICE, person, place_of(request))
    step = advice_view(SeenTable(table, viewer), await advice.weigh(table.state, owner))
    return Template("reviews/hint.html", context={"site": site_of(request), "game": game, "step": step})


def was_asked(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer's last entry in the log is a request for advice about the choice that they now have."""
    last = next((entry for entry in reversed(table.log) if not entry.undone), None)
    asked = last is not None and last.kind is EntryKind.HELP and last.seat in viewer.seats
    return asked and viewer.may_choose(table)


ROUTES = [
    Router("/t/{game:str}", route_handlers=[review_page, decided_part], dependencies={"seen": Provide(finished)}),
    *(ask, show),
]
