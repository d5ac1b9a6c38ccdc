"""A rematch between two people: the first press offers it, the second seats both, and until then it can be withdrawn."""

from contextlib import suppress

from shanghaien.rules import N_, Seat
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.errors import IllegalMove, NoSuchGame, NotYours
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, SeatKind, Table, Viewer
from shanghaien.web.tables.seating import Seating, note_rematch, withdraw_offer
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import NO_DICE, OwnDice


class Rematches:
    """What the players of a finished game ask of each other; an offer is a table at which the other's seat is kept."""

    def __init__(self, tables: Tables, seating: Seating) -> None:
        self._tables = tables
        self._seating = seating
        self._games = tables.games

    async def offered(self, over: Table, person: PersonId | None) -> tuple[Table, Viewer] | None:
        """The rematch of a game as it stands, and who the person is there; None where there is none (any more)."""
        if over.rematch is not None:
            with suppress(NoSuchGame):
                table, viewer = await self._tables.look(over.rematch, person)
                if table.started or await self.possible(over):
                    return table, viewer
        return None

    async def possible(self, over: Table) -> bool:
        """Whether there can be a rematch at all: not between two of whom one has blocked the other."""
        return over.mode is not Mode.INVITE or not await self._seating.apart(over.id)

    async def ask(
        self,
        game: GameId,
        person: PersonId,
        dice: OwnDice = NO_DICE,
        reservation: str = "",
        offer: str = "",
    ) -> Table:
        """One press of one player: back comes the rematch if it has begun, else the finished game, where it is offered.

        `offer` names the table that the player was shown with the dice that they now agree to. Who brings dice for
        another one is shown it first: both have offered a rematch at the same moment.
        """
        over, viewer = await self._tables.look(game, person)
        if offer and not await self._is_still_offered(over, offer):
            return over
        made = await self._seating.rematch(game, person, NO_DICE if offer else dice, reservation)
        if made.started:
            return made
        kept = kept_seat(made, (await self._tables.look(made.id, person))[1])
        if kept is None or (dice and offer != made.id):
            return await self._tables.now(game)
        return await self._take_up(over, made, min(viewer.seats), person, dice)

    async def _is_still_offered(self, over: Table, offer: str) -> bool:
        found = await self.offered(over, None)
        return found is not None and found[0].id == offer

    async def _take_up(self, over: Table, made: Table, seat: Seat, person: PersonId, dice: OwnDice) -> Table:
        """Sit down under the name that one had, and tell those who still look at the finished game."""
        token, name = self._seating.invitation(made.id), over.chairs[seat].name
        table = await self._seating.join(token, person, name, dice)
        await note_rematch(self._games, over.id, seat, table.id)
        return table

    async def withdraw(self, game: GameId, person: PersonId | None) -> None:
        """Take the person's own offer back; the game is as if there had been none."""
        over, _ = await self._tables.look(game, person)
        found = await self.offered(over, person)
        if found is None:
            return
        made, viewer = found
        if not viewer.seats or kept_seat(made, viewer) is not None:
            raise NotYours(N_("Only whoever offered the rematch can withdraw it."))
        await self._call_off(made.id, min(viewer.seats))
        await withdraw_offer(self._games, made.id)

    async def _call_off(self, made: GameId, seat: Seat) -> None:
        async with self._games.alone(made):
            game = await self._games.current(made)
            if game.table().started:
                raise IllegalMove(N_("The game has started; you can only resign."))
            change = Change(game)
            change.note(EntryKind.CALLED_OFF, seat)
            await self._games.change(change)


def kept_seat(table: Table, viewer: Viewer) -> Seat | None:
    """The open seat that is kept for this viewer, as in a rematch that the other player offers."""
    return next((seat for seat in viewer.seats if table.chairs[seat].kind is SeatKind.OPEN), None)
