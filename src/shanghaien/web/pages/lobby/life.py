"""What is going on at the moment, for the start page and the lobby: who is here, open tables, games to watch."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import ngettext
from shanghaien.web.lobby.fit import Asker
from shanghaien.web.lobby.lobby import Lobby

from .model import OfferList, offer_list
from .watch_words import WatchLine, watch_lines

FEW_WORTH_TELLING = 2
"""That one is alone here is told to nobody: the count begins with somebody else."""


@dataclass(frozen=True, slots=True)
class Life:
    """What is going on, as whoever looks may see it."""

    here: str
    """How many people are here, in words; empty if there is nobody else."""
    named: tuple[str, ...]
    """Those of them who wish to be seen."""
    offers: OfferList
    watch: tuple[WatchLine, ...]


async def life_at(lobby: Lobby, asker: Asker, offers: int, watch: int, after: str = "") -> Life:
    """What is going on, with so many offers and games to watch."""
    seen = await lobby.offers.seen_by(asker)
    games = await lobby.watching.seen_by(asker.person, asker.hidden, watch)
    return Life(
        here_words(lobby.here.count()),
        tuple(lobby.here.named(asker.hidden)),
        offer_list(seen, after, offers),
        watch_lines(games),
    )


def here_words(count: int) -> str:
    """How many people are here; nothing where that would be oneself."""
    if count < FEW_WORTH_TELLING:
        return ""
    return ngettext("%(num)d person is here", "%(num)d people are here", count) % {"num": count}
