"""What is fixed about the dice before the invited player sits down, for them and their page to see."""

from dataclasses import dataclass

from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import Tables


@dataclass(frozen=True, slots=True)
class GuestPromise:
    """Everything that whoever is invited agrees to by sitting down; dice of the first protocol have a commitment alone."""

    game: str
    commitment: str
    """The hash of the reservation, or the commitment of the first protocol."""
    server: str = ""
    creator_held: str = ""
    guest_held: str = ""
    contract: str = ""
    head: str = ""
    """The transcript so far."""
    groups: int = 0
    """How many groups have been drawn: one if the seats were."""
    kind: str = ""
    """Whether the creator holds their chain or entrusts it."""
    end: str = ""
    receipt: str = ""
    key: str = ""


async def promise_to_guest(tables: Tables, table: Table) -> GuestPromise:
    """What a table promises whoever is invited to it."""
    ledger = table.ledger
    if ledger is None:
        return GuestPromise(table.id, table.dice_tags.get("Commitment", ""))
    kept, creator = ledger.contract.reservation, ledger.contract.creator
    return GuestPromise(
        game=table.id,
        commitment=kept.hash,
        server=kept.server,
        creator_held=kept.creator_held,
        guest_held=kept.guest_held,
        contract=ledger.contract.hash,
        head=ledger.head,
        groups=len(ledger.groups),
        kind=creator.kind,
        end=creator.end,
        receipt=table.receipt,
        key=await tables.reservations.desk.key_of(table.receipt),
    )
