"""A person's page as plain values."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from shanghaien.ratings.balance import Balance
from shanghaien.web.core.formats import percent, points
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.profile.charts import month_words
from shanghaien.web.people.profile.opponent_views import Against, GameLine, Lines, against
from shanghaien.web.people.profile.review_views import (
    FavouriteMistake,
    ReviewedMonth,
    RoundAccuracy,
    balance_of,
    error_picture,
    luck_picture,
    mistakes_of,
    months_of,
    rounds_of,
    rounds_picture,
    skill_picture,
)
from shanghaien.web.people.profile.service import Found, ProfileService
from shanghaien.web.people.profile.strength_views import ShownStrength, belongs, decimal, strength_shown
from shanghaien.web.standings.result_lists import LOOKED_AT, HabitRow, ListedResult, StrengthRow

SHOWN_GAMES, SHOWN_OPPONENTS = 5, 5


@dataclass(frozen=True)
class OverTime:
    """What the reviews of the latest games say, in all and month by month."""

    balance: Balance
    months: list[ReviewedMonth]
    all_of_them: bool
    """Whether these are all the games there are."""

    @property
    def mean(self) -> str:
        return percent(self.balance.mean, 0)

    @property
    def interval(self) -> tuple[str, str]:
        """The 95 % interval of the mean."""
        low, high = self.balance.interval or (0.0, 1.0)
        return percent(max(0.0, low), 0), percent(min(1.0, high), 0)

    @property
    def error(self) -> str:
        return points(self.balance.error or 0.0)

    @property
    def luck(self) -> str:
        return decimal(self.balance.luck, sign=True)

    @property
    def luck_picture(self) -> Markup:
        return luck_picture(self.months)

    @property
    def mean_picture(self) -> Markup:
        return skill_picture(self.months)

    @property
    def error_picture(self) -> Markup:
        return error_picture(self.months)

    @property
    def rows(self) -> list[tuple[str, int, str, str, str]]:
        return [
            (
                each.name,
                each.balance.games,
                decimal(each.balance.luck, sign=True),
                percent(each.balance.mean, 0),
                points(each.balance.error or 0.0),
            )
            for each in self.months
        ]


@dataclass(frozen=True)
class ProfilePage:
    """Everything that the page of a person shows to one viewer."""

    name: str
    address: str
    own: bool
    since: str
    rated: str
    """How many rated games there are, in words."""
    shows_games: bool
    shows_strength: bool
    strength: ShownStrength | None = None
    over_time: OverTime | None = None
    mistakes: tuple[FavouriteMistake, ...] = ()
    rounds: tuple[RoundAccuracy, ...] = ()
    games: tuple[GameLine, ...] = ()
    opponents: tuple[Against, ...] = ()
    many_opponents: int = 0
    public: bool = False
    """Whether it is public, so that other sites may show a preview."""

    @property
    def rounds_picture(self) -> Markup:
        return rounds_picture(list(self.rounds))

    @property
    def rounds_said(self) -> str:
        if not self.rounds:
            return ""
        worst = sorted(self.rounds, key=lambda each: each.accuracy)[:2]
        if worst[0].accuracy >= max(each.accuracy for each in self.rounds) - 0.02:
            return gettext("All rounds are about equally good.")
        numbers = sorted(each.round for each in worst)
        if len(numbers) < 2:
            return ""
        return gettext("Most is lost in rounds %(first)s and %(second)s.") % {"first": numbers[0], "second": numbers[1]}


async def profile_page(about: ProfileService, found: Found, viewer: PersonId | None, wanted: str) -> ProfilePage:
    """The page of a person who shows it to the viewer; `wanted` is the list that is looked at."""
    person = found.person.id
    rows = await about.results.latest(person) if found.shows_games or found.shows_strength else []
    strengths = await about.strengths.of(person) if found.shows_strength else []
    habits = await about.strengths.habits(person) if found.shows_strength else []
    seen = await about.visibility.what_is_shown(person, None) if found.seen.own else found.seen
    return ProfilePage(
        name=found.name,
        address=found.address,
        own=found.seen.own,
        since=month_words(found.person.created, with_year=True),
        rated=_rated(strengths),
        shows_games=found.shows_games,
        shows_strength=found.shows_strength,
        public=seen.public,
        **_strong(found, strengths, habits, rows, wanted),
        **(await _played(Lines(about, found, viewer), rows) if found.shows_games else {}),
    )


def _strong(
    found: Found, strengths: list[StrengthRow], habits: list[HabitRow], rows: list[ListedResult], wanted: str
) -> dict[str, Any]:
    if not found.shows_strength:
        return {}
    name = "" if found.seen.own else found.name
    first = strength_shown(strengths, wanted, Balance(), name)
    counted = [row for row in rows if belongs(row, first.chosen)] if first else []
    balance = balance_of(counted)
    over_time = OverTime(balance, months_of(counted), len(rows) < LOOKED_AT) if balance.games else None
    return {
        "strength": strength_shown(strengths, wanted, balance, name),
        "over_time": over_time,
        "mistakes": tuple(mistakes_of(habits)),
        "rounds": tuple(rounds_of(habits)),
    }


async def _played(lines: Lines, rows: list[ListedResult]) -> dict[str, Any]:
    sides = await lines.opponents(rows)
    opponents = against(lines, rows, sides)
    return {
        "games": tuple(await lines.of(rows[:SHOWN_GAMES], sides)),
        "opponents": tuple(opponents[:SHOWN_OPPONENTS]),
        "many_opponents": len(opponents),
    }


def _rated(rows: list[StrengthRow]) -> str:
    games = {row.list: row.games for row in rows}
    said = [
        (
            ngettext("%(num)d rated game live", "%(num)d rated games live", games[key])
            if key == "live"
            else ngettext("%(num)d rated game over days", "%(num)d rated games over days", games[key])
        )
        % {"num": games[key]}
        for key in ("live", "days")
        if games.get(key)
    ]
    return ", ".join(said) or gettext("no rated games yet")
