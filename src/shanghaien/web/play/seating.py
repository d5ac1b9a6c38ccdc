"""Taking a seat: by invitation, by a private link from another device, and again for a rematch."""

from dataclasses import replace

from shanghaien.fairness import FairnessError
from shanghaien.rules import Seat
from shanghaien.web.http.i18n import N_
from shanghaien.web.http.refusals import BadLink, IllegalMove, NotYours, SeatTaken, Unreadable
from shanghaien.web.people.names import clean_name
from shanghaien.web.store.rows import GameSummary, SeatRow

from .create import found
from .dealing import draws_of, promise_of
from .loaded_game import CALLED_OFF, LoadedGame, summary_of
from .log import EntryKind
from .table import Mode, SeatKind, Setup, Table, Viewer
from .tables import TableRequest, Tables


class Seating:
    """Who may sit where; links are signed, so a seat is had only from somebody who had it to give."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.games = tables.games
        self.links = tables.links

    def invitation(self, game: str) -> str:
        """The token of the link that claims the free seat, once."""
        return self.links.sign("join", game)

    def invited_to(self, token: str) -> str:
        """The game that an invitation is for."""
        values = self.links.read("join", token)
        if not values:
            raise BadLink(N_("This invitation is not valid; ask for the link again."))
        return str(values[0])

    async def join(self, token: str, guest: str, name: str, contribution: str = "") -> Table:
        """Take the free seat; the first deal follows. Joining twice, or one's own game, changes nothing."""
        game = self.invited_to(token)
        async with self.games.alone(game):
            loaded, seats = await self.games.open(game, guest)
            free = _free_seat(loaded)
            if free is None and not seats:
                raise SeatTaken(N_("Somebody has taken this seat already; you can watch the game."))
            if free is None or (seats and free not in seats):
                return loaded.table()
            return await self._sit_down(loaded, free, guest, name, contribution)

    async def _sit_down(self, loaded: LoadedGame, seat: Seat, guest: str, name: str, contribution: str) -> Table:
        taken = SeatRow(str(SeatKind.HUMAN), clean_name(name), "", _contributed(loaded, seat, contribution))
        seats = (taken, loaded.game.seats[1]) if seat == 0 else (loaded.game.seats[0], taken)
        writer = self.games.writer(loaded)
        writer.write(EntryKind.JOIN, seat, taken.name)
        writer.deal(draws_of(replace(loaded.game, seats=seats)))
        return await self.games.change(loaded, writer, summary_of(writer.state), taken, (seat, guest))

    async def rename(self, request: TableRequest, name: str) -> Table:
        """Call oneself by another name while the other seat is free."""

        async def call(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            if loaded.table().started:
                raise IllegalMove(N_("The game has begun; the names stay."))
            writer, seat, called = self.games.writer(loaded), min(seats), clean_name(name)
            writer.write(EntryKind.NAME, seat, called, request.move)
            return await self.games.rename(loaded, writer, seat, called)

        return await self._tables.serve(request, call)

    async def call_off(self, request: TableRequest) -> None:
        """End an invitation that nobody has taken; from then on there is no such game."""

        async def end(loaded: LoadedGame, seats: frozenset[Seat]) -> Table:
            if loaded.table().started:
                raise IllegalMove(N_("The game has begun; it can only be given up."))
            writer = self.games.writer(loaded)
            writer.write(EntryKind.CALLED_OFF, min(seats), move=request.move)
            return await self.games.change(loaded, writer, GameSummary(1, None, CALLED_OFF))

        await self._tables.serve(request, end)

    def private_link(self, game: str, seat: Seat) -> str:
        """The token of the link that carries a seat to another device of the same player."""
        return self.links.sign("seat", game, seat)

    def carried(self, token: str) -> tuple[str, Seat]:
        """The game and seat that a private link is for."""
        values = self.links.read("seat", token)
        if not values or len(values) != 2 or values[1] not in (0, 1):
            raise BadLink(N_("This private link is not valid; make it again on the device where you play."))
        return str(values[0]), int(values[1])

    async def carry(self, token: str, guest: str) -> Table:
        """Give the seat to this device too; at a hot-seat table both."""
        game, seat = self.carried(token)
        loaded, _ = await self.games.open(game, guest)
        both = Mode(loaded.game.mode).one_screen
        await self.games.games.hold(game, [(0, guest), (1, guest)] if both else [(seat, guest)])
        return loaded.table()

    def links_of(self, table: Table, viewer: Viewer) -> dict[str, str]:
        """The addresses that the viewer may hand on: his own seat for himself, a free seat for somebody else."""
        if not viewer.seats:
            return {}
        links = {"seat": f"/seat/{self.private_link(table.id, min(viewer.seats))}"}
        return links if table.started else links | {"invitation": f"/join/{self.invitation(table.id)}"}

    async def rematch(self, game: str, guest: str | None, contribution: str = "", reservation: str = "") -> Table:
        """Another game with the seats swapped; whoever asks second comes to the same one."""
        async with self.games.alone(game):
            loaded, seats = await self.games.open(game, guest)
            if guest is None or (not seats and Mode(loaded.game.mode) is not Mode.BOTS):
                raise NotYours(N_("Only the players of this game can ask for a rematch."))
            if not loaded.table().over:
                raise IllegalMove(N_("A rematch can begin when this game is over."))
            if loaded.replay.rematch is not None:
                return (await self.games.open(loaded.replay.rematch, guest))[0].table()
            return await self._swap(loaded, seats, guest, contribution, reservation)

    async def _swap(
        self, loaded: LoadedGame, seats: frozenset[Seat], guest: str, contribution: str, reservation: str
    ) -> Table:
        setup, game = _swapped(loaded.table(), seats, contribution), loaded.game.id
        made = await self.games.games.rematch_of(game)  # there is one if the server stopped before it was told
        if made is None:
            made = (await found(self.games, self.links, setup, guest, reservation, game)).id
        if setup.mode is Mode.INVITE:
            others = [(1 - seat, holder) for seat, holder in await self.games.games.holders(game)]
            await self.games.games.hold(made, others)
        writer = self.games.writer(loaded)
        writer.write(EntryKind.REMATCH, Viewer(seats).acting_seat(loaded.table()), made)
        await self.games.change(loaded, writer, loaded.game.summary)
        return (await self.games.open(made, guest))[0].table()


def _free_seat(loaded: LoadedGame) -> Seat | None:
    return next((seat for seat in (0, 1) if loaded.game.seats[seat].kind == SeatKind.OPEN), None)


def _contributed(loaded: LoadedGame, seat: Seat, text: str) -> str | None:
    if not text:
        return None
    try:
        return promise_of(loaded.game).contribute(seat, text).contributions[seat]
    except FairnessError as error:
        raise Unreadable(str(error)) from None


def _swapped(table: Table, seats: frozenset[Seat], contribution: str) -> Setup:
    first, second = table.chairs
    own = 1 - min(seats, default=1)
    return Setup(table.mode, table.options, (second.name, first.name), own, (second.level, first.level), contribution)
