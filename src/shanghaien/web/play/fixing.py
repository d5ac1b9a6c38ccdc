"""Fixing a table's dice: the contract that the creator's answer to a reservation makes, and the seat if it is drawn."""

from dataclasses import dataclass

from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.second import SERVER, Contract, DicePlayer, Ledger, setup_fields
from shanghaien.rules import Seat
from shanghaien.web.ids import GameId

from .contracts import SEATS, contract_text
from .refusals import bad_contribution, bad_link
from .reservations import ReservedDice
from .second_dice import CREATOR, sitting_guest
from .setup import Setup
from .table import Mode

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


def fix_dice(setup: Setup, reserved: ReservedDice, rematch_of: GameId | None) -> FixedDice:
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
    return f"swapped-{SEATS[setup.seat]}" if setup.swapped else SEATS[setup.seat]


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
