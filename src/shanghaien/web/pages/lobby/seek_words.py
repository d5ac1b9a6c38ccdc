"""How a search for somebody stands, in words, for pages and for their script."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext
from shanghaien.web.lobby.seeking import Search, SearchStage

SECONDS_TO_CHOOSE = 10
"""After so many seconds a page with script goes to the table by itself."""
COOKIE = "seeking"
"""Says that somebody in this browser looks for somebody, so that nobody else's pages have to ask."""


@dataclass(frozen=True, slots=True)
class SearchBar:
    """What the bar over a page says while somebody is looked for."""

    stage: str
    said: str
    go: str = ""
    """What the button says that leads to the table; empty while there is none."""
    to: str = ""
    seconds: int = SECONDS_TO_CHOOSE


def search_bar(search: Search) -> SearchBar | None:
    """What is said of a search; None if there is none."""
    name = search.partner or gettext("Somebody")
    match search.stage:
        case SearchStage.WAITING:
            return SearchBar(search.stage, gettext("Looking for somebody. Meanwhile you can play the bot."))
        case SearchStage.FOUND:
            return SearchBar(search.stage, gettext("%(name)s is there.") % {"name": name}, gettext("To the table"))
        case SearchStage.AGREED:
            return SearchBar(search.stage, gettext("Waiting for %(name)s to say yes …") % {"name": name})
        case SearchStage.TABLE:
            to = f"/t/{search.game}"
            return SearchBar(search.stage, gettext("Your table is ready."), gettext("To the table"), to)
    return None
