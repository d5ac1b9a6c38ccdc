"""A game step by step: the table as it stood whenever somebody was asked, each step with an address of its own."""

from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.site import part
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.buttons import Question
from shanghaien.web.pages.table.model import TablePage, present
from shanghaien.web.pages.table.page_values import PARTS
from shanghaien.web.pages.table.question import at_the_dice
from shanghaien.web.pages.table.story import LogLine, story
from shanghaien.web.play.table import Table

from .moments import Moment, moments_of, table_at

OWN_PARTS = ("tray", "slate")
"""What a replay shows in its own way."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of the log and the step that it leads to."""

    line: LogLine
    step: int
    current: bool


@dataclass(frozen=True, slots=True)
class Shot:
    """One step of a game: the table, and what is said about it."""

    page: TablePage
    heading: str
    text: str
    """What was done last."""
    decision: int
    """The step of the record that comes next, by which a review names it."""

    def parts(self) -> dict[str, Markup]:
        """Everything that differs from step to step, by the id of its element."""
        page = self.page
        shown = {name: make(page) for name, make in PARTS.items() if name not in OWN_PARTS}
        shown["said"] = part("replay/parts.html", "said", self.heading, self.text)
        shown["slate"] = part("replay/parts.html", "final", page.score) if page.over else PARTS["slate"](page)
        return shown


class Replay:
    """A game as it can be watched again, from one side or from nobody's."""

    def __init__(self, table: Table, side: Seat | None = None, address: str = "") -> None:
        self.table = table
        self.side = side
        self.address = address
        """Where the replay is found; a step is named behind it."""
        self.moments: tuple[Moment, ...] = moments_of(table)
        self.last = len(self.moments) - 1

    def nearest(self, step: int | None) -> int:
        """The step itself, or the nearest there is; the first if none is named."""
        return max(0, min(step or 0, self.last))

    def seen(self, step: int) -> SeenTable:
        """The table at a step."""
        return SeenTable(table_at(self.table, self.moments[step], whole=step == self.last), side=self.side)

    def shot(self, step: int) -> Shot:
        """What is shown of a step."""
        seen = self.seen(step)
        page = replace(present(seen), question=_question(seen))
        heading = page.verdict.heading if page.verdict else page.question.heading
        return Shot(page, heading, page.question.text, self.moments[step].entries + 1)

    def place(self, step: int) -> str:
        """The address of a step."""
        return f"{self.address}?step={step}{self.sided}"

    @property
    def sided(self) -> str:
        """What an address says about the side one looks from."""
        return "" if self.side is None else f"&side={'ab'[self.side]}"

    @cached_property
    def names(self) -> tuple[str, str]:
        """The players, first seat first."""
        return SeenTable(self.table, side=self.side).voice.names

    def lines(self, at: int) -> tuple[ToldLine, ...]:
        """The log from its beginning; the line that tells of the step is the current one."""
        numbers = [moment.number for moment in self.moments]
        told = []
        for line in reversed(story(SeenTable(self.table, side=self.side))):
            step = next((place for place, number in enumerate(numbers) if number >= line.number), self.last)
            told.append(ToldLine(line, step, current=False))
        now = next((line for line in told if at and line.step >= at and not line.line.mark), None)
        return tuple(replace(line, current=line is now) for line in told)


def _question(seen: SeenTable) -> Question:
    """Who is at the dice, and what was done last; nothing can be pressed."""
    if seen.table.over:
        return Question(gettext("Game over"))
    newest = next((line for line in story(seen) if not line.mark), None)
    text = "" if newest is None else f"{newest.who}: {newest.plain}"
    return replace(at_the_dice(seen), text=text)
