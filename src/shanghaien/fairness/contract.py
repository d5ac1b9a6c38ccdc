"""What is fixed before the first card: who commits to which chain, what is played, and how the seats come about."""

import re
import secrets
from dataclasses import dataclass
from enum import StrEnum

from shanghaien.rules import REVISION, Options, option_texts

from .chain import PLAYER_LENGTH, SECRET_BYTES, SERVER_LENGTH, Chain
from .messages import HASH, NONE, SERVER, FairnessError, Who, checked_game_id, digest, word_field

BOT = "bot:"
KINDS = re.compile(r"person|entrusted|same-screen|bot:[a-z0-9-]+")
SEATS = ("a", "b", "drawn", "swapped-a", "swapped-b")
"""How the creator came by their seat: chosen, drawn, or the other one than in the game before."""
LINE = re.compile(r"[ -~]{1,200}")
NAME = re.compile(r"[a-z][a-z0-9-]*")


class Witness(StrEnum):
    """Whether the player who does not act opens a link as well."""

    NONE = "none"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class DicePlayer:
    """What one player brings to the dice: who holds their chain, its end, and a word they may have typed."""

    kind: str
    end: str = NONE
    word: str = ""

    def __post_init__(self) -> None:
        if not KINDS.fullmatch(self.kind):
            raise FairnessError(f"A player is person, entrusted, same-screen or bot:LEVEL, not {self.kind!r}.")
        if bool(HASH.fullmatch(self.end)) is not self.has_chain:
            raise FairnessError(f"The end of a chain does not fit {self.kind!r}.")
        if self.word and not self.has_chain:  # or the server could choose a bot's word when it knows everything else
            raise FairnessError(f"A player who is {self.kind!r} types no word.")
        word_field(self.word)  # which refuses what is no word

    @property
    def has_chain(self) -> bool:
        """Whether draws can follow from a chain of this player."""
        return self.kind in {"person", "entrusted"}

    @property
    def fields(self) -> tuple[str, str, str]:
        """Kind, end and word, as messages and records write them."""
        return self.kind, self.end, word_field(self.word)


@dataclass(frozen=True, slots=True)
class ReservedChains:
    """What the server commits to before it knows anything of a game: its end, and those of chains it offers to hold."""

    game_id: str
    server: str
    creator_held: str
    guest_held: str

    @property
    def hash(self) -> str:
        """What stands in the contract, in receipts and in the public log."""
        return digest("reservation", self.game_id, self.server, self.creator_held, self.guest_held)

    def held(self, who: Who) -> str:
        """The end of the chain that the server offers to hold for a player."""
        return self.creator_held if who == "creator" else self.guest_held


@dataclass(frozen=True, slots=True)
class Secrets:
    """The three secrets behind a reservation; random, stored when reserved, used for one game, never shown."""

    server: bytes
    creator: bytes
    guest: bytes

    @classmethod
    def new(cls) -> "Secrets":
        return cls(*(secrets.token_bytes(SECRET_BYTES) for _ in range(3)))

    def chains(self, game_id: str) -> dict[str, Chain]:
        """The server's own chain and those that it may be asked to hold, by name."""
        return {
            SERVER: Chain(self.server, game_id, SERVER, SERVER_LENGTH),
            "creator-held": Chain(self.creator, game_id, "creator-held", PLAYER_LENGTH),
            "guest-held": Chain(self.guest, game_id, "guest-held", PLAYER_LENGTH),
        }


def reserve(game_id: str, chains: dict[str, Chain]) -> ReservedChains:
    return ReservedChains(game_id, chains[SERVER].end, chains["creator-held"].end, chains["guest-held"].end)


@dataclass(frozen=True, slots=True)
class Contract:
    """The creator's part of what is fixed; the guest's part follows when they sit down."""

    reservation: ReservedChains
    setup: tuple[str, ...]
    """Revision of the rules, tricks, first, starter, expansions: the values of the record's tags."""
    mode: str
    seat: str
    creator: DicePlayer
    after: str = NONE
    """The game that this one is the rematch of."""
    witness: Witness = Witness.NONE

    def __post_init__(self) -> None:
        if self.seat not in SEATS or not NAME.fullmatch(self.mode):
            raise FairnessError(f"A seat is one of {', '.join(SEATS)}, a mode a word in lower case.")
        if not all(LINE.fullmatch(field) for field in self.setup):
            raise FairnessError("What is set up is written in ASCII, one line for each option.")
        if self.after != NONE:
            checked_game_id(self.after)

    @property
    def hash(self) -> str:
        return digest(
            "contract",
            self.reservation.game_id,
            *self.setup,
            self.mode,
            self.seat,
            self.after,
            str(self.witness),
            self.reservation.hash,
            *self.creator.fields,
        )


def setup_fields(options: Options) -> tuple[str, ...]:
    """What is played, as a contract names it."""
    return (str(REVISION), *option_texts(options).values())
