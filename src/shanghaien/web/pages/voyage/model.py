"""A step of the first voyage as plain values: the table, what is in the light, and what the old hand says."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from shanghaien.rules import TAVERN_SIZE, Place
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.inline_dice import filled
from shanghaien.web.pages.shared.seen_table import OpenChoice, SeenTable
from shanghaien.web.pages.table.model import TablePage, present
from shanghaien.web.pages.table.row import row

from .lessons import NAMES, SHIFT, STEPS, Ask
from .walk import Reached, Stand, seen


@dataclass(frozen=True, slots=True)
class Knot:
    """One knot of the rope: a step that is done, the present one, or one to come."""

    number: int
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class VoyagePage:
    """A step at the table."""

    number: int
    at: int
    reached: str
    table: TablePage
    lit: tuple[int, ...]
    """The places of the row, from the left, that stay in the light."""
    label: str
    heading: str
    text: Markup

    @property
    def right(self) -> bool:
        """Whether the step is done."""
        return self.reached == Reached.RIGHT


def rope(number: int, *, right: bool) -> tuple[Knot, ...]:
    """The six knots; that of a step that is done bears a tick."""
    now = number + right
    kinds = ["done" if each < now else "now" if each == number else "to" for each in range(1, STEPS + 1)]
    return tuple(Knot(each, gettext(name), kind) for each, (name, kind) in enumerate(zip(NAMES, kinds, strict=True), 1))


def step_words(number: int, idea: str) -> str:
    """What stands above the heading."""
    return gettext("Step %(step)s of %(steps)s · %(idea)s") % {"step": number, "steps": STEPS, "idea": gettext(idea)}


def step_page(at: Stand, choice: OpenChoice) -> VoyagePage:
    """The page of a step; `choice` is half a trick card that was opened."""
    lesson, right = at.lesson, at.reached is Reached.RIGHT
    ask = None if right else lesson.asks[at.at]
    looked = seen(at.state, f"/voyage/{at.number}", choice)
    return VoyagePage(
        number=at.number,
        at=at.at,
        reached=at.reached,
        table=_dimmed(looked, ask),
        lit=tuple(number - 1 for number in (ask.lit if ask else lesson.lit)),
        label=gettext("Right!") if right else step_words(at.number, lesson.idea),
        heading=gettext(ask.heading if ask else lesson.heading),
        text=filled(gettext(_said(at, ask)), act=gettext(SHIFT.name)),
    )


def _said(at: Stand, ask: Ask | None) -> str:
    if ask is None:
        return at.lesson.text
    return ask.nearly if at.reached is Reached.NEARLY else ask.text


def _dimmed(looked: SeenTable, ask: Ask | None) -> TablePage:
    """The table on which no place can be pressed but the one that is meant."""
    page = present(looked)
    meant = {ask.meant.die} if ask and isinstance(ask.meant, Place) else set()
    ghosts = tuple(ghost for ghost in page.question.ghosts if ghost.die in meant)
    return replace(page, row=row(looked, ghosts)[:TAVERN_SIZE])
