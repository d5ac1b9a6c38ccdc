"""Setting a table up: what is fixed about its dice, who sits where, and the first deal."""

import json
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien import rules
from shanghaien.fairness import SERVER, Contract, DicePlayer, Ledger, setup_fields
from shanghaien.fairness.messages import FairnessError
from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.word_list import Words
from shanghaien.web.tables import loading
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.dice.log_writer import LoggedEntry, add_to_log
from shanghaien.web.tables.dice.protocol import CREATOR, contract_text, sitting_guest
from shanghaien.web.tables.dice.protocol import SEATS as PROTOCOL_SEATS
from shanghaien.web.tables.dice.reservations import Reservations, ReservedDice
from shanghaien.web.tables.errors import BadLink, NoReservation, NotYours, bad_contribution, bad_link
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.games import Conflict, Inside, nothing
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatedPerson, SeatRow
from shanghaien.web.tables.store.seats import use_reservation

# Fixing a table's dice: the contract that the creator's answer to a reservation makes, and the seat if it is drawn.

NO_GAME = "-"


@dataclass(frozen=True)
class FixedDice:
    """What is fixed about the dice of a table before the first card."""

    contract: Contract
    creator: Seat
    seat_drawn: tuple[Ledger, str] | None = None
    """Where the creator's seat is drawn by itself: the ledger after it, and the links that were opened."""

    @property
    def text(self) -> str:
        """As the store takes it."""
        return contract_text(self.contract, self.creator)


def commit_to_dice(setup: Setup, reserved: ReservedDice, rematch_of: GameId | None) -> FixedDice:
    """The contract, with a seat for its creator; what can't be agreed to is refused in a sentence."""
    contract = _contract(setup, reserved, rematch_of)
    if setup.seat is not None:
        return FixedDice(contract, setup.seat)
    guest = sitting_guest(setup.mode, setup.levels[1])
    ledger = Ledger.begin(contract) if guest is None else Ledger.begin(contract).sit(guest)
    links = _first_links(setup, reserved)
    try:
        drawn, group = ledger.draw(CREATOR, *links)
    except FairnessError:
        raise bad_link() from None
    return FixedDice(contract, group.seat(), None if guest else (drawn, " ".join(links)))


def check_word(word: str) -> None:
    """Refuse what can't be a word for the dice."""
    try:
        DicePlayer("entrusted", "0" * 64, word)
    except FairnessError:
        raise bad_contribution() from None


def _contract(setup: Setup, reserved: ReservedDice, rematch_of: GameId | None) -> Contract:
    fields, after = setup_fields(setup.options), rematch_of or NO_GAME
    try:
        return Contract(reserved.chains, fields, str(setup.mode), _seat(setup), _creator(setup, reserved), after)
    except FairnessError:
        raise bad_contribution() from None


def _seat(setup: Setup) -> str:
    if setup.seat is None:
        return "drawn"
    return f"swapped-{PROTOCOL_SEATS[setup.seat]}" if setup.swapped else PROTOCOL_SEATS[setup.seat]


def _creator(setup: Setup, reserved: ReservedDice) -> DicePlayer:
    if setup.mode is Mode.BOTS:
        return DicePlayer(f"bot:{setup.levels[setup.seat or 0]}")
    if setup.dice.end in {reserved.chains.creator_held, reserved.chains.guest_held}:
        raise bad_contribution()
    if setup.dice.end:
        return DicePlayer("person", setup.dice.end, setup.dice.word)
    return DicePlayer("entrusted", reserved.chains.creator_held, setup.dice.word)


def _first_links(setup: Setup, reserved: ReservedDice) -> tuple[str, str]:
    """The links of the first group: the server's and the creator's."""
    own = setup.dice.link if setup.dice.end else reserved.known.link("creator-held", 1)
    return reserved.known.link(SERVER, 1), own


SEATS: tuple[Seat, Seat] = (0, 1)


class GameCreation:
    """Stores new tables; asking twice with one reservation gives the same table."""

    def __init__(self, games: GameWriter, reservations: Reservations, words: Words) -> None:
        self._games = games
        self._reservations = reservations
        self._words = words

    async def create(
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
        return await self._create(_Plan(setup, reserved, rematch_of), person)

    def _unpromised(self, person: PersonId, form: str) -> ReservedDice:
        return self._reservations.unpromised(self._reservations.game_by_form(person, form))

    async def _create(self, plan: "_Plan", person: PersonId) -> Table:
        change = Change(loading.begin(plan.row, plan.reserved.known), plan.row.created)
        for seat in seats_of(plan.setup):
            change.note(EntryKind.JOIN, seat, plan.row.seats[seat].name)
        if plan.setup.mode is not Mode.INVITE:
            change.deal(plan.setup.dice.link)
        elif plan.fixed is not None and plan.fixed.seat_drawn is not None:
            change.open(*plan.fixed.seat_drawn, plan.fixed.creator)
        try:
            return await self._games.create(change, _seated(plan.setup, person), self._committing(plan))
        except Conflict:
            # by a request at the same time
            made = plan.rematch_of and await self._games.store.rematch_of(plan.rematch_of)
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
            receipts = self._reservations.receipts
            return await receipts.receipt(connection, reserved.id, reserved.chains.hash, fixed.contract.hash, logged)

        return commit

    async def _same_again(self, game: GameId | None, person: PersonId) -> Table:
        """The table that was made with this reservation before."""
        if game is None or await self._games.store.version_of(game) is None:
            raise BadLink(N_("This form is too old; open it again."))
        made, seats = await self._games.open(game, person)
        if not seats and Mode(made.row.mode) is not Mode.BOTS:
            raise NotYours(N_("This form has been used already; open it again."))
        return made.table()


class _Plan:
    """A table that is about to be stored."""

    def __init__(self, setup: Setup, reserved: ReservedDice, rematch_of: GameId | None) -> None:
        real = setup.mode is Mode.REAL_DICE
        self.fixed: FixedDice | None = None if real else commit_to_dice(setup, reserved, rematch_of)
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
