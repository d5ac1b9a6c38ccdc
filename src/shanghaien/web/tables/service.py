"""Everything that can be done with a table. Each method checks, stores, announces, and returns the table."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from cachetools import LRUCache

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.core.signing import Randomness, Signer
from shanghaien.web.people.account_names import AccountNames
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.word_list import Words
from shanghaien.web.tables import moves, time_up
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.create import GameCreation
from shanghaien.web.tables.dice.daily_dice import daily_bot_seed
from shanghaien.web.tables.dice.protocol import HELD
from shanghaien.web.tables.dice.reservations import Reservation, Reservations
from shanghaien.web.tables.dice.statistics import RollCounter
from shanghaien.web.tables.errors import IllegalMove, NoSuchGame, NotYours, Stale
from shanghaien.web.tables.listing import GameListing, GamePage, Visits
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Orders, SeatKind, Table, Viewer
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.requests import TableRequest, Wanted, check_repeat
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.rows import FIRST, EntryRow, GameRow, GameSummary, SeatRow

HOLDERS_SECONDS = 60.0
"""Seats seldom change hands; whoever asks whose they are has just looked at the table."""


Guard = Callable[[Table, PersonId | None], Awaitable[None]]
"""Refuses to show a table to somebody who must not see it."""


class Tables:
    """The service of tables; people are named by the id that their cookie or token stands for."""

    def __init__(self, games: GameWriter, signer: Signer, luck: Randomness | None = None) -> None:
        self.games = games
        self.signer = signer
        self.reservations = Reservations(games.games.database, signer, luck or Randomness())
        self.listing = GameListing(games.games.database)
        self.visits = Visits(games, self.listing)
        self.rolls = RollCounter(games.games.database)
        self.blocks = Blocks(games.games.database)
        self.names = AccountNames(PeopleStore(games.games.database))
        self.words = Words(games.games.database)
        self.founding = GameCreation(games, self.reservations, self.words)
        self.guards: list[Guard] = []
        """Asked before somebody without a seat is shown a table; features add theirs."""
        self.late = DelayedTables(games)

    async def check_store(self) -> None:
        """Raise what the store raises if it cannot be read."""
        await self.games.games.version_of(GameId(""))

    async def reserve(self) -> Reservation:
        """What the server commits to for a table that may be set up."""
        return await self.reservations.reserve()

    async def create(self, setup: Setup, person: PersonId, reservation: str = "", form: str = "") -> Table:
        """Set up a table for the person; `form` is the id of the form that asks for it, if it has one."""
        return await self.founding.found(setup, person, reservation, form=form)

    def whim_of(self, table: Table) -> str:
        """What a bot's mood hangs on at this point of the game: nobody can foresee it, and a restart changes nothing."""
        return self.signer.secret_for("whim", f"{table.id} {table.version}").hex()

    async def whim_at(self, table: Table) -> str:
        """The same, but in a game of a day for everybody who comes to the same position."""
        if not table.day:
            return self.whim_of(table)
        return daily_bot_seed((await self.games.current(table.id, table.version)).game, table.state)

    async def look(self, game: GameId, person: PersonId | None = None) -> tuple[Table, Viewer]:
        """The table as it stands, and who the person is there.

        Who has no seat may find no such game, or a closed one; and sees it as late as its players wish.
        """
        loaded, seats = await self.games.open(game, person)
        if seats:
            return loaded.table(), Viewer(seats, person)
        await self.check_sight(loaded.table(), person)
        return await self.late.of(loaded.table()), Viewer(seats, person)

    async def holders(self, game: GameId) -> tuple[PersonId | None, PersonId | None]:
        """Whose the two seats are, as it was known when the table was last looked at."""
        loaded = await self.games.current(game, within=HOLDERS_SECONDS)
        return loaded.holder(0), loaded.holder(1)

    async def watch(self, game: GameId, person: PersonId | None) -> tuple[Table, Viewer]:
        """The table as whoever only watches sees it, even if a seat is theirs."""
        return await self.late.of((await self.look(game, person))[0]), Viewer()

    async def check_sight(self, table: Table, onlooker: PersonId | None) -> None:
        """Refuse what somebody without a seat must not see: a day that they have yet to play, people kept from them."""
        for guard in self.guards:
            await guard(table, onlooker)
        if onlooker is not None:
            await self.keep_apart(table.id, onlooker)

    async def keep_apart(self, game: GameId, onlooker: PersonId) -> None:
        """NoSuchGame if one of the players and whoever looks on must see nothing of each other."""
        if not await self.blocks.hidden_from(onlooker):
            return
        players = {player for _, player in await self.games.games.people_of(game)}
        if onlooker in players or await self.words.looks_after_site(onlooker):
            return  # nobody hides from a moderator by blocking them
        if await self.blocks.any_apart({onlooker}, players):
            raise NoSuchGame(N_("There is no such game."))

    async def now(self, game: GameId, told: Version | None = None, within: float = 0) -> Table:
        """The table as it stands; at the version told of, or if looked at within so many seconds, without the store."""
        return (await self.games.current(game, told, within)).table()

    async def games_of(self, person: PersonId, before: str = "") -> GamePage:
        """The person's games, page by page: those that wait for them first, those that are over last."""
        return await self.listing.page(person, before)

    async def act(self, request: TableRequest, text: str, link: str = "") -> Table:
        """The person's choice, in notation; then chance decides, from their link if their page has to open one."""

        def choose(loaded: LoadedGame, seats: frozenset[Seat]) -> Change:
            return moves.choose(loaded, seats, text, request.id, link)

        return await self.serve(request, Wanted(EntryKind.ACT, choose, text))

    async def open_link(self, request: TableRequest, link: str) -> Table:
        """The link that the dice wait for; then chance decides."""

        def open_it(loaded: LoadedGame, seats: frozenset[Seat]) -> Change:
            return moves.open_link(loaded, seats, link, request.id)

        return await self.serve(request, Wanted(EntryKind.OPEN, open_it, link))

    async def commit_anew(self, request: TableRequest, end: str = "") -> Table:
        """The person goes on with another chain, or without an end entrusts it to the server."""

        def commit(loaded: LoadedGame, seats: frozenset[Seat]) -> Change:
            return moves.commit_anew(loaded, seats, end, request.id)

        return await self.serve(request, Wanted(EntryKind.COMMIT, commit, end or HELD))

    async def choose(self, loaded: LoadedGame, seat: Seat, text: str) -> Table:
        """Store a bot's choice and what follows from it; the caller holds the game's lock."""
        return await self.games.change(loaded, moves.choose_for(loaded, seat, text))

    async def type_chance(self, request: TableRequest, text: str) -> Table:
        """Real dice or cards as the person types them; several cards of a deal may come at once."""
        return await self.serve(
            request, Wanted(EntryKind.DRAW, lambda loaded, _: moves.type_chance(loaded, text, request.id), text)
        )

    async def retype(self, request: TableRequest) -> Table:
        """Take back what was typed last of real dice or cards, as long as nobody has chosen since; the log keeps it."""
        return await self.serve(request, Wanted(EntryKind.RETYPE, lambda loaded, _: moves.retype(loaded, request.id)))

    async def note_help(self, request: TableRequest) -> Table:
        """Write down that the person asks what the Captain would do."""
        return await self.serve(
            request, Wanted(EntryKind.HELP, lambda loaded, seats: moves.ask_for_help(loaded, seats, request.id))
        )

    async def undo(self, request: TableRequest) -> Table:
        """Take back the person's last choice, as long as no die or card has been revealed since."""
        return await self.serve(
            request, Wanted(EntryKind.UNDO, lambda loaded, seats: moves.undo(loaded, seats, request.id))
        )

    async def resign(self, request: TableRequest) -> Table:
        """Give the game up; at a hot-seat table for the seat that is asked."""
        return await self.serve(
            request, Wanted(EntryKind.RESIGN, lambda loaded, seats: moves.resign(loaded, seats, request.id))
        )

    async def claim_win(self, request: TableRequest) -> Table:
        """Take the win, since the opponent's time is up."""
        return await self._decide(request, EntryKind.TIME_OUT, time_up.claim_win)

    async def give_time(self, request: TableRequest) -> Table:
        """Give the opponent, whose time is up, a day more."""
        return await self._decide(request, EntryKind.MORE_TIME, time_up.give_time)

    async def abandon(self, request: TableRequest) -> Table:
        """Call the game off, since the opponent's time is up."""
        return await self._decide(request, EntryKind.ABANDONED, time_up.abandon)

    async def order(self, request: TableRequest, orders: Orders) -> Table:
        """Say what is to be done for the person where nothing else is possible."""

        def note(loaded: LoadedGame, seats: frozenset[Seat]) -> Change:
            return moves.order(loaded, seats, orders, request.id)

        return await self.serve(request, Wanted(EntryKind.ORDERS, note, str(orders)))

    async def _decide(
        self, request: TableRequest, kind: EntryKind, make: Callable[[LoadedGame, frozenset[Seat], RequestId], Change]
    ) -> Table:
        return await self.serve(request, Wanted(kind, lambda loaded, seats: make(loaded, seats, request.id)))

    async def serve(self, request: TableRequest, wanted: Wanted) -> Table:
        """Make a change that is the person's to make, new and up to date; a repeated one changes nothing."""
        async with self.games.alone(request.game):
            loaded, seats = await self.games.open_at(request.game, request.version, request.person)
            try:
                return await self._made(request, wanted, loaded, seats)
            except Stale:
                return await self._made_elsewhere(request, wanted)

    async def _made(self, request: TableRequest, wanted: Wanted, loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
        if not seats:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        if request.id in loaded.progress.answered:
            check_repeat(loaded.progress, seats, request.id, wanted)
            return loaded.table()
        if request.version != loaded.version:
            raise _stale()
        await self._check_time(loaded)
        return await self.games.change(loaded, wanted.make(loaded, seats))

    async def _check_time(self, loaded: LoadedGame) -> None:
        """Nothing counts that comes when time is up, though nobody has noticed yet that it is."""
        at = now()
        fallen = time_up.flag_fall(loaded, at) if time_up.is_late(loaded, at) else None
        if fallen is not None:
            await self.games.change(loaded, fallen)
            raise IllegalMove(N_("The time was up before this arrived."))

    async def _made_elsewhere(self, request: TableRequest, wanted: Wanted) -> Table:
        """Somebody was faster: perhaps the same request, sent again to another process."""
        loaded, seats = await self.games.open(request.game, request.person)
        if request.id not in loaded.progress.answered:
            raise _stale()
        check_repeat(loaded.progress, seats, request.id, wanted)
        return loaded.table()


def _stale() -> Stale:
    return Stale(N_("The game has moved on; here is how it stands now."))


# What everybody without a seat sees: the table as it stood some time ago, where the players wish it so.

MOST_REMEMBERED = 200
"""So many games that are watched late are kept as they were seen last."""
NOTHING_PLAYED = GameSummary(1, None, None)


class _Lagging:
    """One game, some time behind itself: all entries that are stored, and the game up to those that may be seen."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.entries: list[EntryRow] = []
        self.loaded = LoadedGame(_before(row, ()))

    def go_on(self, cutoff: int) -> LoadedGame:
        """The game with everything that happened until then; what was set up with it is seen at once."""
        until = max(cutoff, self.row.created)
        due = [entry for entry in self.entries if entry.at <= until]
        if any(entry.kind == EntryKind.JOIN for entry in due[self.loaded.version :]):
            self.loaded = LoadedGame(_before(self.row, due))  # somebody sits there now who did not before
        self.loaded.play(due[self.loaded.version :])
        return self.loaded

    def next_at(self, cutoff: int) -> int | None:
        """When the next entry that may not be seen yet was made; None if there is none."""
        return next((entry.at for entry in self.entries if entry.at > max(cutoff, self.row.created)), None)


class DelayedTables:
    """Shows games as they stood; each is read from the store once, and then followed."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._kept: LRUCache[GameId, _Lagging] = LRUCache(MOST_REMEMBERED)

    async def of(self, table: Table) -> Table:
        """A table as it stood so long ago as its players wish; the very same if nothing has happened since."""
        cutoff = now() - table.delay * 1000
        if not table.delay or table.updated <= cutoff:
            return table
        lagging = await self._lagging(table)
        return _as_if_now(lagging.go_on(cutoff).table(), table.delay * 1000)

    def next_in(self, table: Table) -> float | None:
        """In how many seconds something of the game can be seen that cannot yet; None if there is nothing."""
        lagging, delay = self._kept.get(table.id), table.delay * 1000
        at = None if lagging is None else lagging.next_at(now() - delay)
        return None if at is None else max(0.0, (at + delay - now()) / 1000)

    async def _lagging(self, table: Table) -> _Lagging:
        lagging = self._kept.get(table.id)
        known = 0 if lagging is None else len(lagging.entries)
        if lagging is None or known < table.version:
            stored = await self._games.games.load(table.id, known)
            if stored is not None:
                lagging = lagging or _Lagging(stored.row)
                lagging.row = stored.row
                new = [entry for entry in stored.entries if entry.number > len(lagging.entries)]
                lagging.entries += new
        if lagging is None:  # it has just gone: whoever looks again learns that
            lagging = _Lagging((await self._games.current(table.id)).game)
        self._kept[table.id] = lagging
        return lagging


def _before(row: GameRow, seen: Sequence[EntryRow]) -> GameRow:
    """The row of a game in which only so much has happened; who sat down later does not sit there yet."""
    joined: set[Seat | None] = {entry.seat for entry in seen if entry.kind == EntryKind.JOIN}
    seats = tuple(
        seat if at in joined or seat.kind != SeatKind.HUMAN else SeatRow(str(SeatKind.OPEN))
        for at, seat in enumerate(row.seats)
    )
    plain = replace(row, seats=(seats[0], seats[1]), version=FIRST, updated=row.created, digest=None)
    return replace(plain, summary=NOTHING_PLAYED)


def _as_if_now(table: Table, behind: int) -> Table:
    """The same with its clocks as they stood then: whoever watches late sees them run as they ran."""
    if table.clocks is None:
        return table
    clocks = replace(
        table.clocks, since=table.clocks.since + behind, up_since=table.clocks.up_since + behind, away=((), ())
    )
    return replace(table, clocks=clocks)
