"""Taking a seat: by invitation, by a private link from another device, and again for a rematch."""

import hashlib
import secrets
from contextlib import suppress
from dataclasses import replace
from functools import partial

from shanghaien import rules
from shanghaien.fairness import DicePlayer, FairnessError
from shanghaien.rules import N_, Seat
from shanghaien.web.core.ids import GameId, PersonId, RequestId
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.dice.protocol import GUEST, GameDice, commitment
from shanghaien.web.tables.errors import (
    BadLink,
    IllegalMove,
    NoSuchGame,
    NotYours,
    SeatTaken,
    Stale,
    bad_contribution,
    bad_link,
)
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, SeatKind, Seats, Table, Viewer, seat_in_rematch
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.requests import Command, TableRequest
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import NO_DICE, OwnDice, Setup
from shanghaien.web.tables.store.seats import LinkStore
from shanghaien.web.tables.vacations import Vacations

# What the log of a finished game says of its rematch: that it was offered, taken up, or withdrawn.

TRIES = 3
"""How often a note is tried where other processes write to the same log at the same time."""


async def note_rematch(games: GameWriter, game: GameId, seat: Seat | None, made: GameId | None) -> None:
    """Write down what became of the rematch, so that all who look at the finished game learn of it.

    It is comfort: if it is lost, the next look shows how things stand. The caller does not hold the game's lock.
    """
    for _ in range(TRIES):
        async with games.alone(game):
            change = Change(await games.current(game))
            change.note(EntryKind.REMATCH, seat, made or "")
            try:
                await games.change(change)
            except Stale:  # another process was first
                continue
        return


async def withdraw_offer(games: GameWriter, made: GameId, seat: Seat | None = None) -> None:
    """After an offer was called off: let there be another rematch of the game before it, and say so there."""
    before = await games.store.part_from_predecessor(made)
    if before is not None:
        await note_rematch(games, before, seat, None)


async def still_exists(games: GameWriter, made: GameId | None) -> bool:
    """Whether the game that was set up as a rematch is still there: neither called off nor cleared away."""
    try:
        return bool(made) and bool(await games.current(GameId(made or "")))
    except NoSuchGame:
        return False


LINK_MINUTES = 15
"""For how long a private link works: not long, since links stay in histories, screenshots and borrowed computers."""
MOST_REMATCHES = 5
"""How often a player may offer a rematch of one game; withdrawing it again and again only disturbs the other."""


class Seating:
    """Who may sit where; links are signed, so a seat is had only from its owner."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.games = tables.games
        self.signer = tables.signer
        self.vacations = Vacations(tables.games)
        self._links = LinkStore(tables.games.database)
        self._people = PeopleStore(tables.games.database)

    def invitation(self, game: GameId) -> str:
        """The token of the link that claims the free seat, once."""
        return self.signer.sign("join", game)

    def invited_to(self, token: str) -> GameId:
        values = self.signer.read("join", token)
        if not values:
            raise BadLink(N_("This invitation is not valid; ask for the link again."))
        return GameId(str(values[0]))

    async def join(self, token: str, person: PersonId, name: str, dice: OwnDice = NO_DICE) -> Table:
        """Take the free seat; the first deal follows. Joining twice, or one's own game, changes nothing."""
        game = self.invited_to(token)
        async with self.games.alone(game):
            found, seats = await self.games.open(game, person)
            await self._check_apart(game, person)
            free = _free_seat(found)
            if free is None and not seats:
                raise SeatTaken(N_("Somebody has taken this seat already; you can watch the game."))
            if free is None or (seats and free not in seats):
                return found.table()
            called = name if seats else await self._tables.words.seat_name(name, person)
            change = Change(found)
            change.take_seat(free, clean_name(called), person)
            _begin_dice(change, free, dice)
            table = await self.games.change(change)
        return await self._with_vacations(table)

    async def _check_apart(self, game: GameId, person: PersonId) -> None:
        """No two people sit down at one table if one has blocked the other."""
        players = {player for _, player in await self.games.store.people_of(game)} - {person}
        if await self._tables.blocks.any_apart({person}, players):
            raise BadLink(N_("This invitation is not valid; ask for the link again."))

    async def _with_vacations(self, table: Table) -> Table:
        """The table learns when its players will be away: the one who sits down, and the one who waited."""
        if table.pace is None or not table.pace.vacation:
            return table
        for _, person in await self.games.store.people_of(table.id):
            await self.vacations.announce_at(table.id, person)
        return (await self.games.open(table.id))[0].table()

    async def rename(self, request: TableRequest, name: str) -> Table:
        """Call oneself by another name while the other seat is free."""
        cleaned = await self._tables.words.seat_name(name, request.person) if request.person else clean_name(name)

        return await self._tables.apply(request, Command(EntryKind.NAME, partial(_rename, name=cleaned), cleaned))

    async def call_off(self, request: TableRequest) -> None:
        """End an unused invitation; from then on there is no such game."""
        await self._tables.apply(request, Command(EntryKind.CALLED_OFF, _call_off))
        await withdraw_offer(self.games, request.game)

    async def private_link(self, game: GameId, person: PersonId | None) -> str:
        """The token of a new link that carries the person's seat to another device, once and within minutes."""
        seat = await self._own_seat(game, person)
        token = self.signer.sign("seat", game, seat, secrets.token_urlsafe(16))
        await self._links.add(_digest(token), game, seat, LINK_MINUTES * 60_000)
        return token

    async def unused_links(self, game: GameId, person: PersonId | None) -> int:
        """How many private links of the person's seat can still be used."""
        _, seats = await self.games.open(game, person)
        return await self._links.unused(game, min(seats)) if seats else 0

    async def withdraw_links(self, game: GameId, person: PersonId | None) -> None:
        """End all unused private links of the person's seat."""
        await self._links.withdraw(game, await self._own_seat(game, person))

    def carried(self, token: str) -> tuple[GameId, Seat]:
        """The game and seat that a private link is for; whether it is still good, only `carry` finds out."""
        values = self.signer.read("seat", token)
        if not values or values[1] not in (0, 1):
            raise BadLink(N_("This private link is not valid; make it again on the device where you play."))
        return GameId(str(values[0])), int(values[1])

    async def carry(self, token: str, person: PersonId) -> Table:
        """Give the seat to this device too; at a hot-seat table both."""
        game, seat = self.carried(token)
        found, _ = await self.games.open(game, person)
        if found.row.rated:
            await self._check_owner(game, seat, person)
        if not await self._links.use(_digest(token), person):
            raise BadLink(
                N_(
                    "This private link was used, withdrawn or made too long ago; make another on the device where you play."
                )
            )
        both = Mode(found.row.mode).one_screen
        await self.games.seat(game, [(0, person), (1, person)] if both else [(seat, person)])
        return found.table()

    async def _check_owner(self, game: GameId, seat: Seat, person: PersonId) -> None:
        """A seat of a rated game goes from one account to no other: then it would count for no player."""
        there = {player for at, player in await self.games.store.people_of(game) if at == seat}
        accounts = await self._people.names_of(there | {person})
        if person in accounts and person not in there and there & accounts.keys():
            raise NotYours(N_("This seat belongs to another account; sign in there on this device to play on."))

    async def _own_seat(self, game: GameId, person: PersonId | None) -> Seat:
        _, seats = await self.games.open(game, person)
        if not seats:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        return min(seats)

    def links_of(self, table: Table, viewer: Viewer) -> dict[str, str]:
        """Where the viewer makes a link for their other device, and what they may hand on: a free seat."""
        if not viewer.seats:
            return {}
        links = {"seat": f"/seat/of/{table.id}"}
        return links if table.started else links | {"invitation": f"/join/{self.invitation(table.id)}"}

    async def rematch(self, game: GameId, person: PersonId, dice: OwnDice = NO_DICE, reservation: str = "") -> Table:
        """Another game with the seats swapped; the second request comes to the same one."""
        async with self.games.alone(game):
            over, seats = await self.games.open(game, person)
            if not seats and Mode(over.row.mode) is not Mode.BOTS:
                raise NotYours(N_("Only the players of this game can ask for a rematch."))
            if over.result is None:
                raise IllegalMove(N_("A rematch can begin when this game is over."))
            if await self.apart(game):
                raise IllegalMove(N_("There is no rematch of this game."))
            if over.row.day:
                raise IllegalMove(N_("Each deal of the day can be played once; there is a new one tomorrow."))
            made = over.rematch
            if not made or not await still_exists(self.games, made):
                _check_offers(over, seats)
                made = await self._swap(over, seats, person, dice, reservation)
            return (await self.games.open(made, person))[0].table()

    async def apart(self, game: GameId) -> bool:
        """Whether the players of a game keep away from each other."""
        people = await self.games.store.people_of(game)
        first, second = ({player for at, player in people if at == seat} for seat in (0, 1))
        return await self._tables.blocks.any_apart(first, second)

    async def _swap(self, over: Game, seats: Seats, person: PersonId, dice: OwnDice, reservation: str) -> GameId:
        setup, game = _swapped(over.table(), seats, dice), over.row.id
        made = await self.games.store.rematch_of(game)  # there is one if the server stopped before it was told
        if made is not None and not await still_exists(self.games, made):
            await self.games.store.part_from_predecessor(made)
            made = None
        if made is None:
            made = (await self._tables.creation.create(setup, person, reservation, game)).id
        if setup.mode is Mode.INVITE:
            others = [(1 - seat, other) for seat, other in await self.games.store.people_of(game)]
            await self.games.seat(made, others)
        change = Change(over)
        change.note(EntryKind.REMATCH, Viewer(seats).acting_seat(over.table()), made)
        with suppress(Stale):  # the other player asked at the same time, elsewhere: it is the same game
            await self.games.change(change)
        return made


def _check_offers(game: Game, seats: Seats) -> None:
    if sum(game.counts.get((EntryKind.REMATCH, seat), 0) for seat in seats) >= MOST_REMATCHES:
        raise IllegalMove(N_("You have offered a rematch of this game often enough; set up a new game instead."))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _free_seat(game: Game) -> Seat | None:
    return next((seat for seat in (0, 1) if game.row.seats[seat].kind == SeatKind.OPEN), None)


def _rename(change: Change, seats: Seats, request_id: RequestId, name: str) -> None:
    if change.before.table().started:
        raise IllegalMove(N_("The game has started; names can no longer be changed."))
    change.rename(min(seats), name, request_id)


def _call_off(change: Change, seats: Seats, request_id: RequestId) -> None:
    if change.before.table().started:
        raise IllegalMove(N_("The game has started; you can only resign."))
    change.note(EntryKind.CALLED_OFF, min(seats), request_id=request_id)


def _begin_dice(change: Change, seat: Seat, own: OwnDice) -> None:
    """Let the player who has just sat down commit to a chain; the first deal follows."""
    dice, ledger = change.after.dice, change.after.ledger
    if dice is not None and ledger is not None:
        player = _guest(dice, own)
        change.commit(ledger.sit(player), seat, commitment(player))
    change.deal(own.link)
    if rules.is_chance(change.after.state):
        raise bad_link()


def _guest(dice: GameDice, own: OwnDice) -> DicePlayer:
    try:
        return dice.player(GUEST, own.end, own.word)
    except FairnessError:
        raise bad_contribution() from None


def _swapped(table: Table, seats: Seats, dice: OwnDice) -> Setup:
    first, second = table.chairs
    own = seat_in_rematch(table, seats)
    names, levels = (second.name, first.name), (second.level, first.level)
    setup = Setup(table.mode, table.options, names, own, levels, dice, swapped=True, pace=table.pace)
    return replace(setup, rated=table.rated, delay=table.delay)
