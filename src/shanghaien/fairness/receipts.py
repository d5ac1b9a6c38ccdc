"""Receipts: what the server committed to, signed with Ed25519, so that a third party can see it contradict itself."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from .contract import Contract
from .messages import NONE, FairnessError, checked_game_id, message
from .report import Check

LINE = re.compile(r"\S{1,64}( ([0-9a-f]{64}|-)){2} [0-9]{1,15} [0-9a-f]{64} [0-9]{1,15} [0-9a-f]{128}")


@dataclass(frozen=True, slots=True)
class LogHead:
    """The head of the public log at a time, as it is published every day."""

    size: int
    root: str
    time: int
    """Seconds since 1970."""
    signature: str = ""

    @property
    def signed(self) -> bytes:
        return message("head", str(self.size), self.root, str(self.time))


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a player is given when something has been fixed; before the contract it states the reservation alone."""

    game_id: str
    reservation: str
    contract: str
    head: LogHead
    """The log as it stood then; its own signature plays no part here."""
    signature: str = ""

    @property
    def signed(self) -> bytes:
        head = self.head
        fields = (self.game_id, self.reservation, self.contract, str(head.size), head.root, str(head.time))
        return message("receipt", *fields)

    @property
    def text(self) -> str:
        """The receipt in one line, as records and pages keep it."""
        fields = (self.game_id, self.reservation, self.contract, self.head.size, self.head.root, self.head.time)
        return " ".join(map(str, (*fields, self.signature)))

    @classmethod
    def read(cls, text: str) -> "Receipt":
        if not LINE.fullmatch(text):
            raise FairnessError("This is no receipt of a commitment.")
        fields = text.split(" ")
        head = LogHead(int(fields[3]), fields[4], int(fields[5]))
        return cls(checked_game_id(fields[0]), fields[1], fields[2], head, fields[6])


class ReceiptSigner:
    """Holds the private key; the public one is published, for comparison."""

    def __init__(self, private: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._key.public_key().public_bytes_raw().hex()

    @classmethod
    def new_key(cls) -> bytes:
        """A fresh private key of 32 bytes."""
        return Ed25519PrivateKey.generate().private_bytes_raw()

    def receipt(self, receipt: Receipt) -> Receipt:
        return replace(receipt, signature=self._key.sign(receipt.signed).hex())

    def head(self, head: LogHead) -> LogHead:
        return replace(head, signature=self._key.sign(head.signed).hex())


def is_signed(statement: Receipt | LogHead, public: str) -> bool:
    """Whether a statement bears the signature that belongs to the public key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(statement.signature), statement.signed)
    except (InvalidSignature, ValueError):
        return False
    return True


def against_record(receipt: Receipt, contract: Contract, public: str) -> Iterator[Check]:
    """What a receipt says otherwise than the record of its game."""
    reserved = contract.reservation
    if not is_signed(receipt, public):
        yield Check("signature", False, "A receipt is not signed with the server's published key.")
    if receipt.game_id != reserved.game_id:
        yield Check("receipt", False, "A receipt is for another game.")
    elif receipt.reservation != reserved.hash:
        yield Check("reservation", False, "The server has signed other ends for this game than the record names.")
    elif receipt.contract not in {NONE, contract.hash}:
        yield Check("receipt", False, "The server has signed another contract for this game than the record names.")


def kept_in(lines: Sequence[str], contract: Contract, public: str) -> Iterator[Check]:
    """What receipts that a player has kept say otherwise than the record, or than each other."""
    receipts = list[Receipt]()
    for line in lines:
        try:
            receipts.append(Receipt.read(line))
        except FairnessError as error:
            yield Check("receipt", False, str(error))
    for receipt in receipts:
        yield from against_record(receipt, contract, public)
    yield from contradictions([receipt for receipt in receipts if is_signed(receipt, public)])


def contradictions(statements: Sequence[Receipt | LogHead]) -> Iterator[Check]:
    """Where signed statements of one server contradict each other; signatures are checked by `is_signed`."""
    roots, reservations, contracts = dict[int, str](), dict[str, str](), dict[str, str]()
    for statement in statements:
        head = statement.head if isinstance(statement, Receipt) else statement
        if roots.setdefault(head.size, head.root) != head.root:
            yield Check("two-logs", False, f"Two different logs of {head.size} entries have been signed.")
        if not isinstance(statement, Receipt):
            continue
        game = statement.game_id
        if reservations.setdefault(game, statement.reservation) != statement.reservation:
            yield Check("two-reservations", False, f"Two different reservations of the game {game} have been signed.")
        if statement.contract != NONE and contracts.setdefault(game, statement.contract) != statement.contract:
            yield Check("two-contracts", False, f"Two different contracts of the game {game} have been signed.")
