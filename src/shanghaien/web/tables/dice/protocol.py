"""The server's side of a game's dice: who sits where in the protocol, its own chains, and the next draw."""

import json
from typing import NamedTuple

from shanghaien.fairness import (
    SERVER,
    Chain,
    Contract,
    DicePlayer,
    DrawGroup,
    Ledger,
    Opening,
    ReservedChains,
    WantedLink,
    Who,
    reserve,
    setup_fields,
)
from shanghaien.fairness.messages import FairnessError
from shanghaien.rules import Options, Seat
from shanghaien.web.tables.errors import DamagedGame, bad_link
from shanghaien.web.tables.log import Entry, EntryKind
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.store.rows import GameRow

# What was fixed about a game's dice before the first card, as the store keeps it.

SEATS = "ab"


def contract_text(contract: Contract, creator: Seat) -> str:
    """A contract as the store takes it, with the seat that its creator came to; no secret is in it."""
    kept, player = contract.reservation, contract.creator
    values = {
        "reserved": [kept.server, kept.creator_held, kept.guest_held],
        "seat": contract.seat,
        "creator": SEATS[creator],
        "kind": player.kind,
        "end": player.end,
        "word": player.word,
        "after": contract.after,
    }
    return json.dumps(values)


def contract_of(game: GameRow) -> tuple[Contract, Seat] | None:
    """The contract of a game and its creator's seat; None for the dice of a day, and real ones."""
    if game.contract is None:
        return None
    values = json.loads(game.contract)
    setup = setup_fields(Options.from_dict(json.loads(game.options)))
    creator = DicePlayer(values["kind"], values["end"], values["word"])
    reserved = ReservedChains(game.id, *values["reserved"])
    contract = Contract(reserved, setup, game.mode, values["seat"], creator, values["after"])
    return contract, SEATS.index(values["creator"])


# The chains of a game that the server knows: its own, and those that it holds for players who entrust theirs.

SECRET_BYTES = 32
LENGTH = 512
"""Links of each chain: the longest games draw some 200 times, and every link costs a hash when a game is set up."""
FIRST = {SERVER: 0, "creator-held": 1, "guest-held": 2}
"""Where the secrets of a game's first chains stand; behind them those of `server-2`, `server-3`, … after restores."""


class ServerChains:
    """Links of the server's chains by name and number; only those that a draw asks for may be sent."""

    def __init__(self, game: str, secrets: bytes) -> None:
        if len(secrets) < len(FIRST) * SECRET_BYTES or len(secrets) % SECRET_BYTES:
            raise ValueError("the secrets of its dice are cut off")
        self._game = game
        self._secrets = secrets
        self._made: dict[str, Chain] = {}

    @property
    def reserved(self) -> ReservedChains:
        """What is published of them."""
        return reserve(self._game, {name: self._chain(name) for name in FIRST})

    def link(self, name: str, number: int) -> str:
        return self._chain(name).link(number)

    def leads_to(self, name: str, end: str) -> bool:
        """Whether the chain of this name is the one with this end."""
        return self._chain(name).end == end

    def _chain(self, name: str) -> Chain:
        """The chain of this name, worked out when it is first needed."""
        if name not in self._made:
            self._made[name] = Chain(self._secret(name), self._game, name, LENGTH)
        return self._made[name]

    def _secret(self, name: str) -> bytes:
        place = FIRST[name] if name in FIRST else int(name.removeprefix(f"{SERVER}-")) + 1
        return self._secrets[place * SECRET_BYTES : (place + 1) * SECRET_BYTES]


HELD = "held"
"""What an entry says of a chain that is entrusted to the server."""
CREATOR: Who = "creator"
GUEST: Who = "guest"


class OpenedGroup(NamedTuple):
    """A group of draws, and what was opened for it."""

    ledger: Ledger
    """Everything public about the dice afterwards."""
    group: DrawGroup
    links: str
    """The server's link, then the player's if there is one."""
    seat: Seat | None
    """Whose link it was."""


class GameDice:
    """Everything about a game's dice that stays as it is; what has been drawn so far is in the ledger.

    It knows secrets: only links that the ledger asks for may leave it.
    """

    def __init__(self, game: GameRow, chains: ServerChains | None = None) -> None:
        fixed = contract_of(game)
        assert fixed is not None
        self.contract, self.creator = fixed
        self._game = game.id
        self._mode, self._level = Mode(game.mode), game.seats[1 - self.creator].level
        self._chains = chains or ServerChains(game.id, game.seed)

    def begin(self) -> Ledger:
        """The ledger before anything has been drawn; a player without an invitation sits there already."""
        ledger = Ledger.begin(self.contract)
        guest = sitting_guest(self._mode, self._level)
        return ledger if guest is None else ledger.sit(guest)

    def who(self, seat: Seat) -> Who:
        """What the protocol calls the player of a seat."""
        return CREATOR if seat == self.creator else GUEST

    def seat_of(self, who: Who) -> Seat:
        """Where they sit."""
        return self.creator if who == CREATOR else 1 - self.creator

    def actor(self, ledger: Ledger, last: Seat | None) -> Who:
        """Whose choice the next draws follow; before the first choice the player who sat down last."""
        return ledger.beginner if last is None else self.who(last)

    def awaited(self, ledger: Ledger, actor: Who) -> Seat | None:
        """The seat whose page has to open a link for what follows the actor's choice; None if the server can go on."""
        wanted = [each.who for each in ledger.wanted(actor) if ledger.players[each.who].kind == "person"]
        return self.seat_of(wanted[0]) if wanted else None

    def draw(self, ledger: Ledger, actor: Who, given: str) -> OpenedGroup | None:
        """The next draws; None if a page has yet to open a link for them.

        Links of chains that the server holds are its own to open; `given` is the one of the player whose turn it is.
        """
        wanted = ledger.wanted(actor)
        if wanted and (wanted[0].who in ledger.stale or not (given or _holds(ledger, wanted[0].who))):
            return None
        server = self._own_link(ledger.server, ledger.server_number, ledger.ends[ledger.server])
        openings = [Opening(each.chain, each.number, self._link(ledger, each, given)) for each in wanted]
        owner = wanted[0].who if wanted else None
        after, group = ledger.add(owner, Opening(ledger.server, ledger.server_number, server), *openings)
        links = " ".join((server, *(opening.link for opening in openings)))
        return OpenedGroup(after, group, links, None if owner is None else self.seat_of(owner))

    def replayed(self, ledger: Ledger, entry: Entry, last: Seat | None) -> Ledger:
        """The ledger after an entry of the log, if it concerns the dice; the last choice before it was this seat's."""
        match entry.kind:
            case EntryKind.OPEN:
                return ledger.draw(self.actor(ledger, last), *entry.text.split(" "))[0]
            case EntryKind.COMMIT if entry.seat is None:
                return ledger.restore(entry.text)
            case EntryKind.COMMIT if ledger.guest is None and entry.seat != self.creator:
                return ledger.sit(self.player(GUEST, *_end_and_word(entry.text)))
            case EntryKind.COMMIT:
                return self.renewed(ledger, self.creator if entry.seat is None else entry.seat, entry.text)
            case _:
                return ledger

    def renewed(self, ledger: Ledger, seat: Seat, end: str) -> Ledger:
        """The ledger after a player committed anew."""
        return ledger.renew(self.who(seat), "" if end == HELD else end)

    def check(self, ledger: Ledger) -> None:
        """Raise DamagedGame if a secret is not the one that the server has committed to."""
        self._own_link(ledger.server, 1, ledger.ends[ledger.server])
        for who in (CREATOR, GUEST):
            self._own_link(f"{who}-held", 1, self.contract.reservation.held(who))

    def player(self, who: Who, end: str, word: str) -> DicePlayer:
        """A player who gives an end of their own, or entrusts their chain to the server."""
        if end and end != HELD:
            return DicePlayer("person", end, word)
        return DicePlayer("entrusted", self.contract.reservation.held(who), word)

    def _link(self, ledger: Ledger, wanted: WantedLink, given: str) -> str:
        """The link that is wanted: of a chain that the server holds, or the one that a page gave, which is checked."""
        if _holds(ledger, wanted.who):
            return self._own_link(wanted.chain, wanted.number, ledger.ends[wanted.chain])
        try:
            ledger.check(Opening(wanted.chain, wanted.number, given))
        except FairnessError:
            raise bad_link() from None
        return given

    def _own_link(self, name: str, number: int, end: str) -> str:
        if not self._chains.leads_to(name, end):
            raise DamagedGame(self._game, f"the secret of the chain {name} was changed")
        return self._chains.link(name, number)


def _holds(ledger: Ledger, who: Who) -> bool:
    """Whether the server holds a player's chain."""
    return ledger.players[who].kind != "person"


def commitment(player: DicePlayer) -> str:
    """What the log says of a player who sits down."""
    return f"{HELD if player.kind == 'entrusted' else player.end} {player.word}".strip()


def _end_and_word(text: str) -> tuple[str, str]:
    end, _, word = text.partition(" ")
    return end, word


def sitting_guest(mode: Mode, level: str) -> DicePlayer | None:
    """The creator's opponent from the start; None where a guest is invited."""
    if mode is Mode.INVITE:
        return None
    return DicePlayer("same-screen") if mode.one_screen else DicePlayer(f"bot:{level}")
