"""What is going on at the moment, for the start page and the lobby: who is here, open tables, games to watch."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.rules import ROUNDS
from shanghaien.web.core.formats import duration
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.lobby.offer_list import Asker
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.lobby.views import OfferList, offer_list
from shanghaien.web.lobby.watching import SeenGame
from shanghaien.web.tables.clocks import Pace
from shanghaien.web.tables.pages.seen_table import MiniRow, mini_row
from shanghaien.web.tables.words.players import pace_brief


@dataclass(frozen=True, slots=True)
class WatchLine:
    """A game that can be watched."""

    href: str
    names: tuple[str, str]
    strengths: tuple[str, str]
    sub: str
    points: tuple[int, int] | None
    row: MiniRow | None


def watch_lines(games: Iterable[SeenGame]) -> tuple[WatchLine, ...]:
    """Games to watch as a list shows them."""
    return tuple(_line(game) for game in games)


def _line(game: SeenGame) -> WatchLine:
    strengths = str(game.strengths[0]), str(game.strengths[1])
    row = mini_row(game.tavern, 0, game.names)
    return WatchLine(f"/watch/{game.id}", game.names, strengths, _sub(game), game.points, row)


def _sub(game: SeenGame) -> str:
    """How far it is, unless whoever watches is behind: then that is not told before they see it."""
    pace = pace_brief(Pace.read(game.pace)) if game.pace else ""
    if game.delay:
        said = gettext("%(pace)s · shown %(time)s late")
        return said % {"pace": pace, "time": duration(game.delay)}
    return gettext("Round %(round)s of %(rounds)s · %(turn)s") % {"round": game.round, "rounds": ROUNDS, "turn": pace}


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
