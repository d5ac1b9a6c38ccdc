"""The first voyage: each step is a page of its own, and a press leads to the next by a plain link or form."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from litestar import get
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from shanghaien.rules import TAVERN_SIZE, Nation, Place, Sailor, nation_points
from shanghaien.web.core.i18n import filled, gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.learn.voyage_lessons import NAMES, SHIFT, STEPS, WEAKER_CREW, Ask
from shanghaien.web.learn.voyage_walk import LessonState, Reached, lesson_state, seen
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.page_panels import HomePanels, PagePanel
from shanghaien.web.site.sessions import ONE_YEAR
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.pages.page import TablePage, present
from shanghaien.web.tables.pages.row import row
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable
from shanghaien.web.tables.words.drawings import Face, face


@dataclass(frozen=True, slots=True)
class VoyageStep:
    """A step in the row of steps: done, present, or to come."""

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
        return self.reached == Reached.RIGHT


def rope(number: int, *, right: bool) -> tuple[VoyageStep, ...]:
    """The six steps; a finished one bears a tick."""
    now = number + right
    kinds = ["done" if each < now else "now" if each == number else "to" for each in range(1, STEPS + 1)]
    return tuple(
        VoyageStep(each, gettext(name), kind) for each, (name, kind) in enumerate(zip(NAMES, kinds, strict=True), 1)
    )


def step_words(number: int, idea: str) -> str:
    return gettext("Step %(step)s of %(steps)s · %(idea)s") % {"step": number, "steps": STEPS, "idea": gettext(idea)}


def step_page(at: LessonState, choice: OpenChoice) -> VoyagePage:
    """`choice` is the half of a trick card that was opened."""
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
    """The table with only the intended place to press."""
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
    """The answers so far, in order; each once."""
    left: tuple[int, ...]

    @property
    def right(self) -> bool:
        """Whether the right answer is among them."""
        return self.points in self.tries

    @property
    def heading(self) -> str:
        if self.right:
            return gettext("The stronger crew scores what the weaker one is worth.")
        return gettext("How many points do your Spanish sailors score?")

    @property
    def text(self) -> Markup:
        words = {"mine": self.mine.strength, "theirs": self.theirs.strength, "points": self.points}
        if self.right:
            said = gettext(
                "Your %(mine)s beats the %(theirs)s, so you discard yours and take the weaker crew: <b>%(points)s</b>. "
                "A crew of 20 would have scored the same: one better is enough."
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
    """Answers that are not offered, or follow the right one, are ignored."""
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


COOKIE = "voyage"
DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    """The step at which the voyage goes on, from a cookie; 0 if it has not begun."""

    step: int = 0
    done: bool = False
    steps: int = STEPS


def progress_of(request: AnyRequest) -> Progress:
    kept = request.cookies.get(COOKIE, "")
    if kept == DONE:
        return Progress(done=True)
    known = kept.isascii() and kept.isdigit() and 1 <= int(kept) <= STEPS
    return Progress(int(kept) if known else 0)


def kept(before: Progress, number: int, *, right: bool) -> list[Cookie]:
    """The cookie to set with this page; a finished voyage stays finished."""
    following = number + right
    if before.done:
        return []
    value = DONE if following > STEPS else str(following)
    return [Cookie(key=COOKIE, value=value, max_age=ONE_YEAR, path="/", samesite="lax")]


@get("/voyage", sync_to_thread=False)
def embark(request: AnyRequest) -> Redirect:
    return Redirect(f"/voyage/{progress_of(request).step or 1}", status_code=303)


@get("/voyage/{number:int}", sync_to_thread=False)
def voyage_step(request: AnyRequest, number: FromPath[int]) -> Template | Redirect:
    """One step; `at` and `action` say what was done in it. Only the progress is stored."""
    if not 1 <= number <= STEPS:
        return Redirect("/voyage", status_code=303)
    return _crews_meet(request) if number == STEPS else _at_table(request, number)


def _at_table(request: AnyRequest, number: int) -> Template:
    query = request.query_params
    at = query.get("at", "0")
    reached = lesson_state(
        number, int(at) if at.isascii() and at.isdigit() and len(at) < 3 else 0, query.get("action", "")
    )
    step = step_page(reached, OpenChoice.read(half=query.get("half", "")))
    return _page(request, number, "learn/voyage/table.html", right=reached.reached is Reached.RIGHT, step=step)


def _crews_meet(request: AnyRequest) -> Template:
    asked = meeting(request.query_params.getall("answer", []))
    label = step_words(STEPS, WEAKER_CREW)
    return _page(request, STEPS, "learn/voyage/crews.html", right=asked.right, meeting=asked, label=label)


def _page(request: AnyRequest, number: int, template: str, *, right: bool, **context: object) -> Template:
    shown = {"site": site_of(request), "number": number, "rope": rope(number, right=right), **context}
    return Template(template, context=shown, cookies=kept(progress_of(request), number, right=right))


async def _on_start_page(request: AnyRequest, _: PersonId | None) -> dict[str, object]:
    return {"voyage": progress_of(request)}


def open_parts(parts: Parts) -> None:
    parts[HomePanels].all.append(PagePanel("learn/start_page.html", _on_start_page))


ROUTES = [embark, voyage_step]
