"""The end of a game: the verdict, and how the score comes about nation by nation (R22, R23, R47)."""

from dataclasses import dataclass

from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import ListedGame, Mode, Table, Viewer, seat_in_rematch
from shanghaien.web.tables.pages.score_table import CrewScore, ScoreTable, score_table
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.pages.table_dice import GuestPromise, promise_to_guest
from shanghaien.web.tables.rematch import Rematches, kept_seat
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.players import called, names

# The reckoning at the end of a game: nation by nation the crews meet, the small ones first, the largest last (R22).


@dataclass(frozen=True, slots=True)
class Meeting:
    """One nation's two crews, and the score after them."""

    crew: CrewScore
    so_far: tuple[int, int]
    """The points above and below."""
    decides: bool
    """Whether this is where the game was decided."""

    @property
    def kind(self) -> str:
        """How they meet: none (`nobody`), of one player `alone`, `equal`, or the stronger takes the weaker (`taken`)."""
        if not self.crew.mine and not self.crew.theirs:
            return "nobody"
        if not self.crew.counts:
            return "equal"
        return "taken" if self.crew.mine and self.crew.theirs else "alone"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How the score comes about, in the order in which the page shows it; unused tricks come last."""

    meetings: tuple[Meeting, ...]
    score: ScoreTable


def reckoning(score: ScoreTable) -> Reckoning:
    """The nations in the order that keeps it open to the end: those that bring nothing first, then rising."""
    above, below, told = 0, 0, []
    key = deciding(score)
    for crew in sorted(score.crews, key=lambda crew: (crew.counts, crew.theirs + crew.mine)):
        above += crew.counts if crew.counts_for == "them" else 0
        below += crew.counts if crew.counts_for == "me" else 0
        told.append(Meeting(crew, (above, below), decides=crew is key))
    return Reckoning(tuple(told), score)


def deciding(score: ScoreTable) -> CrewScore | None:
    """The nation without which the game would have gone to the other player, of several the closest; None if none is.

    There the winner's crew was the stronger one. Had the other been stronger, it would have kept its own points from the
    winner and taken this crew besides.
    """
    lead = score.points[1] - score.points[0]
    winner = "me" if lead > 0 else "them"
    won = [crew for crew in score.crews if crew.counts_for == winner and crew.mine and crew.theirs]
    turned = [crew for crew in won if lead and crew.mine + crew.theirs > abs(lead)]
    return min(turned, key=lambda crew: (abs(crew.mine - crew.theirs), -crew.counts), default=None)


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """Who has won, and what can be done next."""

    heading: str
    detail: str
    rematch: str
    """The address of the next game, once it is set up."""
    may_rematch: bool
    mode: str
    """What is played again, and against which level; the page's script agrees on the dice by it."""
    level: str
    seat: str
    """The seat that the viewer would have then: a or b."""
    reckoning: Reckoning | None
    """How the score came about; None if the game ended before its last round."""


def verdict(seen: SeenTable) -> ResultPanel | None:
    result = seen.table.result
    if result is None:
        return None
    rematch = f"/t/{seen.table.rematch}" if seen.table.rematch else ""
    table, seats = seen.table, seen.viewer.seats
    level = next((chair.level for chair in table.chairs if chair.level), "")
    seat = "ab"[seat_in_rematch(table, seats)]
    told = reckoning(score_table(seen)) if result.reason == "points" else None
    return ResultPanel(_heading(seen), _detail(seen), rematch, bool(seats), str(table.mode), level, seat, told)


def _heading(seen: SeenTable) -> str:
    voice, result = seen.voice, seen.table.result
    assert result is not None
    if result.reason == "abandoned":
        return gettext("The game was called off")
    if result.winner is None:
        return gettext("Nobody wins: %(points)s each") % {"points": result.points[0]}
    if result.reason != "points":
        return voice.say(result.winner, gettext("You win"), gettext("%(name)s wins"))
    lead = abs(result.points[0] - result.points[1])
    you = ngettext("You win by %(num)d point", "You win by %(num)d points", lead)
    named = ngettext("%(name)s wins by %(num)d point", "%(name)s wins by %(num)d points", lead)
    return voice.say(result.winner, you, named, num=lead)


def _detail(seen: SeenTable) -> str:
    result = seen.table.result
    assert result is not None
    if result.winner is not None and result.reason == "resigned":
        return seen.voice.say(1 - result.winner, gettext("You resigned."), gettext("%(name)s resigned."))
    if result.winner is not None and result.reason == "time":
        return seen.voice.say(1 - result.winner, gettext("You lost on time."), gettext("%(name)s lost on time."))
    if result.reason == "abandoned":
        return _called_off(seen)
    rounds = seen.state.round
    return ngettext("After %(num)d round.", "After %(num)d rounds.", rounds) % {"num": rounds}


def _called_off(seen: SeenTable) -> str:
    ended = next((entry for entry in reversed(seen.table.log) if entry.kind is EntryKind.ABANDONED), None)
    if ended is None or ended.seat is None:
        return gettext("Time was up when the game had hardly begun. It counts for nobody.")
    return gettext("Time was up, and the game was called off. It counts for nobody.")


# What follows a game that is over: the rematch as it stands between the players, and another game that waits.

ASK, OFFERED, ASKED, BEGUN, DAY, NONE = "ask", "offered", "asked", "begun", "day", ""


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What the viewer of a finished game can do next."""

    rematch: str = NONE
    """`ask` for one; one's own was `offered`; one is `asked` by the other player; it has `begun`; empty for none.

    Of a `day` there is none: its table follows.
    """
    address: str = ""
    """The table of the rematch, once it has begun; or the page of the day."""
    other: str = ""
    """The other player's name."""
    people: bool = False
    """Whether the rematch needs the press of two people."""
    promise: GuestPromise | None = None
    """What the viewer agrees to about the dice by sitting down."""
    next_address: str = ""
    next_name: str = ""

    @property
    def title(self) -> str:
        """What the title announces at once; empty if there is nothing to announce."""
        return gettext("%(name)s wants a rematch") % {"name": self.other} if self.rematch == ASKED else ""


NOTHING = Afterwards()


async def what_follows(tables: Tables, rematches: Rematches, table: Table, viewer: Viewer) -> Afterwards:
    """What the viewer of a finished game can do next."""
    waiting = await _waiting_game(tables, table, viewer.person) if viewer.seats else None
    rematch, made = await _rematch(rematches, table, viewer)
    seat = min(viewer.seats, default=0)
    return Afterwards(
        rematch,
        f"/day/{table.day}" if table.day else f"/t/{made.id}" if rematch == BEGUN and made else "",
        names(table)[1 - seat],
        table.mode is Mode.INVITE,
        await promise_to_guest(tables, made) if rematch == ASKED and made else None,
        f"/next?from={table.id}" if waiting else "",
        called(waiting.chairs[1 - min(waiting.seats, default=0)]) if waiting else "",
    )


async def _rematch(rematches: Rematches, table: Table, viewer: Viewer) -> tuple[str, Table | None]:
    if table.day:
        return DAY, None
    found = await rematches.offered(table, viewer.person)
    if found is None:
        return (ASK if viewer.seats and await rematches.possible(table) else NONE), None
    made, there = found
    if made.started:
        return BEGUN, made
    if not viewer.seats:
        return NONE, made
    return (OFFERED if kept_seat(made, there) is None else ASKED), made


async def _waiting_game(tables: Tables, table: Table, person: PersonId | None) -> ListedGame | None:
    games = [] if person is None else await tables.listing.waiting_games(person)
    return next((game for game in games if game.id not in {table.id, table.rematch}), None)
