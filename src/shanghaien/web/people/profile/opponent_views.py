"""Games in lists, the opponents of a person, and two people over the years."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from urllib.parse import quote

from markupsafe import Markup

from shanghaien.rules import Seat
from shanghaien.web.core.i18n import gettext, ngettext, pgettext
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.profile.charts import Size, box, date_words, day, drawing, hatching, words
from shanghaien.web.people.profile.service import Found, OtherSide, ProfileService, address_of, other_sides
from shanghaien.web.people.profile.strength_views import decimal
from shanghaien.web.standings.result_lists import ListedResult
from shanghaien.web.standings.standing_words import outcome, pace_word, setup_words
from shanghaien.web.tables.store.rows import SeatRow
from shanghaien.web.tables.words.players import rank

OUTCOMES = ("lost", "drawn", "won")


@dataclass(frozen=True, slots=True)
class ListedOpponent:
    """The other side, as the list names it."""

    name: str
    href: str = ""
    """Their page; empty for guests, deleted accounts, and people who are not to be named."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a list."""

    game: GameId
    """Empty where it cannot be opened: it is no longer stored, or a player in it is not to be named."""
    opponent: ListedOpponent
    key: str
    outcome: str
    when: str
    points: str
    about: str
    luck: str
    """What luck gave, in wins; empty before the review."""


Sides = Mapping[PersonId, OtherSide | None]
"""The people on the other side by id; None for those that the viewer must not see."""


@dataclass(frozen=True)
class Lines:
    """Makes lines of one person's results for one viewer."""

    about: ProfileService
    found: Found
    viewer: PersonId | None

    async def of(self, rows: Sequence[ListedResult], sides: Sides | None = None) -> list[GameLine]:
        """Games with people whom the viewer has blocked, or who have blocked them, are left out."""
        sides = await self.opponents(rows) if sides is None else sides
        seats = await self.about.results.seats([row.game for row in rows])
        return [_line(row, side, seats) for row in rows if (side := sides[row.opponent]) is not None]

    async def opponents(self, rows: Sequence[ListedResult]) -> Sides:
        return await other_sides(self.about, rows, self.viewer, own=self.found.seen.own)


def _line(row: ListedResult, side: OtherSide, seats: dict[tuple[GameId, Seat], SeatRow]) -> GameLine:
    kept = (row.game, 0) in seats
    about = [setup_words(row.setup), pace_word(row.pace)] + (
        [gettext("not rated")] if row.unrated and not row.called_off else []
    )
    return GameLine(
        game=row.game if kept and side.named else GameId(""),
        opponent=_opponent(row, side, seats.get((row.game, 1 - row.seat))),
        key="off" if row.called_off else OUTCOMES[row.score],
        outcome=gettext("Called off") if row.called_off else outcome(row.score),
        when=date_words(row.ended),
        points=f"{row.points} : {row.points_against}",
        about=" · ".join(about),
        luck="" if row.luck is None else decimal(row.luck, sign=True),
    )


def _opponent(row: ListedResult, side: OtherSide, seat: SeatRow | None) -> ListedOpponent:
    """Bots go by their rank, guests by the name they had in the game."""
    if row.level:
        return ListedOpponent(rank(row.level), f"/bots/{row.level}")
    if side.account:
        return ListedOpponent(side.account, address_of(side.account))
    if not (row.opponent and side.named):
        return ListedOpponent(gettext("a sailor"))
    return ListedOpponent(seat.name if seat is not None and seat.name else pgettext("name", "Guest"))


@dataclass(frozen=True, slots=True)
class Against:
    """All games with one opponent."""

    name: str
    href: str
    games: int
    won: int
    drawn: int
    lost: int
    per_game: str
    """Points more than the opponent's, on average."""
    luck: str
    """In wins; empty if nothing was reviewed."""


def against(lines: Lines, rows: Sequence[ListedResult], sides: Sides) -> list[Against]:
    """The opponents in these results, those played most first; without guests and people who are not to be named."""
    grouped: dict[tuple[PersonId, str], list[ListedResult]] = defaultdict(list)
    for row in rows:
        if not row.called_off:
            grouped[row.opponent, row.level].append(row)
    found = []
    for (person, level), games in grouped.items():
        known = sides[person]
        if level:
            found.append(_sum(rank(level), f"{lines.found.address}/games?level={level}", games))
        elif person and known is not None and known.account:
            found.append(_sum(known.account, f"{lines.found.address}/versus/{quote(known.account, safe='')}", games))
    return sorted(found, key=lambda each: (-each.games, each.name))


def _sum(name: str, href: str, games: list[ListedResult]) -> Against:
    sums = tally(name, games)
    ahead = (sums.points - sums.points_against) / sums.games
    per_game = decimal(ahead, sign=True)
    return Against(name, href, sums.games, sums.won, sums.drawn, sums.lost, per_game, luck_words(games))


def luck_words(rows: Sequence[ListedResult]) -> str:
    """What luck gave in all, in wins; empty if nothing was reviewed."""
    lucks = [row.luck for row in rows if row.luck is not None]
    return decimal(sum(lucks), sign=True) if lucks else ""


ROW = 34
WON, DRAWN, LOST = 2, 1, 0
KINDS = {WON: ("vwon", "in-vwon"), DRAWN: ("vdrawn", "in-vdrawn"), LOST: ("vlost", "")}
"""Filled, hatched, and an outline; each with its words inside."""


@dataclass(frozen=True, slots=True)
class PairTally:
    """Some games of two people, from the side of the first."""

    name: str
    won: int
    drawn: int
    lost: int
    points: int
    points_against: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Versus:
    """Two people and what they have played against each other."""

    names: tuple[str, str]
    rows: Sequence[ListedResult]
    """The latest first; those that were called off are not among them."""
    all_of_them: bool = True
    """Whether these are all the games they have played."""

    @property
    def total(self) -> PairTally:
        return tally("", self.rows)

    @property
    def by_setup(self) -> list[PairTally]:
        return self._by(lambda row: setup_words(row.setup))

    @property
    def by_pace(self) -> list[PairTally]:
        return self._by(lambda row: pace_word(row.pace))

    @property
    def years(self) -> list[PairTally]:
        """By year, the oldest first."""
        return sorted(self._by(lambda row: str(day(row.ended).year)), key=lambda each: each.name)

    @property
    def since(self) -> str:
        """The first game among those that were read."""
        return date_words(self.rows[-1].ended)

    @property
    def luck(self) -> str:
        return luck_words(self.rows)

    @property
    def streak(self) -> str:
        last = self.rows[0].score
        if last == DRAWN:
            return gettext("The last game was a draw.")
        many = sum(1 for _ in takewhile(lambda row: row.score == last, self.rows))
        said = ngettext("%(name)s has won the last game.", "%(name)s has won the last %(num)d games.", many)
        return said % {"name": self.names[0 if last == WON else 1], "num": many}

    @property
    def longest(self) -> tuple[int, int]:
        """The longest winning runs of both."""
        return _longest(self.rows, WON), _longest(self.rows, LOST)

    def picture(self, size: Size) -> Markup:
        """A bar for each year: won filled, drawn hatched, lost an outline."""
        listed = "; ".join(
            f"{year.name}: {outcome(WON)} {year.won}, {outcome(DRAWN)} {year.drawn}, {outcome(LOST)} {year.lost}"
            for year in self.years
        )
        height = ROW * len(self.years) + 10
        sized = size._replace(height=height)
        return drawing("years", sized, gettext("Games of each year"), listed, _years(sized, self.years))

    def _by(self, name: Callable[[ListedResult], str]) -> list[PairTally]:
        names = dict.fromkeys(name(row) for row in self.rows)
        tallies = [tally(each, [row for row in self.rows if name(row) == each]) for each in names]
        return sorted(tallies, key=lambda each: -each.games)


def tally(name: str, rows: Sequence[ListedResult]) -> PairTally:
    lost, drawn, won = (sum(row.score == score for row in rows) for score in range(3))
    return PairTally(name, won, drawn, lost, sum(row.points for row in rows), sum(row.points_against for row in rows))


def _longest(rows: Sequence[ListedResult], score: int) -> int:
    best = now = 0
    for row in rows:
        now = now + 1 if row.score == score else 0
        best = max(best, now)
    return best


def _years(size: Size, years: Sequence[PairTally]) -> Iterator[Markup]:
    most = max(year.games for year in years)
    yield hatching(f"vx-{size.name}", "vx")
    for number, year in enumerate(years):
        y, x = 6 + number * ROW, float(size.left)
        yield words(4, y + 17, year.name, "axis")
        for score, games in ((WON, year.won), (DRAWN, year.drawn), (LOST, year.lost)):
            wide = size.across * games / most
            bar, inside = KINDS[score]
            yield _part(size, bar, x, y, wide)
            if wide > 20:
                yield words(x + wide / 2, y + 17, str(games), inside, "middle")
            x += wide


def _part(size: Size, kind: str, x: float, y: float, wide: float) -> Markup:
    bar = box(kind, x + 1, y, wide - 2, 24) if wide else Markup("")
    return bar.replace("<rect", Markup('<rect fill="url(#vx-{})"').format(size.name)) if kind == "vdrawn" else bar
