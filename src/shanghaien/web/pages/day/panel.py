"""The deal of the day on the start page: its first row, who has played, and the last seven days as lanterns."""

from dataclasses import dataclass

from shanghaien.web.daily.desk import DayDesk, NotReady
from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.faces import Face
from shanghaien.web.play.days import later

from .calendar import Lantern, lantern
from .dates import weekday
from .marks import loss_text
from .model import Stage, view_of

WEEK = 7


@dataclass(frozen=True, slots=True)
class DayPanel:
    """What the start page tells of today."""

    date: str
    day: str
    row: tuple[Face, ...]
    played: int
    best: str
    """The least that anybody gave away; empty before somebody has played."""
    lamps: tuple[tuple[Lantern, str], ...]
    """Seven days, today last, each with the name of its weekday."""
    stage: Stage
    press: str
    """What the button says."""
    streak: int


async def day_panel(days: DayDesk, person: PersonId | None) -> DayPanel | None:
    """What the start page shows of today's deal to somebody; None if there is none yet."""
    try:
        row = await days.day(days.today)
    except NotReady:
        return None
    own, best = await days.own(row.day, person), await days.best(row.day)
    view = view_of(row, own, days.today, None)
    return DayPanel(
        view.date,
        row.day,
        view.row,
        row.played,
        "" if best is None else loss_text(best),
        await _week(days, person),
        view.stage,
        _press(view.stage, view.round),
        (await days.streak(person)).now,
    )


async def _week(days: DayDesk, person: PersonId | None) -> tuple[tuple[Lantern, str], ...]:
    week = [later(days.today, number - WEEK + 1) for number in range(WEEK)]
    known, tries = await days.between(person, week[0], week[-1])
    return tuple((lantern(day, days.today, tries.get(day), known=day in known), weekday(day)) for day in week)


def _press(stage: Stage, round_: int) -> str:
    if stage == "new":
        return gettext("Play today’s deal")
    if stage == "running":
        return gettext("Round %(round)s, go on") % {"round": round_}
    return gettext("Table of the day")
