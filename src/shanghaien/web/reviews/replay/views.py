"""A game step by step: the table as it stood whenever a player was asked, each step with an address of its own."""

import asyncio
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
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

# The moments of a game at which a player was asked, and the table as it stood at each.


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which a player was asked, or the game was over."""

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


# Where a replay is found, and where else its page leads: to the game's table, its review, its dice.


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """The addresses around a replay; empty where there is none."""

    replay: str = ""
    """A step is named behind it."""
    review: str = ""
    dice: str = ""
    table: str = ""
    record: str = ""
    """A record that was imported just now and is not stored, for the check of its dice."""

    @classmethod
    def of_table(cls, game: str) -> "ReplayLinks":
        return cls(f"/replay/{game}", f"/t/{game}/review", f"/t/{game}/dice", f"/t/{game}")

    @classmethod
    def of_record(cls, code: str, record: str = "") -> "ReplayLinks":
        return cls(f"/record/{code}", f"/record/{code}/review", "/dice", record=record)


NO_LINKS = ReplayLinks()


class Replay:
    """A finished or running game step by step, from one side or from neither."""

    def __init__(self, table: Table, side: Seat | None = None, links: ReplayLinks = NO_LINKS) -> None:
        self.table = table
        self.side = side
        self.links = links
        self.moments: tuple[Moment, ...] = moments_of(table)
        self.last = len(self.moments) - 1

    def nearest(self, step: int | None) -> int:
        """The step itself, or the nearest there is; the first if none is named."""
        return max(0, min(step or 0, self.last))

    def seen(self, step: int) -> SeenTable:
        return SeenTable(table_at(self.table, self.moments[step], whole=step == self.last), side=self.side)

    def shot(self, step: int) -> Shot:
        seen = self.seen(step)
        page = present(seen).asking(_question(seen))
        heading = page.verdict.heading if page.verdict else page.question.heading
        return Shot(page, heading, page.question.text, self.moments[step].entries + 1)

    def place(self, step: int) -> str:
        return f"{self.links.replay}?step={step}{self.sided}"

    @property
    def sided(self) -> str:
        """The part of an address that names the side."""
        return "" if self.side is None else f"&side={'ab'[self.side]}"

    @cached_property
    def names(self) -> tuple[str, str]:
        """The players, first seat first."""
        return SeenTable(self.table, side=self.side).voice.names

    def lines(self, at: int) -> tuple[ToldLine, ...]:
        """The log from its beginning, with the line of this step marked."""
        numbers = [moment.number for moment in self.moments]
        told = []
        for line in reversed(story(SeenTable(self.table, side=self.side))):
            step = next((place for place, number in enumerate(numbers) if number >= line.number), self.last)
            told.append(ToldLine(line, step, current=False))
        now = next((line for line in told if at and line.step >= at and not line.line.mark), None)
        return tuple(replace(line, current=line is now) for line in told)


def _question(seen: SeenTable) -> Question:
    """Who is to play, and what was done last; nothing can be pressed."""
    if seen.table.over:
        return Question(gettext("Game over"))
    newest = next((line for line in story(seen) if not line.mark), None)
    text = "" if newest is None else f"{newest.who}: {newest.plain}"
    return replace(at_the_dice(seen), text=text)


# The steps of a game as the page's script wants them: a stretch at a time, each step as what differs from the last.

STRETCH = 16
"""How many steps are sent at once: about what is made within a blink and seen within half a minute."""


async def film(replay: Replay, step: int) -> bytes:
    """The stretch in which a step lies, as JSON; other requests run between its steps."""
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
    told = {"parts": changed, "told": shot.page.told, "text": shot.text or shot.heading, "decision": shot.decision}
    if number == 0:
        return told
    table = table_at(replay.table, replay.moments[number], whole=False)
    steps = animation_steps(SeenTable(table, side=replay.side), replay.moments[number - 1].number)
    return told | ({"happened": steps} if steps else {})


def shown(request: AnyRequest, replay: Replay) -> Template:
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
        "links": replay.links,
        "stretch": STRETCH,
    }
    return Template("reviews/replay/replay.html", context=context)
