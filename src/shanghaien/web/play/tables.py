"""Everything that can be done with a table. Each method checks, stores, announces, and returns the table."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from shanghaien import rules
from shanghaien.fairness.real_dice import Mistyped, read_outcomes
from shanghaien.rules import Illegal, NotYourTurn, RulesError, Seat
from shanghaien.rules.notation import action_text, outcome_text, parse_action
from shanghaien.web.http.i18n import N_, gettext
from shanghaien.web.http.refusals import IllegalMove, NotYours, Stale, Unreadable
from shanghaien.web.http.signing import Signer

from .create import found, reserve
from .dealing import draws_of
from .loaded_game import CALLED_OFF, LoadedGame, chairs_of, result_from, summary_of
from .log import EntryKind
from .open_games import OpenGames
from .table import ListedGame, Mode, Reservation, Setup, Table, Viewer

LONGEST_LIST = 100
Change = Callable[[LoadedGame, frozenset[Seat]], Awaitable[Table]]


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Who asks for a change of which game: the version he saw, and an id that makes a repeat harmless."""

    game: str
    guest: str | None
    version: int
    move: str


class Tables:
    """The service of tables; guests are named by the id in their cookie."""

    def __init__(self, games: OpenGames, links: Signer) -> None:
        self.games = games
        self.links = links

    def reserve(self) -> Reservation:
        """A reservation for the form that sets up a table."""
        return reserve(self.links)

    async def create(self, setup: Setup, guest: str, reservation: str = "") -> Table:
        """Set up a table for the guest."""
        return await found(self.games, self.links, setup, guest, reservation)

    def whim_of(self, table: Table) -> str:
        """What a bot's mood hangs on at this point of the game: nobody can foresee it, and a restart changes nothing."""
        return self.links.secret_for("whim", f"{table.id} {table.version}").hex()

    async def look(self, game: str, guest: str | None = None) -> tuple[Table, Viewer]:
        """The table as it stands, and who the guest is there."""
        loaded, seats = await self.games.open(game, guest)
        return loaded.table(), Viewer(seats, guest)

    async def games_of(self, guest: str) -> list[ListedGame]:
        """The guest's games: those that wait for him first, then those that go on, then those that are over."""
        rows = await self.games.games.of_guest(guest, LONGEST_LIST)
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
        """The guest's choice, in notation; then chance decides until somebody is asked again."""

        async def choose(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            asked = loaded.table().waits_for
            if asked is None or asked not in seats:
                raise IllegalMove(_why_not_asked(loaded.table()))
            return await self.choose(loaded, asked, text, request.move)

        return await self.serve(request, choose)

    async def choose(self, loaded: LoadedGame, seat: Seat, text: str, move: str | None = None) -> Table:
        """Store a seat's choice and what follows from it; the caller holds the game's lock."""
        writer = self.games.writer(loaded)
        try:
            action = parse_action(text)
            writer.state, _ = rules.apply(writer.state, action, seat)
        except Illegal as error:
            raise IllegalMove(str(error), error.code) from None
        except NotYourTurn as error:
            raise IllegalMove(str(error)) from None
        except RulesError as error:
            raise Unreadable(str(error)) from None
        writer.write(EntryKind.ACT, seat, action_text(action), move)
        writer.deal(draws_of(loaded.game))
        return await self.games.change(loaded, writer, summary_of(writer.state))

    async def type_chance(self, request: TableRequest, text: str) -> Table:
        """Real dice or cards as the guest types them; several cards of a deal may come at once."""

        async def note(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            writer = self.games.writer(loaded)
            if loaded.table().mode is not Mode.REAL_DICE or loaded.table().over or not rules.is_chance(writer.state):
                raise IllegalMove(N_("Nothing has to be rolled or dealt by hand now."))
            try:
                outcomes = read_outcomes(writer.state, text)
            except Mistyped as error:
                raise IllegalMove(_mistyped(error)) from None
            for number, outcome in enumerate(outcomes):
                writer.state, _ = rules.advance(writer.state, outcome)
                writer.write(EntryKind.DRAW, text=outcome_text(outcome), move=None if number else request.move)
            return await self.games.change(loaded, writer, summary_of(writer.state))

        return await self.serve(request, note)

    async def retype(self, request: TableRequest) -> Table:
        """Take back what was typed last of real dice or cards, as long as nobody has chosen since; the log keeps it."""

        async def take_back(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            if loaded.table().mode is not Mode.REAL_DICE or not loaded.replay.typed:
                raise IllegalMove(N_("There is nothing to correct: somebody has chosen since."))
            writer = self.games.writer(loaded)
            writer.state = loaded.replay.before_typed
            writer.write(EntryKind.RETYPE, text=str(loaded.replay.typed), move=request.move)
            return await self.games.change(loaded, writer, summary_of(writer.state))

        return await self.serve(request, take_back)

    async def note_help(self, request: TableRequest) -> Table:
        """Write down that the guest asks what the Captain would do; only against a bot, and when it is his turn."""

        async def note(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            table = loaded.table()
            seat = table.waits_for
            if table.mode is not Mode.BOT or seat is None or seat not in seats:
                raise IllegalMove("The Captain gives advice in games against a bot, when it is your turn.")
            writer = self.games.writer(loaded)
            writer.write(EntryKind.HELP, seat, move=request.move)
            return await self.games.change(loaded, writer, loaded.game.summary)

        return await self.serve(request, note)

    async def undo(self, request: TableRequest) -> Table:
        """Take back the guest's last choice, as long as no die or card has been revealed since."""

        async def take_back(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            seat = loaded.replay.undo
            if seat is None or seat not in seats:
                raise IllegalMove(N_("There is nothing to take back: a die or card has been revealed since."))
            writer = self.games.writer(loaded)
            writer.state = loaded.replay.before_last_choice
            writer.write(EntryKind.UNDO, seat, move=request.move)
            return await self.games.change(loaded, writer, summary_of(writer.state))

        return await self.serve(request, take_back)

    async def resign(self, request: TableRequest) -> Table:
        """Give the game up; at a hot-seat table for the seat that is asked."""

        async def give_up(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            table = loaded.table()
            seat = Viewer(seats).acting_seat(table)
            if seat is None or table.over or not table.started:
                raise IllegalMove(_why_not_asked(table))
            writer = self.games.writer(loaded)
            writer.write(EntryKind.RESIGN, seat, move=request.move)
            return await self.games.change(loaded, writer, summary_of(writer.state, seat))

        return await self.serve(request, give_up)

    async def serve(self, request: TableRequest, change: Change) -> Table:
        """Check that the request is the guest's to make, new and up to date; a repeated one changes nothing."""
        async with self.games.alone(request.game):
            loaded, seats = await self.games.open(request.game, request.guest)
            if not seats:
                raise NotYours(N_("You are watching this game; only its players can do that."))
            if request.move in loaded.replay.moves:
                return _repeated(loaded, seats, request.move)
            if request.version != loaded.version:
                raise Stale(N_("The table has changed since you looked; here is how it stands now."))
            return await change(loaded, seats)


def _repeated(loaded: LoadedGame, seats: frozenset[Seat], move: str) -> Table:
    """Nothing to do; but an id that the other player has used would hide that this is another request."""
    if loaded.replay.moves[move] not in {None, *seats}:
        raise Unreadable("The other player has used this id already; choose another.")
    return loaded.table()


def _mistyped(error: Mistyped) -> str:
    """Why typed dice or cards are refused, in the language of the page, which says anyway what is wanted."""
    if not error.word:
        return gettext("Nothing was typed.")
    if error.too_much:
        return gettext("“%(word)s” is too much: a player has to choose first.") % {"word": error.word}
    return gettext("“%(word)s” can’t come here, or none of it is left in the pile.") % {"word": error.word}


def _why_not_asked(table: Table) -> str:
    if table.over:
        return N_("The game is over.")
    return N_("It is not your turn.") if table.started else N_("The game begins once the other seat is taken.")
