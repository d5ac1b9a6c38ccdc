"""Two people over the years: who won how often, with what and how fast, who is on a run, and every year."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from markupsafe import Markup

from shanghaien.web.http.i18n import gettext, ngettext
from shanghaien.web.people.told_rows import ListedResult
from shanghaien.web.words.results import outcome, pace_word, setup_words

from .numbers import decimal
from .svg import Size, box, drawing, words
from .time_axis import date_words, day

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
        """How many there are."""
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
        """All games together."""
        return tally("", self.rows)

    @property
    def by_setup(self) -> list[PairTally]:
        """The same by set-up."""
        return self._by(lambda row: setup_words(row.setup))

    @property
    def by_pace(self) -> list[PairTally]:
        """The same by pace."""
        return self._by(lambda row: pace_word(row.pace))

    @property
    def years(self) -> list[PairTally]:
        """The same by year, the oldest first."""
        return sorted(self._by(lambda row: str(day(row.ended).year)), key=lambda each: each.name)

    @property
    def since(self) -> str:
        """When they played first, as far as is looked."""
        return date_words(self.rows[-1].ended)

    @property
    def luck(self) -> str:
        """What luck gave the first, in wins; empty if nothing was reviewed."""
        lucks = [row.luck for row in self.rows if row.luck is not None]
        return decimal(sum(lucks), sign=True) if lucks else ""

    @property
    def streak(self) -> str:
        """Who has won the latest games one after the other."""
        last = self.rows[0].score
        if last == DRAWN:
            return gettext("The last game was a draw.")
        many = sum(1 for _ in takewhile(lambda row: row.score == last, self.rows))
        said = ngettext("%(name)s has won the last game.", "%(name)s has won the last %(num)d games.", many)
        return said % {"name": self.names[0 if last == WON else 1], "num": many}

    @property
    def longest(self) -> tuple[int, int]:
        """The longest runs of both."""
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
    """These games added up."""
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
    yield Markup(
        '<defs><pattern id="vx-{}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="vx" d="M0 0V6"/></pattern></defs>'
    ).format(size.name)
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
