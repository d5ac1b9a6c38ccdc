"""The list of offers page by page: a page is named by the place of the last offer before it, not by a number."""

import re
from collections.abc import Sequence

from .fit import SeenOffer, place_of

OFFERS_ON_A_PAGE = 20
PLACE = re.compile(r"([012])-(\d{1,15})-([A-Za-z0-9_.-]{1,40})", re.ASCII)


def page_of(seen: Sequence[SeenOffer], after: str = "", most: int = OFFERS_ON_A_PAGE) -> tuple[list[SeenOffer], str]:
    """A page of what somebody sees, and what the next one is called; empty on the last one."""
    place = _place(after)
    rest = [each for each in seen if place is None or place_of(each) > place]
    return rest[:most], _named(rest[most - 1]) if len(rest) > most else ""


def _named(seen: SeenOffer) -> str:
    rank, earlier, game = place_of(seen)
    return f"{rank}-{-earlier}-{game}"


def _place(text: str) -> tuple[int, int, str] | None:
    found = PLACE.fullmatch(text)
    return (int(found[1]), -int(found[2]), found[3]) if found else None
