"""The page of a bot: its face, what it is like, and how strong it is; that never changes, so there is no curve."""

from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.people import RANKS, character, rank


@get("/bots/{level:str}", sync_to_thread=False)
def bot_page(request: AnyRequest, level: FromPath[str]) -> Template:
    """A bot among its mates."""
    if level not in RANKS:
        raise NotThere(N_("There is no such bot."))
    mates = [_told(each) for each in RANKS]
    return Template("profile/bot.html", context={"site": site_of(request), "bot": _told(level), "mates": mates})


def _told(level: str) -> dict[str, Any]:
    strength = round(ANCHORS[level]) if level in ANCHORS else None
    return {"level": level, "name": rank(level), "character": character(level), "strength": strength}
