"""A person's strength, as their page says it: skill first, ratings second, and a sentence about both."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.glicko import Rating, aged, periods
from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.formats import DAY, MINUS
from shanghaien.web.core.i18n import gettext, language, ngettext
from shanghaien.web.people.profile.charts import CurvePicture, read_curve
from shanghaien.web.standings.result_lists import ListedResult, StrengthRow
from shanghaien.web.standings.standing_words import pace_word


def decimal(value: float, *, sign: bool = False) -> str:
    """A number with one decimal; with its sign if that is wanted, and nothing has none."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - a server starts more quickly without

    shown = round(value, 1) + 0.0
    written = format_decimal(shown, "0.0", locale=language()).replace("-", MINUS)
    return f"+{written}" if sign and shown > 0 else written


LISTS = {
    "live": "",
    "days": "",
    "live-bots": N_("Live, against bots"),
    "days-bots": N_("Days, against bots"),
}
"""What the lists are called; those against people simply by their pace."""
RATINGS = {
    "live": N_("Rating, live"),
    "days": N_("Rating, days"),
    "live-bots": N_("Rating, live with bots"),
    "days-bots": N_("Rating, days with bots"),
}
FEWEST = 5
"""Rated games below which no curve is shown."""
CLEAR = 10
"""Points between rating and skill that are worth a sentence."""
CLEAR_LUCK = 0.1


@dataclass(frozen=True, slots=True)
class StrengthFigure:
    """One number in a box."""

    name: str
    value: str
    around: str = ""
    """How uncertain it is; with a question mark while it is provisional."""


@dataclass(frozen=True, slots=True)
class ShownStrength:
    """What a page says about one list."""

    figures: tuple[StrengthFigure, ...]
    chosen: str
    lists: tuple[tuple[str, str], ...]
    """The lists that the person is on: their keys and names."""
    curve: CurvePicture | None
    said: tuple[str, ...]


def strength_of(rows: Sequence[StrengthRow], wanted: str) -> tuple[StrengthRow | None, tuple[tuple[str, str], ...]]:
    """The row of the wanted list, or of the first that there is, and all lists there are."""
    by_list = {row.list: row for row in rows}
    lists = tuple((key, gettext(name) if name else pace_word(key)) for key, name in LISTS.items() if key in by_list)
    chosen = wanted if wanted in by_list else lists[0][0] if lists else ""
    return by_list.get(chosen), lists


def belongs(row: ListedResult, chosen: str) -> bool:
    """Whether a result counts for a list."""
    pace, _, bots = chosen.partition("-")
    return not row.unrated and row.pace == pace and bool(row.level) == bool(bots)


def strength_shown(rows: Sequence[StrengthRow], wanted: str, balance: Balance, name: str) -> ShownStrength | None:
    """What the page says about strength; `name` is empty on one's own page. None if nothing was rated."""
    row, lists = strength_of(rows, wanted)
    if row is None:
        return None
    read = read_curve(row.curve)
    curve = read if row.games >= FEWEST and len(read.rating) > 1 else None
    figures = (_skill(row), *_ratings(rows, row.list))
    said = (*_compared(row, name), *_luck(balance, name)) if curve else ()
    return ShownStrength(figures, row.list, lists, curve, said)


def rating_now(row: StrengthRow) -> Rating:
    """The rating with today's deviation, which grows without games."""
    return aged(Rating(row.rating, row.deviation, row.volatility), periods((now() - row.at) / DAY))


def skill_now(row: StrengthRow) -> Rating | None:
    """The skill with today's deviation; None before the first review."""
    if row.skill is None or row.skill_deviation is None:
        return None
    return aged(Rating(row.skill, row.skill_deviation, row.volatility), periods((now() - row.at) / DAY))


def _skill(row: StrengthRow) -> StrengthFigure:
    skill, name = skill_now(row), gettext("Skill, luck taken out")
    return StrengthFigure(name, "–", gettext("after the first review")) if skill is None else _figure(name, skill)


def _ratings(rows: Sequence[StrengthRow], chosen: str) -> list[StrengthFigure]:
    """The ratings against people, and the chosen one if it is another."""
    by_list = {row.list: row for row in rows}
    shown = [key for key in LISTS if key in by_list and (key in {"live", "days"} or key == chosen)]
    return [_figure(gettext(RATINGS[key]), rating_now(by_list[key])) for key in shown]


def _figure(name: str, rating: Rating) -> StrengthFigure:
    return StrengthFigure(
        name, str(round(rating.value)), f"± {round(rating.deviation)}{' ?' if rating.provisional else ''}"
    )


def _compared(row: StrengthRow, name: str) -> tuple[str, ...]:
    if row.skill is None:
        return ()
    apart = round(row.skill - row.rating)
    if abs(apart) < CLEAR:
        said = (
            gettext("%(name)s’s rating matches how they play.")
            if name
            else gettext("Your rating matches how you play.")
        )
    elif apart > 0:
        better = gettext("%(name)s plays %(points)s points above their rating.")
        said = better if name else gettext("You play %(points)s points above your rating.")
    else:
        worse = gettext("%(name)s plays %(points)s points below their rating.")
        said = worse if name else gettext("You play %(points)s points below your rating.")
    return (said % {"name": name, "points": abs(apart)},)


def _luck(balance: Balance, name: str) -> tuple[str, ...]:
    if not balance.games or abs(balance.luck) < CLEAR_LUCK:
        return ()
    if balance.luck < 0:
        owed = ngettext(
            "The dice owe %(name)s %(wins)s wins from %(num)d reviewed game.",
            "The dice owe %(name)s %(wins)s wins from %(num)d reviewed games.",
            balance.games,
        )
        own = ngettext(
            "The dice owe you %(wins)s wins from %(num)d reviewed game.",
            "The dice owe you %(wins)s wins from %(num)d reviewed games.",
            balance.games,
        )
        said = owed if name else own
    else:
        given = ngettext(
            "The dice have given %(name)s %(wins)s wins in %(num)d reviewed game.",
            "The dice have given %(name)s %(wins)s wins in %(num)d reviewed games.",
            balance.games,
        )
        own = ngettext(
            "The dice have given you %(wins)s wins in %(num)d reviewed game.",
            "The dice have given you %(wins)s wins in %(num)d reviewed games.",
            balance.games,
        )
        said = given if name else own
    return (said % {"name": name, "wins": decimal(abs(balance.luck)), "num": balance.games},)
