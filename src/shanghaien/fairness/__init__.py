"""Dice and deals that are unknown until they are asked for, and that anyone can check: docs/fairness.md, word for word.

chains = (secrets := Secrets.new()).chains(game_id)     # secrets are stored; reserve(game_id, chains) is published
contract = Contract(reserve(game_id, chains), setup_fields(options), mode, seat, DicePlayer("person", end, word))
ledger = Ledger.begin(contract).sit(DicePlayer("bot:captain"))
ledger.wanted(actor)                                     # the links that pages have to open, once the actor has acted
ledger, group = ledger.draw(actor, chains[ledger.server].link(ledger.server_number), *links)
outcome = group.outcome(rules.chance(state), place)      # place: 0 for the group's first chance, then 1, 2, ...
Proof.of(ledger, creator_seat).tags()                    # for the record, at any time

Receipts are in `receipts`, the public log in `public_log`; both are imported by themselves.
"""

from .chain import PLAYER_LENGTH, SERVER_LENGTH, Chain
from .contract import Contract, DicePlayer, ReservedChains, Secrets, Witness, reserve, setup_fields
from .ledger import Ledger, Recommitment, WantedLink
from .memory import Opened, PlayerMemory
from .messages import LETTERS, OTHER, PROTOCOL, SERVER, FairnessError, Party, Who, WrongLink, WrongMoment
from .proof import Proof
from .report import Report
from .transcript import Draw, DrawGroup, Opening
from .verify import choices_before, verify

__all__ = [
    "LETTERS",
    "OTHER",
    "PLAYER_LENGTH",
    "PROTOCOL",
    "SERVER",
    "SERVER_LENGTH",
    "Chain",
    "Contract",
    "DicePlayer",
    "Draw",
    "DrawGroup",
    "FairnessError",
    "Ledger",
    "Opened",
    "Opening",
    "Party",
    "PlayerMemory",
    "Proof",
    "Recommitment",
    "Report",
    "ReservedChains",
    "Secrets",
    "WantedLink",
    "Who",
    "Witness",
    "WrongLink",
    "WrongMoment",
    "choices_before",
    "reserve",
    "setup_fields",
    "verify",
]
