"""Setting a table up: what is fixed about its dice, who sits where, and the first deal."""

import json
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien import rules
from shanghaien.rules import N_, Seat
from shanghaien.web.clock import now
from shanghaien.web.commitments.public_log import LoggedEntry, add_to_log
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.word_list import Words
from shanghaien.web.store.games import Conflict, Inside, nothing
from shanghaien.web.store.reservations import use_reservation
from shanghaien.web.store.rows import GameRow, GameSummary, SeatedPerson, SeatRow

from .dealing import deal
from .fixing import FixedDice, fix_dice
from .loaded_game import LoadedGame
from .log import EntryKind
from .open_games import OpenGames
from .refusals import BadLink, NoReservation, NotYours
from .reservations import Reservations, ReservedDice
from .setup import Setup
from .table import Mode, SeatKind, Table

SEATS: tuple[Seat, Seat] = (0, 1)


class Founding:
    """Stores new tables; asking twice with one reservation gives the same table."""

    def __init__(self, games: OpenGames, reservations: Reservations, words: Words) -> None:
        self._games = games
        self._reservations = reservations
        self._words = words

    async def found(
        self, setup: Setup, person: PersonId, reservation: str = "", rematch_of: GameId | None = None, form: str = ""
    ) -> Table:
        """Store a new table and deal if both seats are taken; a form that was sent twice makes one table."""
        if setup.dice and not reservation and not setup.mode.adds_nothing:
            raise NoReservation(
                N_("The server has to commit itself before you add to the dice: reserve the game first.")
            )
        game = self._reservations.game_of(reservation) if reservation else None
        reserved = self._unpromised(person, form) if game is None else await self._reservations.find(game)
        if reserved is None:
            return await self._same_again(game, person)
        if rematch_of is None:
            for name in filter(None, setup.names):
                await self._words.seat_name(name, person)
        return await self._made(_Plan(setup, reserved, rematch_of), person)

    def _unpromised(self, person: PersonId, form: str) -> ReservedDice:
        return self._reservations.unpromised(self._reservations.game_by_form(person, form))

    async def _made(self, plan: "_Plan", person: PersonId) -> Table:
        loaded = LoadedGame(plan.row, chains=plan.reserved.known)
        change = loaded.begin_change(plan.row.created)
        for seat in seats_of(plan.setup):
            change.note(EntryKind.JOIN, seat, plan.row.seats[seat].name)
        if plan.setup.mode is not Mode.INVITE:
            deal(plan.row, change, loaded.dice, plan.setup.dice.link)
        elif plan.fixed is not None and plan.fixed.seat_drawn is not None:
            change.open(*plan.fixed.seat_drawn, plan.fixed.creator)
        try:
            return await self._games.create(loaded, change, _seated(plan.setup, person), self._committing(plan))
        except Conflict:
            # by whoever asked at the same time
            made = plan.rematch_of and await self._games.games.rematch_of(plan.rematch_of)
            return (await self._games.open(made))[0].table() if made else await self._same_again(plan.row.id, person)

    def _committing(self, plan: "_Plan") -> Inside:
        """Use the reservation up, put the contract into the public log, and sign it."""
        fixed, reserved = plan.fixed, plan.reserved
        if fixed is None:
            return nothing
        promised = [] if reserved.promised else [LoggedEntry("reservation", reserved.id, reserved.chains.hash)]
        entries = [*promised, LoggedEntry("contract", reserved.id, fixed.contract.hash)]

        async def commit(connection: AsyncConnection) -> str:
            if reserved.promised and not await use_reservation(connection, reserved.id):
                raise Conflict(f"The reservation {reserved.id} was used.")
            logged = await add_to_log(connection, entries)
            desk = self._reservations.desk
            return await desk.receipt(connection, reserved.id, reserved.chains.hash, fixed.contract.hash, logged)

        return commit

    async def _same_again(self, game: GameId | None, person: PersonId) -> Table:
        """The table that was made with this reservation before."""
        if game is None or await self._games.games.version_of(game) is None:
            raise BadLink(N_("This form is too old; open it again."))
        loaded, seats = await self._games.open(game, person)
        if not seats and Mode(loaded.game.mode) is not Mode.BOTS:
            raise NotYours(N_("This form has been used already; open it again."))
        return loaded.table()


class _Plan:
    """A table that is about to be stored."""

    def __init__(self, setup: Setup, reserved: ReservedDice, rematch_of: GameId | None) -> None:
        real = setup.mode is Mode.REAL_DICE
        self.fixed: FixedDice | None = None if real else fix_dice(setup, reserved, rematch_of)
        self.setup = setup.at(0 if self.fixed is None else self.fixed.creator)
        self.reserved = reserved
        self.rematch_of = rematch_of
        self.row = replace(_game_row(self.setup, reserved, self.fixed), rematch_of=rematch_of)


def seats_of(setup: Setup) -> tuple[Seat, ...]:
    """The seats that are taken from the start."""
    return (_own(setup),) if setup.mode is Mode.INVITE else SEATS


def _own(setup: Setup) -> Seat:
    return 0 if setup.seat is None else setup.seat


def _seated(setup: Setup, person: PersonId) -> list[SeatedPerson]:
    match setup.mode:
        case Mode.HOT_SEAT | Mode.REAL_DICE:
            return [(0, person), (1, person)]
        case Mode.BOTS:
            return []
        case _:
            return [(_own(setup), person)]


def _kinds(setup: Setup) -> tuple[SeatKind, SeatKind]:
    at_hand = {Mode.HOT_SEAT: SeatKind.HUMAN, Mode.REAL_DICE: SeatKind.HUMAN, Mode.INVITE: SeatKind.OPEN}
    other = at_hand.get(setup.mode, SeatKind.BOT)
    own = SeatKind.BOT if setup.mode is Mode.BOTS else SeatKind.HUMAN
    return (own, other) if setup.seat == 0 else (other, own)


def _game_row(setup: Setup, reserved: ReservedDice, fixed: FixedDice | None) -> GameRow:
    kinds = _kinds(setup)
    first, second = (_seat_row(setup, seat, kinds[seat]) for seat in SEATS)
    return GameRow(
        id=reserved.id,
        mode=str(setup.mode),
        options=json.dumps(setup.options.as_dict(), sort_keys=True),
        revision=rules.REVISION,
        seed=b"" if fixed is None else reserved.secrets,
        commitment="" if fixed is None else reserved.chains.hash,
        created=now(),
        seats=(first, second),
        summary=GameSummary(1, None, None),
        contract=None if fixed is None else fixed.text,
        pace=None if setup.pace is None else str(setup.pace),
        rated=setup.rated,
        delay=setup.delay,
    )


def _seat_row(setup: Setup, seat: Seat, kind: SeatKind) -> SeatRow:
    level = setup.levels[seat] if kind is SeatKind.BOT else ""
    name = clean_name(setup.names[seat]) if kind is SeatKind.HUMAN else ""
    return SeatRow(str(kind), name, level)
