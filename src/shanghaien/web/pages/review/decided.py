"""What decided a game, as a piece of HTML for the end of that game; its review is asked for by that.

The sentence itself is made in `pages/shared/decided.py`, which the table's own page can use too.
"""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.decided import decided_in
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.reviews import Reviews

from .seeing import finished


@get("/t/{game:str}/decided")
async def decided_part(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    reviews: NamedDependency[Reviews],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Template:
    """The sentence and a line about luck and play; 202 and how it is being worked out until the review is there."""
    seen = await finished(request, tables, person_cookie, game)
    found = await decided_in(seen, reviews, place_of(request))
    later = {} if found else {"Retry-After": "1"}
    return Template("review/decided.html", context={"decided": found}, status_code=200 if found else 202, headers=later)


ROUTES = [decided_part]
