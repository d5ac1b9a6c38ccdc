"""Reserving a game: the server commits to its part of the dice before it knows anything of the players."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass

from shanghaien.fairness import ReservedChains
from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.signing import Randomness, Signer
from shanghaien.web.tables.dice.log_writer import LoggedEntry, ReceiptStore, add_to_log
from shanghaien.web.tables.dice.protocol import ServerChains
from shanghaien.web.tables.errors import BadLink
from shanghaien.web.tables.store.seats import ReservationRow, find_reservation, keep_reservation

PURPOSE = "reserve"
NO_CONTRACT = "-"
ID_BYTES = 12


@dataclass(frozen=True, slots=True)
class Reservation:
    """An id for a game that does not exist yet, with everything that the server commits to for it."""

    chains: ReservedChains
    token: str
    """What is sent back to use the reservation."""
    receipt: str
    """The server's signature under all of it."""
    key: str
    """The public key that belongs to the signature."""

    @property
    def id(self) -> GameId:
        return GameId(self.chains.game_id)


@dataclass(frozen=True, slots=True)
class ReservedDice:
    """The secrets behind a reservation."""

    chains: ReservedChains
    secrets: bytes
    known: ServerChains
    """The chains themselves."""
    promised: bool = True
    """Whether it was shown to anybody; else it is made for a game that is set up at once."""

    @property
    def id(self) -> GameId:
        return GameId(self.chains.game_id)

    def __repr__(self) -> str:
        return f"ReservedDice({self.id!r})"  # a log line must not tell the secrets


class Reservations:
    """Commitments for games to come; each is stored with its secrets, used for one game, and deleted after a day."""

    def __init__(self, database: Database, signer: Signer, randomness: Randomness) -> None:
        self._database = database
        self._signer = signer
        self._randomness = randomness
        self.receipts = ReceiptStore(database)

    async def reserve(self) -> Reservation:
        """Commit to the dice of a new game, and sign it."""
        made = self.unpromised()
        chains = made.chains
        row = ReservationRow(made.id, made.secrets, (chains.server, chains.creator_held, chains.guest_held))
        async with self._database.write() as connection:
            await keep_reservation(connection, row)
            logged = await add_to_log(connection, [LoggedEntry("reservation", made.id, chains.hash)])
            receipt = await self.receipts.receipt(connection, made.id, chains.hash, NO_CONTRACT, logged)
            key = await self.receipts.public_key(connection, logged)
        return Reservation(chains, self._signer.sign(PURPOSE, made.id), receipt, key)

    def unpromised(self, game: str = "") -> ReservedDice:
        """The dice of a new game to which the players add nothing, so that no commitment has to be seen first."""
        game = game or self._randomness.new_game()
        secrets = self._randomness.new_secrets(game)
        known = ServerChains(game, secrets)
        return ReservedDice(known.reserved, secrets, known, promised=False)

    def game_by_form(self, person: PersonId, form: str) -> str:
        """The id of the game that a person's form makes, so that a form sent twice makes one; it cannot be guessed."""
        made = self._signer.secret_for("form", f"{person} {form}")
        return self._randomness.game_by_form(urlsafe_b64encode(made[:ID_BYTES]).decode()) if form else ""

    def game_of(self, token: str) -> GameId:
        """The id of a reservation's game."""
        values = self._signer.read(PURPOSE, token)
        if not values:
            raise BadLink(N_("This form is too old; open it again."))
        return GameId(str(values[0]))

    async def find(self, game: GameId) -> ReservedDice | None:
        """The secrets of a reservation; None if it was used, or has expired."""
        row = await find_reservation(self._database, game)
        if row is None:
            return None
        return ReservedDice(ReservedChains(game, *row.ends), row.secrets, ServerChains(game, row.secrets))
