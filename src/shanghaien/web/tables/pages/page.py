"""Everything that the page of a table shows, as plain values, and the parts of the page that are made of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from shanghaien.rules import BY_KEY, ROUNDS, TAVERN_SIZE
from shanghaien.web.core.formats import clock_days, clock_hours, decimal_point
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.templates import fresh_part, part
from shanghaien.web.tables.model import Mode, Orders
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.log_lines import LogLine, recent
from shanghaien.web.tables.pages.question import RolledDice, Tray, is_costly, may_ask, question, rolled_dice
from shanghaien.web.tables.pages.real_dice_pad import by_hand, take_back_label
from shanghaien.web.tables.pages.result import ResultPanel, verdict
from shanghaien.web.tables.pages.row import Slot, row
from shanghaien.web.tables.pages.score_table import CardsTaken, ScoreTable, cards_taken, score_table
from shanghaien.web.tables.pages.seat_lines import SeatLine, TimeUp, seat_line, time_up
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.pages.table_dice import dice_state
from shanghaien.web.tables.words.players import deal_words, pace_words


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as a page shows it."""

    id: str
    version: int
    address: str
    title: str
    """What stands in the tab: it says whose turn it is."""
    yours: bool
    """Whether the page waits for its viewer."""
    over: bool
    started: bool
    round: int
    rounds: int
    pile: int
    told: bool
    """Whether the row shows how the last round was shared out (R44)."""
    above: SeatLine
    below: SeatLine
    row: tuple[Slot, ...]
    rolled: RolledDice
    """The dice that lie in front of the player who rolled them."""
    tray: Tray
    verdict: ResultPanel | None
    score: ScoreTable
    taken: tuple[CardsTaken, CardsTaken]
    log: tuple[LogLine, ...]
    resign: bool
    """Whether it is asked once more if the game is to be given up."""
    may_resign: bool
    watching: bool
    side: str
    """The side from which a watcher looks, as addresses name it: a, b, or empty for neither."""
    neutral: bool
    """Whether neither side is taken, so that neither player has the viewer's colours."""
    carry: str
    """Where a player makes a private link to their seat."""
    names: tuple[str, str]
    """The players' own names, first seat first."""
    deal: str
    """The deal of the day that is played, in words; empty for all other games."""
    day: str
    by_hand: bool
    """Whether real dice and cards are typed in."""
    dice: str | None
    """What the page's script needs to know about the dice, as JSON; None where it has nothing to do with them."""
    pace: str
    """How much time the players have, in words; empty where no time is counted."""
    time_up: TimeUp | None
    """What is asked or said when a player's time is up; None before that."""
    opponent_elsewhere: bool = False
    """Whether the viewer plays an opponent elsewhere, so that they may turn to another game meanwhile."""
    orders: Orders | None = None
    """The viewer's standing orders; None where they can give none."""
    now: int = 0
    """What time it is; 0 where the page is not made for a moment."""

    @property
    def question(self) -> Question:
        return self.tray.question

    def asking(self, question: Question, **tray: Any) -> "TablePage":
        """The same page with another question, and other values of its tray."""
        return replace(self, tray=replace(self.tray, question=question, **tray))

    def seat(self, name: str) -> Markup:
        """The part of a seat, with its clock as it stands now."""
        line = self.above if name == "seat-them" else self.below
        if line.clock is None or not self.now:
            return self.part(name)
        return fresh_part("tables/seat.html", "seat", replace(line, clock=line.clock.at(self.now)))

    @property
    def clock_words(self) -> dict[str, str]:
        """How the script writes what is left on a clock, and says it to a player."""
        said = "" if self.watching else gettext("seconds left: %(seconds)s")
        return {"days": clock_days(), "hours": clock_hours(), "point": decimal_point(), "said": said}

    def part(self, name: str) -> Markup:
        """One part of the page, from the cache if nothing in it has changed."""
        return PARTS[name](self)

    def told_line(self, line: LogLine) -> Markup:
        return part("tables/log_line.html", "line", line)

    @property
    def overviews(self) -> Markup:
        """The details of the score: each nation, and how the sum comes about (R47)."""
        upper, lower = self.score.upper, self.score.lower
        nations = [part("tables/overview.html", "nation", crew, upper, lower) for crew in self.score.crews]
        return Markup("\n").join(nations if self.over else [*nations, part("tables/overview.html", "sums", self.score)])


def _place(position: int) -> Callable[[TablePage], Markup]:
    def place(page: TablePage) -> Markup:
        if position < len(page.row):
            return part("tables/slot.html", "place", page.row[position], page.told)
        return part("tables/slot.html", "back", position)

    return place


def _end(side: str) -> Callable[[TablePage], Markup]:
    """The captain at one end of the row; it can be pressed where the end is asked for (R43)."""
    right = side == "right"

    def end(page: TablePage) -> Markup:
        if page.question.ends:
            return part("tables/seat.html", "end", side, page.question.ends[right])
        return part("tables/seat.html", "captain", side, page.below if right else page.above)

    return end


def _tray(page: TablePage) -> Markup:
    if page.resign:
        return part("tables/giving_up.html", "giving_up", page.tray)
    if page.time_up is not None and page.time_up.asks:
        return part("tables/time_up.html", "time_up", page.tray, page.time_up)
    return part("tables/tray.html", "tray", page.tray)


PARTS: dict[str, Callable[[TablePage], Markup]] = {
    "where": lambda page: part(
        "tables/position_marks.html", "where", page.over, page.round, page.rounds, page.pile, page.deal, page.day
    ),
    "seat-them": lambda page: part("tables/seat.html", "seat", page.above),
    **{f"slot-{position}": _place(position) for position in range(TAVERN_SIZE)},
    "dice-them": lambda page: part("tables/rolled_dice.html", "wood", "them", page.rolled),
    "dice-me": lambda page: part("tables/rolled_dice.html", "wood", "me", page.rolled),
    "end-left": _end("left"),
    "end-right": _end("right"),
    "seat-me": lambda page: part("tables/seat.html", "seat", page.below),
    "tray": _tray,
    "slate": lambda page: part("tables/score_line.html", "score_now", page.score),
    "crews": lambda page: part("tables/taken.html", "taken", page.taken),
}
"""The parts of a running game's page by the id of their element; each hangs on nothing but what it is made from."""


def present(seen: SeenTable) -> TablePage:
    state, table, viewer = seen.state, seen.table, seen.viewer
    told, deal = state.last is not None, deal_words(table.day)
    asked, pad = by_hand(seen, question(seen))
    watching, side = not viewer.seats, "" if seen.side is None else "ab"[seen.side]
    opponent_elsewhere = table.mode is Mode.INVITE and not watching
    above, below = seat_line(seen, seen.above), seat_line(seen, seen.below)
    tumbles = asked.waiting and table.started and not asked.lying and pad is None
    up = time_up(seen)
    remembers = gettext("%(card)s remembers: %(number)s.")
    tray = Tray(
        id=table.id,
        address=seen.address,
        question=asked,
        tumbling=("me" if below.lit else "them") if tumbles else "",
        pad=pad,
        back=take_back_label(table),
        remembered=tuple(
            remembers % {"card": gettext(BY_KEY[card].name), "number": number} for card, number in state.memory
        ),
        names=seen.voice.names,
        watching=watching,
        side=side,
        waiting_as=table.chairs[seen.below].name if seen.invitation else None,
        elsewhere=opponent_elsewhere and table.started and not seen.asked,
        undo=table.undo is not None and table.undo in viewer.seats,
        retype=bool(table.typed and viewer.seats),
        may_ask=may_ask(seen),
        costly=is_costly(seen),
        opens=table.opens is not None and table.opens in viewer.seats,
        late="" if up is None else up.sentence,
    )
    return TablePage(
        id=table.id,
        version=table.version,
        address=seen.address,
        title=_title(seen, asked) + (f" · {deal}" if deal else ""),
        yours=seen.asked,
        over=table.over,
        started=table.started,
        round=state.round - (told and not state.over),
        rounds=ROUNDS,
        pile=sum(state.pile) + (len(state.tavern) if told else 0),
        told=told,
        above=above,
        below=below,
        row=row(seen, asked.ghosts),
        rolled=rolled_dice(seen),
        tray=tray,
        verdict=verdict(seen),
        score=score_table(seen),
        taken=cards_taken(seen),
        log=recent(seen),
        resign=seen.choice.resign and not table.over,
        may_resign=not watching and not table.over and table.started,
        watching=watching,
        side=side,
        neutral=watching and seen.side is None,
        carry=seen.carry,
        names=seen.voice.names,
        deal=deal,
        day=table.day,
        by_hand=table.mode is Mode.REAL_DICE,
        dice=dice_state(table, viewer),
        pace=pace_words(table.pace) if table.pace else "",
        time_up=up,
        opponent_elsewhere=opponent_elsewhere,
    )


def _title(seen: SeenTable, asked: Question) -> str:
    end = verdict(seen)
    if end is not None:
        return end.heading
    if not seen.asked:
        return asked.heading
    seat = seen.below
    return seen.voice.say(seat, gettext("Your turn: %(ask)s"), gettext("%(name)s: %(ask)s"), ask=asked.heading)
