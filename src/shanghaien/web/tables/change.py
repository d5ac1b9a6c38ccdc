"""What one request does to a game: the entries that it adds, the game they lead to, and the jobs that follow."""

from collections.abc import Iterator

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien import rules
from shanghaien.fairness import DrawGroup, Ledger
from shanghaien.fairness.day import DayDice
from shanghaien.rules import Action, Event, Outcome, Seat, State, action_text, outcome_text
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import PersonId, RequestId, Version
from shanghaien.web.core.jobs import NewJob
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.dice.daily_dice import dice_of_day
from shanghaien.web.tables.dice.log_writer import LoggedEntry, add_to_log
from shanghaien.web.tables.game import ROLL, Game
from shanghaien.web.tables.log import Entry, EntryKind
from shanghaien.web.tables.model import Mode, standing_order_for
from shanghaien.web.tables.store.rows import SeatedPerson
from shanghaien.web.tables.store.writers import Addition


class Change:
    """Leads from the game `before` to the game `after`, entry by entry; nothing of it counts until it is stored."""

    def __init__(self, game: Game, at: int | None = None) -> None:
        self.before = self.after = game
        self.entries: list[Entry] = []
        """What is to be added to the log."""
        self.seated: SeatedPerson | None = None
        """The seat that is taken, and the person it belongs to from now on."""
        self.renamed: Seat | None = None
        self.commitments: list[LoggedEntry] = []
        """What the public log of the dice has to tell."""
        self.both_are_there = False
        """Whether both players have the game open and learn of the change by that."""
        self.at = now() if at is None else at
        """When it is made: everything in it happens at this time."""
        self._used = None if game.clocks is None else game.clocks.used_until(self.at)
        """What the clock of the seat that is asked has counted; the first entry says it."""

    def act(self, seat: Seat, action: Action, request_id: RequestId | None = None) -> None:
        """A seat chooses; what the rules forbid raises their error and changes nothing."""
        state, events = rules.apply(self.after.state, action, seat)
        self._add(EntryKind.ACT, seat, action_text(action), request_id, state, events)

    def draw(self, outcome: Outcome, request_id: RequestId | None = None) -> None:
        """Chance decides."""
        state, events = rules.advance(self.after.state, outcome)
        self._add(EntryKind.DRAW, None, outcome_text(outcome), request_id, state, events)

    def deal(self, link: str = "", request_id: RequestId | None = None) -> None:
        """Let chance decide what follows, as far as it can be drawn now: real dice wait, and so does a link to be opened.

        The link is that of the player whose page opens one; where none is wanted, it is not looked at.
        """
        dice, ledger, row = self.after.dice, self.after.ledger, self.after.row
        if not rules.is_chance(self.after.state):
            return
        if row.day:
            self._deal_day(dice_of_day(row.day, row.seed))
        elif dice is not None and ledger is not None:
            drawn = dice.draw(ledger, dice.actor(ledger, self.after.actor), link)
            if drawn is not None:
                seat_too = ledger.contract.seat == "drawn" and not ledger.groups
                self.open(drawn.ledger, drawn.links, drawn.seat, request_id)
                self._deal_group(drawn.group, int(seat_too))

    def _deal_group(self, group: DrawGroup, place: int) -> None:
        """Let chance decide until a player is asked or the game is over (R5, R7, R9), by this group from a place on."""
        while rules.is_chance(self.after.state):
            self.draw(group.outcome(rules.chance(self.after.state), place))
            place += 1

    def _deal_day(self, dice: DayDice) -> None:
        """The same with the dice of a day, where each seat has its own rolls."""
        while rules.is_chance(self.after.state):
            self.draw(dice.outcome(self.after.state, self.after.rolled[self.after.state.turn]))

    def open(self, ledger: Ledger, links: str, seat: Seat | None, request_id: RequestId | None = None) -> None:
        """Links of chains are opened; what is drawn from them follows."""
        self._add(EntryKind.OPEN, seat, links, request_id, ledger=ledger)

    def commit(self, ledger: Ledger, seat: Seat, text: str, request_id: RequestId | None = None) -> None:
        """A player commits to a chain, or entrusts it to the server."""
        self._add(EntryKind.COMMIT, seat, text, request_id, ledger=ledger)
        if self.seated is not None:
            self.commitments.append(LoggedEntry("guest", ledger.game_id, ledger.head))
        else:
            self.commitments.append(LoggedEntry("anew", ledger.game_id, ledger.recommitments[-1].hash(ledger.game_id)))

    def undo(self, seat: Seat, request_id: RequestId | None = None) -> None:
        """A seat takes its last choice back."""
        self._add(EntryKind.UNDO, seat, "", request_id, self.after.choices[-1].before)

    def retype(self, request_id: RequestId) -> None:
        """What was typed last of real dice or cards is taken back, and with a roll the choice to roll."""
        self._add(EntryKind.RETYPE, None, str(len(self.after.typed)), request_id, self.after.before_typed)
        rolled = self.after.log[self.after.choices[-1].place] if self.after.choices else None
        if rolled is not None and rolled.seat is not None and rolled.text == ROLL:
            self.undo(rolled.seat)

    def take_seat(self, seat: Seat, name: str, person: PersonId) -> None:
        """A person sits down on the open seat."""
        self.seated = (seat, person)
        self.note(EntryKind.JOIN, seat, name)

    def rename(self, seat: Seat, name: str, request_id: RequestId) -> None:
        """A seat is called by another name."""
        self.renamed = seat
        self.note(EntryKind.NAME, seat, name, request_id)

    def note(
        self, kind: EntryKind, seat: Seat | None = None, text: str = "", request_id: RequestId | None = None
    ) -> None:
        """Something about the table: it may end the game, but moves nothing in it."""
        self._add(kind, seat, text, request_id)

    @property
    def addition(self) -> Addition:
        """What is to be stored."""
        before, after = self.before, self.after
        jobs = tuple(jobs_after(self))
        return Addition(before.row.id, before.version, self.entries, after.summary, after.digest.text, jobs)

    async def tell_public_log(self, connection: AsyncConnection) -> None:
        """Tell the public log of every commitment, in the transaction that stores it."""
        if self.commitments:
            await add_to_log(connection, self.commitments)

    def _add(
        self,
        kind: EntryKind,
        seat: Seat | None,
        text: str,
        request_id: RequestId | None,
        state: State | None = None,
        events: tuple[Event, ...] = (),
        ledger: Ledger | None = None,
    ) -> None:
        used = None if self.entries else self._used
        entry = Entry(Version(self.after.version + 1), kind, seat, text, request_id, self.at, used)
        self.after = self.after.apply(entry, state, events, ledger)
        self.entries.append(entry)


# What becomes due because of a change, stored with it: the end of a player's time, an order to carry out, a notice.

CLOCK, ORDER, TURN, RESULT = "clock", "order", "turn", "result"
DAY_OVER, OFFER, WATCH = "day over", "offer", "watch"
"""The kinds of what is due; the subject is the game."""
GRACE_MS, SHORT_GRACE_MS = 30_000, 3_000
"""How long an order waits, so that the player before can still take that back: over days, and at one sitting."""
NOTICE_GRACE_MS = 15_000
"""How long a turn between two who are both there waits to be news for those elsewhere: the next turn puts it off."""


def jobs_after(change: Change) -> Iterator[NewJob]:
    """What is due because of a change."""
    before, after = change.before, change.after
    game, at, version = after.row.id, after.updated, str(after.version)
    ended = after.over and not before.over
    if after.clocks is not None:
        yield NewJob(CLOCK, game, after.clocks.deadline)
    if any(any(orders) for orders in after.orders):
        due = _order_due(change)
        yield NewJob(ORDER, game, due, "" if due is None else version)
    if after.row.mode == Mode.INVITE:
        if _is_news(change):
            yield NewJob(TURN, game, _news_due(change), version)
        if change.seated is not None or (ended and after.called_off):  # it is offered no longer
            yield NewJob(OFFER, game, at)
        if after.row.rated and (change.seated is not None or ended):  # it is listed for watchers, or no longer
            yield NewJob(WATCH, game, at)
    if ended and not after.called_off and after.row.mode in {Mode.INVITE, Mode.BOT}:
        yield NewJob(RESULT, game, at, version)
    if after.over and after.row.day:
        yield NewJob(DAY_OVER, game, at)


def _order_due(change: Change) -> int | None:
    """When an order of the player who is asked is carried out; None if there is nothing to do for them."""
    game, seat = change.after, change.after.asked
    if seat is None or any(entry.kind is EntryKind.UNDO for entry in change.entries):
        return None
    if standing_order_for(game.state, game.orders[seat]) is None:
        return None
    days = game.clocks is not None and game.clocks.pace.kind is PaceKind.DAYS
    return game.updated + (GRACE_MS if days else SHORT_GRACE_MS)


def _news_due(change: Change) -> int:
    """When notices are thought about: a turn that goes on at an open table sets, claims and removes no job of its own."""
    waits = change.both_are_there and change.seated is None and not change.after.over
    return change.after.updated + (NOTICE_GRACE_MS if waits else 0)


def _is_news(change: Change) -> bool:
    """Whether players who are elsewhere get a notice: whose turn it is, that the game began, or how it ended."""
    before, after = change.before, change.after
    late = [game.clocks and game.clocks.up for game in (before, after)]
    return change.seated is not None or (before.asked, before.over, late[0]) != (after.asked, after.over, late[1])
