"""What was fixed about a game's dice before the first card, as the store keeps it."""

import json

from shanghaien.fairness.second import Contract, DicePlayer, ReservedChains, setup_fields
from shanghaien.rules import Options, Seat
from shanghaien.web.store.rows import GameRow

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
    """The contract of a game and its creator's seat; None if its dice follow the first protocol, or are real ones."""
    if game.contract is None:
        return None
    values = json.loads(game.contract)
    setup = setup_fields(Options.from_dict(json.loads(game.options)))
    creator = DicePlayer(values["kind"], values["end"], values["word"])
    reserved = ReservedChains(game.id, *values["reserved"])
    contract = Contract(reserved, setup, game.mode, values["seat"], creator, values["after"])
    return contract, SEATS.index(values["creator"])
