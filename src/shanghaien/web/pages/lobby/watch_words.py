"""Games to watch, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.rules import ROUNDS
from shanghaien.web.http.i18n import gettext
from shanghaien.web.lobby.watching import SeenGame
from shanghaien.web.pages.shared.mini_row import MiniRow, mini_row
from shanghaien.web.play.pace import Pace
from shanghaien.web.words.paces import pace_brief
from shanghaien.web.words.times import duration


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
