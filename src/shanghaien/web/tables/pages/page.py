"""Everything that the page of a table shows, as plain values, and the parts of the page that are made of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from markupsafe import Markup

from shanghaien.rules import BY_KEY, ROUNDS, TAVERN_SIZE, Trick
from shanghaien.web.core.formats import clock_days, clock_hours, decimal_point
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.templates import fresh_part, part
from shanghaien.web.tables.model import Mode, Orders
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.dice import dice_told
from shanghaien.web.tables.pages.log_lines import LogLine, recent
from shanghaien.web.tables.pages.question import RolledDice, Tray, is_costly, may_ask, question, rolled_dice
from shanghaien.web.tables.pages.real_dice import Pad, by_hand, last_told
from shanghaien.web.tables.pages.result import ResultPanel, verdict
from shanghaien.web.tables.pages.row import Slot, row
from shanghaien.web.tables.pages.score import CardsTaken, ScoreTable, cards_taken, score_table
from shanghaien.web.tables.pages.seat_lines import SeatLine, TimeUp, seat_line, time_up
from shanghaien.web.tables.pages.seen_table import SeenTable
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
    """Whether the page waits for whoever looks at it."""
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
    """The dice that lie in front of whoever has rolled them."""
    question: Question
    verdict: ResultPanel | None
    score: ScoreTable
    taken: tuple[CardsTaken, CardsTaken]
    log: tuple[LogLine, ...]
    undo: bool
    """Whether the last choice may be taken back."""
    retype: bool
    """Whether what was typed last can be corrected."""
    resign: bool
    """Whether it is asked once more if the game is to be given up."""
    may_resign: bool
    watching: bool
    side: str
    """The side from which a watcher looks, as addresses name it: a, b, or empty for neither."""
    neutral: bool
    """Whether nobody's side is taken, so that neither player has the colours of the one who looks."""
    waiting_as: str | None
    """The name under which one waits for somebody to take the other seat; None where nobody is waited for."""
    carry: str
    """Where one makes a private link to one's seat."""
    names: tuple[str, str]
    """The players' own names, first seat first."""
    remembered: tuple[str, ...]
    """What trick cards remember until the round ends, each in a sentence."""
    deal: str
    """The deal of the day that is played, in words; empty for all other games."""
    day: str
    by_hand: bool
    """Whether real dice and cards are typed in."""
    pad: Pad | None
    """What is tapped of real dice and cards now."""
    back: str
    """What taking back is called, where it has a name."""
    costly: bool
    """Whether asking the Captain would let a game not count that does."""
    may_ask: bool
    """Whether the Captain may be asked for advice."""
    dice: str | None
    """What the page's script needs to know about the dice, as JSON; None where it has nothing to do with them."""
    opens: bool
    """Whether the dice wait for whoever looks at the page to open a link."""
    pace: str
    """How much time the players have, in words; empty where no time is counted."""
    time_up: TimeUp | None
    """What is asked or said since somebody's time is up; None while nobody's is."""
    with_somebody: bool = False
    """Whether whoever looks plays with somebody elsewhere, so that they may turn to another game meanwhile."""
    orders: Orders | None = None
    """What is done for whoever looks where nothing else is possible; None where that is not theirs to say."""
    now: int = 0
    """What time it is; 0 where the page is not made for a moment."""

    def seat(self, name: str) -> Markup:
        """The part of a seat, with its clock as it stands now."""
        line = self.above if name == "seat-them" else self.below
        if line.clock is None or not self.now:
            return self.part(name)
        return fresh_part("tables/seat.html", "seat", replace(line, clock=line.clock.at(self.now)))

    @property
    def clock_words(self) -> dict[str, str]:
        """How the script writes what is left on a clock, and says it to a player."""
        said = "" if self.watching else gettext("%(seconds)s seconds left")
        return {"days": clock_days(), "hours": clock_hours(), "point": decimal_point(), "said": said}

    def part(self, name: str) -> Markup:
        """One part of the page, as it was made before if nothing about it is new."""
        return PARTS[name](self)

    def told_line(self, line: LogLine) -> Markup:
        """A line of the log."""
        return part("tables/log_line.html", "line", line)

    @property
    def overviews(self) -> Markup:
        """What can be opened about the score: each nation, and how the sum comes about (R47)."""
        upper, lower = self.score.upper, self.score.lower
        nations = [part("tables/overview.html", "nation", crew, upper, lower) for crew in self.score.crews]
        return Markup("\n").join(nations if self.over else [*nations, part("tables/overview.html", "sums", self.score)])


def _where(page: TablePage) -> Markup:
    return part(
        "tables/position_marks.html", "where", page.over, page.round, page.rounds, page.pile, page.deal, page.day
    )


def _place(position: int) -> Callable[[TablePage], Markup]:
    def place(page: TablePage) -> Markup:
        if position < len(page.row):
            return part("tables/slot.html", "place", page.row[position], page.told)
        return part("tables/slot.html", "back", position)

    return place


def _end(side: str) -> Callable[[TablePage], Markup]:
    """The captain at one end of the row; where the end is asked for, it can be pressed (R43)."""
    right = side == "right"

    def end(page: TablePage) -> Markup:
        if page.question.ends:
            return part("tables/seat.html", "end", side, page.question.ends[right])
        return part("tables/seat.html", "captain", side, page.below if right else page.above)

    return end


def _tray(page: TablePage) -> Markup:
    question = page.question
    tumbles = question.waiting and page.started and not question.lying and page.pad is None
    tray = Tray(
        id=page.id,
        address=page.address,
        question=question,
        tumbling=("me" if page.below.lit else "them") if tumbles else "",
        pad=page.pad,
        back=page.back,
        remembered=page.remembered,
        names=page.names,
        watching=page.watching,
        side=page.side,
        waiting_as=page.waiting_as,
        elsewhere=page.with_somebody and page.started and not page.yours,
        undo=page.undo,
        retype=page.retype,
        may_ask=page.may_ask,
        costly=page.costly,
        opens=page.opens,
        late="" if page.time_up is None else page.time_up.sentence,
    )
    if page.resign:
        return part("tables/giving_up.html", "giving_up", tray)
    if page.time_up is not None and page.time_up.asks:
        return part("tables/time_up.html", "time_up", tray, page.time_up)
    return part("tables/tray.html", "tray", tray)


PARTS: dict[str, Callable[[TablePage], Markup]] = {
    "where": _where,
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
    """The page of a table for whoever looks at it."""
    state, table = seen.state, seen.table
    told, deal = state.last is not None, deal_words(table.day)
    asked, pad = by_hand(seen, question(seen))
    shown = row(seen, asked.ghosts)
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
        above=seat_line(seen, seen.above),
        below=seat_line(seen, seen.below),
        row=shown,
        rolled=rolled_dice(seen),
        question=asked,
        verdict=verdict(seen),
        score=score_table(seen),
        taken=cards_taken(seen),
        log=recent(seen),
        undo=table.undo is not None and table.undo in seen.viewer.seats,
        retype=bool(table.typed and seen.viewer.seats),
        resign=seen.choice.resign and not table.over,
        may_resign=bool(seen.viewer.seats) and not table.over and table.started,
        watching=not seen.viewer.seats,
        side="" if seen.side is None else "ab"[seen.side],
        neutral=not seen.viewer.seats and seen.side is None,
        waiting_as=table.chairs[seen.below].name if seen.invitation else None,
        carry=seen.carry,
        names=seen.voice.names,
        remembered=tuple(_remembers(card, number) for card, number in state.memory),
        deal=deal,
        day=table.day,
        by_hand=table.mode is Mode.REAL_DICE,
        pad=pad,
        back=last_told(table),
        costly=is_costly(seen),
        may_ask=may_ask(seen),
        dice=dice_told(table, seen.viewer),
        opens=table.opens is not None and table.opens in seen.viewer.seats,
        pace=pace_words(table.pace) if table.pace else "",
        time_up=time_up(seen),
        with_somebody=table.mode is Mode.INVITE and bool(seen.viewer.seats),
    )


def _remembers(card: Trick, number: int) -> str:
    return gettext("%(card)s remembers: %(number)s.") % {"card": gettext(BY_KEY[card].name), "number": number}


def _title(seen: SeenTable, asked: Question) -> str:
    end = verdict(seen)
    if end is not None:
        return end.heading
    if not seen.asked:
        return asked.heading
    seat = seen.below
    return seen.voice.say(seat, gettext("Your turn: %(ask)s"), gettext("%(name)s: %(ask)s"), ask=asked.heading)
