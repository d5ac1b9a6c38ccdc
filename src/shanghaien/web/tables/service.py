"""Everything that can be done with a table. Each method checks, stores, announces, and returns the table."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from cachetools import LRUCache

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.signing import Randomness, Signer
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.word_list import Words
from shanghaien.web.tables import loading, moves
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.create import GameCreation
from shanghaien.web.tables.dice.daily_dice import daily_bot_seed
from shanghaien.web.tables.dice.protocol import HELD
from shanghaien.web.tables.dice.reservations import Reservation, Reservations
from shanghaien.web.tables.dice.statistics import RollCounter
from shanghaien.web.tables.errors import IllegalMove, NoSuchGame, NotYours, Stale
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.listing import GameListing, GamePage, Visits
from shanghaien.web.tables.log import NAMES_A_PLAYER, Entry, EntryKind
from shanghaien.web.tables.model import Orders, SeatKind, Seats, Table, Viewer
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.requests import Command, TableRequest, check_repeat
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.rows import FIRST, GameRow, GameSummary, SeatRow

HOLDERS_SECONDS = 60.0
"""Seats seldom change hands; a caller that asks has just looked at the table."""


Guard = Callable[[Table, PersonId | None], Awaitable[None]]
"""Refuses to show a table to a person who must not see it."""


class Tables:
    """The service of tables; people are named by the id that their cookie or token stands for."""

    def __init__(self, games: GameWriter, signer: Signer, randomness: Randomness | None = None) -> None:
        self.games = games
        self.signer = signer
        self.reservations = Reservations(games.database, signer, randomness or Randomness())
        self.listing = GameListing(games.database)
        self.visits = Visits(games, self.listing)
        self.rolls = RollCounter(games.database)
        self.blocks = Blocks(games.database)
        self.names = AccountNames(PeopleStore(games.database))
        self.words = Words(games.database)
        self.creation = GameCreation(games, self.reservations, self.words)
        self.guards: list[Guard] = []
        """Asked before a person without a seat is shown a table; features add theirs."""
        self.late = DelayedTables(games)

    async def check_store(self) -> None:
        """Raise what the store raises if it cannot be read."""
        await self.games.store.version_of(GameId(""))

    async def reserve(self) -> Reservation:
        """What the server commits to for a table that may be set up."""
        return await self.reservations.reserve()

    async def create(self, setup: Setup, person: PersonId, reservation: str = "", form: str = "") -> Table:
        """Set up a table for the person; `form` is the id of the form that asks for it, if it has one."""
        return await self.creation.create(setup, person, reservation, form=form)

    def bot_seed(self, table: Table) -> str:
        """The seed of a bot at this point of the game: it cannot be foreseen, and a restart changes nothing."""
        return self.signer.secret_for("bot seed", f"{table.id} {table.version}").hex()

    async def bot_seed_at(self, table: Table) -> str:
        """The same, but in a game of a day for all who come to the same position."""
        if not table.day:
            return self.bot_seed(table)
        return daily_bot_seed((await self.games.current(table.id, table.version)).row, table.state)

    async def look(self, game: GameId, person: PersonId | None = None) -> tuple[Table, Viewer]:
        """The table as it stands, and who the person is there.

        Who has no seat may find no such game, or a closed one; and sees it as late as its players wish.
        """
        found, seats = await self.games.open(game, person)
        table = found.table()
        if not seats:
            await self.check_sight(table, person)
            table = await self.late.of(table)
        return table, Viewer(seats, person)

    async def holders(self, game: GameId) -> tuple[PersonId | None, PersonId | None]:
        """Whose the two seats are, as it was known when the table was last looked at."""
        return await self.games.holders(game, HOLDERS_SECONDS)

    async def watch(self, game: GameId, person: PersonId | None) -> tuple[Table, Viewer]:
        """The table as a watcher sees it, even if a seat is theirs."""
        return await self.late.of((await self.look(game, person))[0]), Viewer()

    async def check_sight(self, table: Table, onlooker: PersonId | None) -> None:
        """Refuse what a person without a seat must not see: a day that they have yet to play, people kept from them."""
        for guard in self.guards:
            await guard(table, onlooker)
        if onlooker is not None:
            await self.keep_apart(table.id, onlooker)

    async def keep_apart(self, game: GameId, onlooker: PersonId) -> None:
        """NoSuchGame if one of the players and the viewer must see nothing of each other."""
        if not await self.blocks.hidden_from(onlooker):
            return
        players = {player for _, player in await self.games.store.people_of(game)}
        if onlooker in players or await self.words.looks_after_site(onlooker):
            return  # nobody hides from a moderator by blocking them
        if await self.blocks.any_apart({onlooker}, players):
            raise NoSuchGame(N_("There is no such game."))

    async def now(self, game: GameId, at_least: Version | None = None, within: float = 0) -> Table:
        """The table as it stands; from this version on, or if looked at within so many seconds, without the store."""
        return (await self.games.current(game, at_least, within)).table()

    async def games_of(self, person: PersonId, before: str = "") -> GamePage:
        """The person's games, page by page: those that wait for them first, those that are over last."""
        return await self.listing.page(person, before)

    async def act(self, request: TableRequest, text: str, link: str = "") -> Table:
        """The person's choice, in notation; then chance decides, from their link if their page has to open one."""
        choose = partial(moves.choose, text=text, link=link)
        return await self.apply(request, Command(EntryKind.ACT, choose, text))

    async def open_link(self, request: TableRequest, link: str) -> Table:
        """The link that the dice wait for; then chance decides."""
        return await self.apply(request, Command(EntryKind.OPEN, partial(moves.open_link, link=link), link))

    async def commit_anew(self, request: TableRequest, end: str = "") -> Table:
        """The person goes on with another chain, or without an end entrusts it to the server."""
        end = end or HELD
        return await self.apply(request, Command(EntryKind.COMMIT, partial(moves.commit_anew, end=end), end))

    async def choose(self, game: Game, seat: Seat, text: str) -> Table:
        """Store a bot's choice and what follows from it; the caller holds the game's lock."""
        change = Change(game)
        moves.choose_for(change, seat, text)
        return await self.games.change(change)

    async def type_chance(self, request: TableRequest, text: str) -> Table:
        """Real dice or cards as the person types them; several cards of a deal may come at once."""
        return await self.apply(request, Command(EntryKind.DRAW, partial(moves.type_chance, text=text), text))

    async def retype(self, request: TableRequest) -> Table:
        """Take back what was typed last of real dice or cards, as long as no player has chosen since; the log keeps it."""
        return await self.apply(request, Command(EntryKind.RETYPE, moves.retype))

    async def note_help(self, request: TableRequest) -> Table:
        """Write down that the person asks what the Captain would do."""
        return await self.apply(request, Command(EntryKind.HELP, moves.ask_for_help))

    async def undo(self, request: TableRequest) -> Table:
        """Take back the person's last choice, as long as no die or card has been revealed since."""
        return await self.apply(request, Command(EntryKind.UNDO, moves.undo))

    async def resign(self, request: TableRequest) -> Table:
        """Give the game up; at a hot-seat table for the seat that is asked."""
        return await self.apply(request, Command(EntryKind.RESIGN, moves.resign))

    async def claim_win(self, request: TableRequest) -> Table:
        """Take the win, since the opponent's time is up."""
        return await self.apply(request, Command(EntryKind.TIME_OUT, moves.claim_win))

    async def give_time(self, request: TableRequest) -> Table:
        """Give the opponent, whose time is up, a day more."""
        return await self.apply(request, Command(EntryKind.MORE_TIME, moves.give_time))

    async def abandon(self, request: TableRequest) -> Table:
        """Call the game off, since the opponent's time is up."""
        return await self.apply(request, Command(EntryKind.ABANDONED, moves.abandon))

    async def order(self, request: TableRequest, orders: Orders) -> Table:
        """Say what is to be done for the person where nothing else is possible."""
        return await self.apply(request, Command(EntryKind.ORDERS, partial(moves.order, orders=orders), str(orders)))

    async def apply(self, request: TableRequest, command: Command) -> Table:
        """Make a change that is the person's to make, new and up to date; a repeated one changes nothing."""
        async with self.games.alone(request.game):
            game, seats = await self.games.open_at(request.game, request.version, request.person)
            if not seats:
                raise NotYours(N_("You are watching this game; only its players can do that."))
            try:
                if not _is_done(game, seats, request, command):
                    change = await self._begin(game)
                    command.make(change, seats, request.id)
                    return await self.games.change(change)
            except Stale:  # somebody was faster: perhaps the same request, sent again to another process
                game, seats = await self.games.open(request.game, request.person)
                if not _is_done(game, seats, request, command):
                    raise
            return game.table()

    async def _begin(self, game: Game) -> Change:
        """A change, if the game is not lost by time; nothing counts that comes too late, even before the clock's job has run."""
        change = Change(game)
        if not moves.is_late(game, change.at):
            return change
        await self.games.heartbeat.beat()  # another process may have noticed an outage, which was nobody's time
        game, _ = await self.games.open(game.row.id)
        change = Change(game)
        fallen = moves.flag_fall(game, change.at) if moves.is_late(game, change.at) else None
        if fallen is not None:
            await self.games.change(fallen)
            raise IllegalMove(N_("The time was up before this arrived."))
        return change


def _is_done(game: Game, seats: Seats, request: TableRequest, command: Command) -> bool:
    """Whether the log knows the request already; Stale if it does not, and the game has moved on."""
    place = game.place_of(request.id)
    if place is not None:
        check_repeat(game, place, seats, command)
    elif request.version != game.version:
        raise Stale(N_("The game has moved on; here is how it stands now."))
    return place is not None


# What all without a seat see: the table as it stood some time ago, where the players wish it so.

MOST_REMEMBERED = 200
"""So many games that are watched late are kept as they were seen last."""
NOTHING_PLAYED = GameSummary(1, None, None)


class _DelayedGame:
    """One game, some time behind itself: all entries that are stored, and the game up to those that may be seen."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.entries: list[Entry] = []
        self.game = loading.begin(_before(row, ()))

    def go_on(self, cutoff: int) -> Game:
        """The game with everything that happened until then; what was set up with it is seen at once."""
        until = max(cutoff, self.row.created)
        due = [entry for entry in self.entries if entry.at <= until]
        new = due[self.game.version :]
        for entry in new:
            self.game = loading.replay(self.game, entry)
        if any(entry.kind in NAMES_A_PLAYER for entry in new):  # by the names of now, not by those of then
            self.game = self.game.with_row(_before(self.row, due))
        return self.game

    def next_at(self, cutoff: int) -> int | None:
        """When the next entry that may not be seen yet was made; None if there is none."""
        return next((entry.at for entry in self.entries if entry.at > max(cutoff, self.row.created)), None)


class DelayedTables:
    """Shows games as they stood; each is read from the store once, and then followed."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._kept: LRUCache[GameId, _DelayedGame] = LRUCache(MOST_REMEMBERED)

    async def of(self, table: Table) -> Table:
        """A table as it stood so long ago as its players wish; the very same if nothing has happened since."""
        cutoff = now() - table.delay * 1000
        if not table.delay or table.updated <= cutoff:
            return table
        delayed = await self._delayed(table)
        return _as_if_now(delayed.go_on(cutoff).table(), table.delay * 1000)

    def next_in(self, table: Table) -> float | None:
        """In how many seconds something of the game can be seen that cannot yet; None if there is nothing."""
        delayed, delay = self._kept.get(table.id), table.delay * 1000
        at = None if delayed is None else delayed.next_at(now() - delay)
        return None if at is None else max(0.0, (at + delay - now()) / 1000)

    async def _delayed(self, table: Table) -> _DelayedGame:
        delayed = self._kept.get(table.id)
        known = 0 if delayed is None else len(delayed.entries)
        if delayed is None or known < table.version:
            stored = await self._games.store.load(table.id, known)
            if stored is not None:
                delayed = delayed or _DelayedGame(stored.row)
                delayed.row = stored.row
                new = [entry for entry in stored.entries if entry.number > len(delayed.entries)]
                delayed.entries += new
        if delayed is None:  # it has just gone: whoever looks again learns that
            delayed = _DelayedGame((await self._games.current(table.id)).row)
        self._kept[table.id] = delayed
        return delayed


def _before(row: GameRow, seen: Sequence[Entry]) -> GameRow:
    """The row of a game in which only so much has happened; who sat down later does not sit there yet."""
    joined: set[Seat | None] = {entry.seat for entry in seen if entry.kind is EntryKind.JOIN}
    seats = tuple(
        seat if at in joined or seat.kind != SeatKind.HUMAN else SeatRow(str(SeatKind.OPEN))
        for at, seat in enumerate(row.seats)
    )
    plain = replace(row, seats=(seats[0], seats[1]), version=FIRST, updated=row.created, digest=None)
    return replace(plain, summary=NOTHING_PLAYED)


def _as_if_now(table: Table, behind: int) -> Table:
    """The same with its clocks as they stood then: late watchers see them run as they ran."""
    if table.clocks is None:
        return table
    clocks = replace(
        table.clocks, since=table.clocks.since + behind, up_since=table.clocks.up_since + behind, away=((), ())
    )
    return replace(table, clocks=clocks)
