"""A step of the first voyage as plain values: the table, what is in the light, and what the old hand says."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from markupsafe import Markup

from shanghaien.rules import TAVERN_SIZE, Nation, Place, Sailor, nation_points
from shanghaien.web.core.i18n import filled, gettext
from shanghaien.web.learn.voyage_lessons import NAMES, SHIFT, STEPS, Ask
from shanghaien.web.learn.voyage_walk import LessonState, Reached, seen
from shanghaien.web.tables.pages.page import TablePage, present
from shanghaien.web.tables.pages.row import row
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable
from shanghaien.web.tables.words.drawings import Face, face


@dataclass(frozen=True, slots=True)
class VoyageStep:
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


def rope(number: int, *, right: bool) -> tuple[VoyageStep, ...]:
    """The six knots; that of a step that is done bears a tick."""
    now = number + right
    kinds = ["done" if each < now else "now" if each == number else "to" for each in range(1, STEPS + 1)]
    return tuple(
        VoyageStep(each, gettext(name), kind) for each, (name, kind) in enumerate(zip(NAMES, kinds, strict=True), 1)
    )


def step_words(number: int, idea: str) -> str:
    """What stands above the heading."""
    return gettext("Step %(step)s of %(steps)s · %(idea)s") % {"step": number, "steps": STEPS, "idea": gettext(idea)}


def step_page(at: LessonState, choice: OpenChoice) -> VoyagePage:
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


def _said(at: LessonState, ask: Ask | None) -> str:
    if ask is None:
        return at.lesson.text
    return ask.nearly if at.reached is Reached.NEARLY else ask.text


def _dimmed(looked: SeenTable, ask: Ask | None) -> TablePage:
    """The table on which no place can be pressed but the one that is meant."""
    page = present(looked)
    meant = {ask.meant.die} if ask and isinstance(ask.meant, Place) else set()
    ghosts = tuple(ghost for ghost in page.question.ghosts if ghost.die in meant)
    return replace(page, row=row(looked, ghosts)[:TAVERN_SIZE])


# The last step: two crews meet, and the learner says what they are worth (R22).

NATION = Nation.SPANISH
MINE, THEIRS = (3, 3), (4, 1)
FIGURES = (sum(MINE), sum(MINE) + sum(THEIRS), sum(THEIRS))
"""What can be answered; the last one is right."""


@dataclass(frozen=True, slots=True)
class CrewRow:
    """One crew on the counter."""

    cards: tuple[Face, ...]
    strength: int


@dataclass(frozen=True, slots=True)
class CrewsMeet:
    """The question with figures: both crews, what was answered, and what is left to answer."""

    theirs: CrewRow
    mine: CrewRow
    points: int
    tries: tuple[int, ...]
    """What was answered, in order; each once."""
    left: tuple[int, ...]

    @property
    def right(self) -> bool:
        """Whether the right answer is among them."""
        return self.points in self.tries

    @property
    def heading(self) -> str:
        """What is asked, or what is told."""
        if self.right:
            return gettext("The stronger crew scores what the weaker one is worth.")
        return gettext("How many points do your Spanish sailors score?")

    @property
    def text(self) -> Markup:
        """The sentence below the heading."""
        words = {"mine": self.mine.strength, "theirs": self.theirs.strength, "points": self.points}
        if self.right:
            said = gettext(
                "Your %(mine)s beats the %(theirs)s, so you discard yours and take the weaker crew: "
                "<b>%(points)s</b>. A crew of 20 would have scored the same: be one better, no more."
            )
        elif self.tries:
            said = gettext(
                "Not quite. You are stronger, so you discard your own crew. <b>What do you take instead?</b>"
            )
        else:
            said = gettext(
                "After eight rounds the crews of each nation meet. Yours is worth %(mine)s, the Cabin Boy’s "
                "%(theirs)s. <b>What do you think?</b>"
            )
        return filled(said, **words)


def meeting(answers: Iterable[str]) -> CrewsMeet:
    """The question after these answers; what is none of the figures, or follows the right one, is left out."""
    points = nation_points(sum(MINE), sum(THEIRS))[0]
    tries: list[int] = []
    for answer in answers:
        figure = next((figure for figure in FIGURES if str(figure) == answer), None)
        if figure is not None and figure not in tries and points not in tries:
            tries.append(figure)
    left = tuple(sorted(set(FIGURES) - set(tries)))
    return CrewsMeet(_crew(THEIRS), _crew(MINE), points, tuple(tries), left)


def _crew(values: tuple[int, ...]) -> CrewRow:
    return CrewRow(tuple(face(Sailor(NATION, value)) for value in values), sum(values))
