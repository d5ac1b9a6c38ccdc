"""One game's effect on how strong its players are: rows in, rows out; the same for a new game and for all anew."""

from dataclasses import replace

from shanghaien.ratings.anchors import anchor
from shanghaien.ratings.glicko import Rating, aged, periods, rated
from shanghaien.ratings.skill import ReviewedGame, skilled
from shanghaien.ratings.too_perfect import PERFECT, SMALLEST_MARGIN, WatchedChoice
from shanghaien.web.ids import PersonId
from shanghaien.web.store.result_rows import ResultRow, StandingRow, WatchRow

from .curve import Curve
from .lists import list_of
from .sums import SkillSums, read_watch, written_watch

DAY_MS = 24 * 3600 * 1000
UNKNOWN = Rating()


def unknown(person: PersonId, name: str) -> StandingRow:
    """Somebody who is on a list for the first time."""
    return StandingRow(person, name, UNKNOWN.value, UNKNOWN.deviation, UNKNOWN.volatility, 0, 0)


def rating_of(row: StandingRow | None) -> Rating:
    """The rating that a standing tells."""
    return UNKNOWN if row is None else Rating(row.rating, row.deviation, row.volatility)


def rating_at(row: StandingRow | None, at: int) -> Rating:
    """The rating at a time: the longer ago the last game is, the less is known."""
    return UNKNOWN if row is None else aged(rating_of(row), _elapsed(row.at, at))


def skill_of(row: StandingRow | None) -> Rating:
    """The strength without luck that a standing tells."""
    if row is None or row.skill is None or row.skill_deviation is None:
        return UNKNOWN
    return Rating(row.skill, row.skill_deviation)


def skill_at(row: StandingRow | None, at: int) -> Rating:
    """The same at a time."""
    return UNKNOWN if row is None else aged(skill_of(row), _elapsed(SkillSums.read(row.sums).at, at))


def opponent_rating(result: ResultRow, other: ResultRow | None, row: StandingRow | None) -> Rating:
    """How strong the opponent was: a bot as measured, a person by the list, somebody who has gone as they were then."""
    if result.level:
        return anchor(result.level)
    if other is not None and not other.person and other.rating_before is not None:
        return Rating(other.rating_before, other.deviation_before or UNKNOWN.deviation)
    return rating_at(row, result.ended)


def opponent_skill(result: ResultRow, other: ResultRow | None, row: StandingRow | None) -> Rating:
    """The same without luck."""
    if result.level:
        return anchor(result.level)
    if other is not None and not other.person and other.skill_before is not None:
        return Rating(other.skill_before, other.skill_deviation_before or UNKNOWN.deviation)
    return skill_at(row, result.ended)


def after_game(row: StandingRow | None, result: ResultRow, other: Rating) -> StandingRow:
    """The standing after a game against an opponent who was so strong."""
    before = row or unknown(result.person, list_of(result.pace, result.level))
    elapsed = _elapsed(before.at, result.ended) if before.games else 0.0
    now = rated(rating_of(before), [(other, result.score / 2)], elapsed)
    at = max(before.at, result.ended)
    return replace(
        before,
        rating=now.value,
        deviation=now.deviation,
        volatility=now.volatility,
        games=before.games + 1,
        at=at,
        curve=Curve.read(before.curve).with_rating(at, now.value, now.deviation).text,
        provisional=int(now.provisional),
    )


def after_review(row: StandingRow, result: ResultRow, other: Rating) -> StandingRow:
    """The standing after the review of a game against an opponent who was so strong without luck."""
    sums, game = SkillSums.read(row.sums), reviewed_game(result)
    elapsed = _elapsed(sums.at, result.ended) if row.reviewed else 0.0
    now = skilled(skill_of(row), other, game, elapsed)
    at = max(sums.at, result.ended)
    return replace(
        row,
        skill=now.value,
        skill_deviation=now.deviation,
        reviewed=row.reviewed + 1,
        sums=SkillSums(at, sums.balance.after(game)).text,
        curve=Curve.read(row.curve).with_skill(at, now.value, now.deviation).text,
    )


def reviewed_game(result: ResultRow) -> ReviewedGame:
    """What a review said of the person's side of a game."""
    return ReviewedGame(result.score / 2, result.luck or 0.0, result.loss or 0.0, result.decisions or 0)


def watched(row: WatchRow | None, result: ResultRow) -> WatchRow:
    """The watch after one more reviewed game."""
    perfect, hard = result.perfect or 0, result.hard or 0
    choices = [WatchedChoice(0.0, SMALLEST_MARGIN)] * perfect
    choices += [WatchedChoice(2 * PERFECT, SMALLEST_MARGIN)] * (hard - perfect)
    watch = read_watch(row.sums if row else "").after(choices)
    return WatchRow(result.person, written_watch(watch), watch.most)


def _elapsed(since: int, at: int) -> float:
    return periods((at - since) / DAY_MS)
