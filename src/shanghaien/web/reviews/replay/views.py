"""A game step by step: the table as it stood whenever somebody was asked, each step with an address of its own."""

import asyncio
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
from litestar import MediaType, Response
from litestar.response import Template
from markupsafe import Markup

from shanghaien import rules
from shanghaien.rules import Seat, State, parse_action, parse_outcome
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.forms import AnyRequest, step_in
from shanghaien.web.site.templates import part, site_of
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.log_lines import LogLine, story
from shanghaien.web.tables.pages.page import PARTS, TablePage, present
from shanghaien.web.tables.pages.question import at_the_dice
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.pages.steps import animation_steps
from shanghaien.web.tables.records import played

# The moments of a game at which somebody was asked, and the table as it stood at each.


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which somebody was asked, or the game was over."""

    number: int
    """The number of the log entry with which it was reached."""
    entries: int
    """How many steps of the record lie before it."""
    state: State


def moments_of(table: Table) -> tuple[Moment, ...]:
    """All moments of a game, in their order; there is always one."""
    state, moments = rules.new_game(table.options), []
    for entries, entry in enumerate(played(table), start=1):
        if entry.kind is EntryKind.ACT:
            state = rules.apply(state, parse_action(entry.text)).state
        else:
            state = rules.advance(state, parse_outcome(entry.text)).state
        if not rules.is_chance(state):
            moments.append(Moment(entry.number, entries, state))
    return tuple(moments) or (Moment(0, 0, state),)


def table_at(table: Table, moment: Moment, *, whole: bool) -> Table:
    """The table at a moment; at the last one with everything that came after it, such as a resignation. No clock is shown."""
    log = table.log if whole else played(table)[: moment.entries]
    result = table.result if whole else None
    asked = None if result else rules.to_move(moment.state)
    return replace(table, state=moment.state, log=log, waits_for=asked, undo=None, result=result, clocks=None)


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
        shown["said"] = part("reviews/replay/parts.html", "said", self.heading, self.text)
        shown["slate"] = part("reviews/replay/parts.html", "final", page.score) if page.over else PARTS["slate"](page)
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


# Where else one can go from the replay of a game: its table, its review, its dice.


@dataclass(frozen=True, slots=True)
class Ways:
    """The addresses around a replay; empty where there is none."""

    review: str
    dice: str
    table: str = ""
    record: str = ""
    """A record that was brought just now and lies nowhere else, for the check of its dice."""

    @classmethod
    def of_table(cls, game: str) -> "Ways":
        """Around a game that was played here."""
        return cls(f"/t/{game}/review", f"/t/{game}/dice", f"/t/{game}")

    @classmethod
    def of_record(cls, code: str, record: str = "") -> "Ways":
        """Around a game that somebody brought."""
        return cls(f"/record/{code}/review", "/dice", record=record)


# The steps of a game as the page's script wants them: a stretch at a time, each step as what differs from the last.

STRETCH = 16
"""How many steps are told at once: about what is made within a blink and seen within half a minute."""


async def film(replay: Replay, step: int) -> bytes:
    """The stretch in which a step lies, as JSON; others have their turn while it is made."""
    first = replay.nearest(step) // STRETCH * STRETCH
    known: dict[str, Markup] = {}
    steps = []
    for number in range(first, min(first + STRETCH, replay.last + 1)):
        shot = replay.shot(number)
        steps.append(_told(replay, number, shot, known))
        known = shot.parts()
        await asyncio.sleep(0)
    return msgspec.json.encode({"first": first, "steps": steps}, enc_hook=str)


def _told(replay: Replay, number: int, shot: Shot, known: dict[str, Markup]) -> dict[str, Any]:
    changed = {name: text for name, text in shot.parts().items() if known.get(name) != text}
    did = _happened(replay, number)
    told = {"parts": changed, "told": shot.page.told, "text": shot.text or shot.heading, "decision": shot.decision}
    return told | ({"happened": did} if did else {})


def _happened(replay: Replay, number: int) -> list[dict[str, Any]] | None:
    """What was done since the step before."""
    if number == 0:
        return None
    table = table_at(replay.table, replay.moments[number], whole=False)
    return animation_steps(SeenTable(table, side=replay.side), replay.moments[number - 1].number)


def shown(request: AnyRequest, replay: Replay, ways: Ways) -> Template:
    """The page at the step that the address names, or at the start."""
    at = replay.nearest(step_in(request.query_params.get("step", "")))
    shot = replay.shot(at)
    context = {
        "site": site_of(request),
        "replay": replay,
        "at": at,
        "shot": shot,
        "parts": shot.parts(),
        "page": shot.page,
        "ways": ways,
        "stretch": STRETCH,
    }
    return Template("reviews/replay/replay.html", context=context)


async def told(request: AnyRequest, replay: Replay) -> Response[bytes]:
    """The stretch of steps for which the page's script asks."""
    step = step_in(request.query_params.get("from", "")) or 0
    return Response(await film(replay, step), media_type="application/json")


def overviews(request: AnyRequest, replay: Replay) -> Response[str]:
    """What can be opened about the score at a step, for the page's script."""
    at = replay.nearest(step_in(request.query_params.get("step", "")))
    return Response(str(replay.shot(at).page.overviews), media_type=MediaType.HTML)
