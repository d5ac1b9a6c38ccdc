"""The game whose hashes docs/fairness.md prints: secrets are the bytes 0, 1, 2, ... one after the other."""

import random

from shanghaien import rules
from shanghaien.fairness.merkle_tree import consistency_path, entry, head_of, inclusion_path, leaf
from shanghaien.fairness.receipts import LogHead, Receipt, ReceiptSigner
from tests.fairness.honest import House


class Counted(random.Random):
    """Gives the bytes 0 to 31 as the first secret, 32 to 63 as the second, and so on."""

    given = 0

    def randbytes(self, n: int) -> bytes:
        self.given += n
        return bytes(range(self.given - n, self.given))


class VectorHouse(House):
    """The table of the page."""

    def new_rng(self) -> random.Random:
        return Counted(self.seed)


def house() -> House:
    return VectorHouse(game="vector-2", options=rules.Options(), words=("Ahoy!", "早安"), stop=5, seed=2).play()


def printed_values() -> dict[str, str]:
    """Every value by the name that the page gives it."""
    made = VectorHouse(game="vector-2", options=rules.Options(), words=("Ahoy!", "早安"), stop=5, seed=2)
    values = {
        "end of `server`": made.chains["server"].end,
        "end of `creator-held`": made.chains["creator-held"].end,
        "end of `guest-held`": made.chains["guest-held"].end,
        "end of `creator-1`": made.pages["creator"].ends[0],
        "link 1 of `server`": made.link("server", 1),
        "link 2 of `server`": made.link("server", 2),
        "link 1 of `creator-1`": made.link("creator-1", 1),
        "reservation": made.reservation.hash,
        "contract, the first transcript": made.ledger.head,
    }
    made.creator_seat = made.draw("creator").seat()
    values |= {"key of group 0": made.groups[0].key, "transcript after group 0": made.ledger.head}
    made.ledger = made.ledger.sit(made.player("guest"))
    values |= {"end of `guest-1`": made.pages["guest"].ends[0], "link 1 of `guest-1`": made.link("guest-1", 1)}
    values["transcript after the guest sat down"] = made.ledger.head
    made.draw("guest")
    values |= {"key of group 1": made.groups[1].key, "transcript after group 1": made.ledger.head}
    values |= {"steps before group 1": made.steps_digest, "steps before group 4": steps_before(4)}
    return values | log_values(made)


def steps_before(group: int) -> str:
    """The digest of the steps before a group of the printed record, as the creator's page or the guest's remembers it."""
    pages = house().pages.values()
    return next(page.opened[group].steps for page in pages if group in page.opened)


def log_values(made: House) -> dict[str, str]:
    """A log of three entries, and a receipt with its head; the signing key is the bytes 0 to 31."""
    entries = [
        entry("reservation", made.game, made.reservation.hash),
        entry("contract", made.game, made.ledger.contract.hash),
        entry("guest", made.game, "0" * 64),
    ]
    leaves, signer = [leaf(each) for each in entries], ReceiptSigner(bytes(range(32)))
    head = LogHead(2, head_of(leaves[:2]), 1_795_000_000)
    receipt = signer.receipt(Receipt(made.game, made.reservation.hash, made.ledger.contract.hash, head))
    return {
        "leaf of the reservation": leaves[0],
        "leaf of the contract": leaves[1],
        "head of the log with both": head.root,
        "head with a third entry": head_of(leaves),
        "inclusion path of the contract among three": " ".join(inclusion_path(leaves, 1)),
        "consistency path from two to three": " ".join(consistency_path(leaves, 2)),
        "public key": signer.public,
        "signature of the receipt": receipt.signature,
        "signature of the head": signer.head(head).signature,
    }
