"""Setting a table up: who sits where, what is promised about the dice, and the first deal."""

import json
from dataclasses import replace

from shanghaien import rules
from shanghaien.fairness import BadContribution, Promise
from shanghaien.rules import N_, Seat
from shanghaien.web.clock import now
from shanghaien.web.http.signing import Signer
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.names import clean_name
from shanghaien.web.store.games import Conflict
from shanghaien.web.store.rows import GameRow, GameSummary, SeatedPerson, SeatRow

from .dealing import draws_of
from .loaded_game import LoadedGame
from .log import EntryKind
from .open_games import OpenGames
from .refusals import BadLink, NotYours, bad_contribution
from .setup import Reservation, Setup
from .table import Mode, SeatKind, Table

SEATS: tuple[Seat, Seat] = (0, 1)


def seed_of(signer: Signer, game: GameId) -> bytes:
    """The seed of a game with this id: fixed before anybody contributes, known to the server alone."""
    return signer.secret_for("seed", game)


def reserve(signer: Signer) -> Reservation:
    """An id for a new game and the commitment to its seed, to be shown before the player contributes."""
    game = GameId(signer.new_game())
    promise = Promise.open(game, seed_of(signer, game))
    return Reservation(game, promise.commitment, signer.sign("reserve", game))


def reserved(signer: Signer, token: str) -> GameId:
    """The id that a reservation stands for; without a reservation, a fresh one."""
    if not token:
        return GameId(signer.new_game())
    values = signer.read("reserve", token)
    if not values:
        raise BadLink(N_("This form is too old; open it again."))
    return GameId(str(values[0]))


async def found(
    games: OpenGames,
    signer: Signer,
    setup: Setup,
    person: PersonId,
    reservation: str = "",
    rematch_of: GameId | None = None,
) -> Table:
    """Store a new table and deal if both seats are taken; asking twice with one reservation gives the same table."""
    game = replace(_game_row(signer, setup, reserved(signer, reservation)), rematch_of=rematch_of)
    loaded = LoadedGame(game)
    change = loaded.begin_change(game.created)
    for seat in seats_of(setup):
        change.note(EntryKind.JOIN, seat, game.seats[seat].name)
    if setup.mode is not Mode.INVITE:
        change.deal(draws_of(game))
    try:
        return await games.create(loaded, change, _seated(setup, person))
    except Conflict:
        made = rematch_of and await games.games.rematch_of(rematch_of)  # by whoever asked at the same time
        return (await games.open(made))[0].table() if made else await _same_again(games, game.id, person)


async def _same_again(games: OpenGames, game: GameId, person: PersonId) -> Table:
    loaded, seats = await games.open(game, person)
    if not seats and Mode(loaded.game.mode) is not Mode.BOTS:
        raise NotYours(N_("This form has been used already; open it again."))
    return loaded.table()


def seats_of(setup: Setup) -> tuple[Seat, ...]:
    """The seats that are taken from the start."""
    return (setup.seat,) if setup.mode is Mode.INVITE else SEATS


def _seated(setup: Setup, person: PersonId) -> list[SeatedPerson]:
    match setup.mode:
        case Mode.HOT_SEAT | Mode.REAL_DICE:
            return [(0, person), (1, person)]
        case Mode.BOTS:
            return []
        case _:
            return [(setup.seat, person)]


def _kinds(setup: Setup) -> tuple[SeatKind, SeatKind]:
    at_hand = {Mode.HOT_SEAT: SeatKind.HUMAN, Mode.REAL_DICE: SeatKind.HUMAN, Mode.INVITE: SeatKind.OPEN}
    other = at_hand.get(setup.mode, SeatKind.BOT)
    own = SeatKind.BOT if setup.mode is Mode.BOTS else SeatKind.HUMAN
    return (own, other) if setup.seat == 0 else (other, own)


def _game_row(signer: Signer, setup: Setup, game: GameId) -> GameRow:
    seed, kinds = seed_of(signer, game), _kinds(setup)
    promise = _promise(setup, game, seed, kinds)
    rows = [_seat_row(setup, seat, kinds[seat], promise.contributions[seat]) for seat in SEATS]
    return GameRow(
        id=game,
        mode=str(setup.mode),
        options=json.dumps(setup.options.as_dict(), sort_keys=True),
        revision=rules.REVISION,
        seed=seed,
        commitment=promise.commitment,
        created=now(),
        seats=(rows[0], rows[1]),
        summary=GameSummary(1, None, None),
    )


def _seat_row(setup: Setup, seat: Seat, kind: SeatKind, contribution: str | None) -> SeatRow:
    level = setup.levels[seat] if kind is SeatKind.BOT else ""
    name = clean_name(setup.names[seat]) if kind is SeatKind.HUMAN else ""
    return SeatRow(str(kind), name, level, contribution)


def _promise(setup: Setup, game: GameId, seed: bytes, kinds: tuple[SeatKind, SeatKind]) -> Promise:
    by_program = tuple(seat for seat in SEATS if kinds[seat] is SeatKind.BOT)
    if setup.mode.one_screen:
        by_program = (1 - setup.seat,)
    promise = Promise.open(game, seed, by_program)
    if not setup.contribution or setup.mode is Mode.BOTS:
        return promise
    try:
        return promise.contribute(setup.seat, setup.contribution)
    except BadContribution:
        raise bad_contribution() from None
