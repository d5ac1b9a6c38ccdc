"""Everything that can be done with a table. Each method checks, stores, announces, and returns the table."""

from collections.abc import Callable

from shanghaien.rules import N_, Seat
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.http.signing import Signer
from shanghaien.web.ids import GameId, PersonId, RequestId, Version

from . import moves
from .change import Change
from .create import found, reserve
from .loaded_game import LoadedGame, chairs_of
from .open_games import OpenGames
from .refusals import NotYours, Stale
from .request import TableRequest
from .setup import Reservation, Setup
from .summary import CALLED_OFF, result_from
from .table import ListedGame, Mode, Table, Viewer

LONGEST_LIST = 100
Move = Callable[[LoadedGame, frozenset[Seat]], Change]
"""What a person does at a loaded game in which these seats are theirs."""


class Tables:
    """The service of tables; people are named by the id that their cookie or token stands for."""

    def __init__(self, games: OpenGames, signer: Signer) -> None:
        self.games = games
        self.signer = signer

    async def check_store(self) -> None:
        """Raise what the store raises if it cannot be read."""
        await self.games.games.version_of(GameId(""))

    def reserve(self) -> Reservation:
        """A reservation for the form that sets up a table."""
        return reserve(self.signer)

    async def create(self, setup: Setup, person: PersonId, reservation: str = "") -> Table:
        """Set up a table for the person."""
        return await found(self.games, self.signer, setup, person, reservation)

    def whim_of(self, table: Table) -> str:
        """What a bot's mood hangs on at this point of the game: nobody can foresee it, and a restart changes nothing."""
        return self.signer.secret_for("whim", f"{table.id} {table.version}").hex()

    async def look(self, game: GameId, person: PersonId | None = None) -> tuple[Table, Viewer]:
        """The table as it stands, and who the person is there."""
        loaded, seats = await self.games.open(game, person)
        return loaded.table(), Viewer(seats, person)

    async def now(self, game: GameId, told: Version | None = None, within: float = 0) -> Table:
        """The table as it stands; at the version told of, or if looked at within so many seconds, without the store."""
        return (await self.games.current(game, told, within)).table()

    async def games_of(self, person: PersonId) -> list[ListedGame]:
        """The person's games: those that wait for them first, then those that go on, then those that are over."""
        rows = await self.games.games.of_person(person, LONGEST_LIST)
        lines = [
            ListedGame(
                game.id,
                Mode(game.mode),
                chairs_of(game),
                seats,
                game.summary.round,
                game.summary.waits_for,
                result_from(game.summary.result),
                game.updated,
            )
            for game, seats in rows
            if game.summary.result != CALLED_OFF
        ]
        return sorted(lines, key=lambda line: (not line.yours, line.result is not None))

    async def act(self, request: TableRequest, text: str) -> Table:
        """The person's choice, in notation; then chance decides until somebody is asked again."""
        return await self.serve(request, lambda loaded, seats: moves.choose(loaded, seats, text, request.id))

    async def choose(self, loaded: LoadedGame, seat: Seat, text: str) -> Table:
        """Store a bot's choice and what follows from it; the caller holds the game's lock."""
        return await self.games.change(loaded, moves.choose_for(loaded, seat, text))

    async def type_chance(self, request: TableRequest, text: str) -> Table:
        """Real dice or cards as the person types them; several cards of a deal may come at once."""
        return await self.serve(request, lambda loaded, _: moves.type_chance(loaded, text, request.id))

    async def retype(self, request: TableRequest) -> Table:
        """Take back what was typed last of real dice or cards, as long as nobody has chosen since; the log keeps it."""
        return await self.serve(request, lambda loaded, _: moves.retype(loaded, request.id))

    async def note_help(self, request: TableRequest) -> Table:
        """Write down that the person asks what the Captain would do."""
        return await self.serve(request, lambda loaded, seats: moves.ask_for_help(loaded, seats, request.id))

    async def undo(self, request: TableRequest) -> Table:
        """Take back the person's last choice, as long as no die or card has been revealed since."""
        return await self.serve(request, lambda loaded, seats: moves.undo(loaded, seats, request.id))

    async def resign(self, request: TableRequest) -> Table:
        """Give the game up; at a hot-seat table for the seat that is asked."""
        return await self.serve(request, lambda loaded, seats: moves.resign(loaded, seats, request.id))

    async def serve(self, request: TableRequest, move: Move) -> Table:
        """Make a move that is the person's to make, new and up to date; a repeated one changes nothing."""
        async with self.games.alone(request.game):
            loaded, seats = await self.games.open_at(request.game, request.version, request.person)
            try:
                return await self._made(request, move, loaded, seats)
            except Stale:
                return await self._made_elsewhere(request)

    async def _made(self, request: TableRequest, move: Move, loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
        if not seats:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        if request.id in loaded.progress.answered:
            return _repeated(loaded, seats, request.id)
        if request.version != loaded.version:
            raise _stale()
        return await self.games.change(loaded, move(loaded, seats))

    async def _made_elsewhere(self, request: TableRequest) -> Table:
        """Somebody was faster: perhaps the same request, sent again to another process."""
        loaded, seats = await self.games.open(request.game, request.person)
        if request.id not in loaded.progress.answered:
            raise _stale()
        return _repeated(loaded, seats, request.id)


def _stale() -> Stale:
    return Stale(N_("The table has changed since you looked; here is how it stands now."))


def _repeated(loaded: LoadedGame, seats: frozenset[Seat], request_id: RequestId) -> Table:
    """Nothing to do; but an id that the other player has used would hide that this is another request."""
    if loaded.progress.answered[request_id] not in {None, *seats}:
        raise Unreadable(N_("The other player has used this id already; choose another."))
    return loaded.table()
