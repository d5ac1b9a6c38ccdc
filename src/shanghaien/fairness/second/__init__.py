"""The second protocol: no roll is known to anybody before it is asked for; docs/fairness.md describes it word for word.

chains = (secrets := Secrets.new()).chains(game_id)     # secrets are stored; reserve(game_id, chains) is published
contract = Contract(reserve(game_id, chains), setup_fields(options), mode, seat, Player("person", end, word))
ledger = Ledger.begin(contract).sit(Player("bot:captain"))
ledger.wanted(actor)                                     # the links that pages have to open, once the actor has acted
ledger, group = ledger.draw(actor, chains[ledger.server].link(ledger.server_number), *links)
outcome = group.outcome(rules.chance(state), place)      # place: 0 for the group's first chance, then 1, 2, ...
SecondProof.of(ledger, creator_seat).tags()              # for the record, at any time

Receipts are in `receipts`, the public log in `public_log`; both are imported by themselves.
"""

from .chain import PLAYER_LENGTH, SERVER_LENGTH, Chain
from .contract import Contract, DicePlayer, ReservedChains, Secrets, Witness, reserve, setup_fields
from .ledger import Anew, Ledger, WantedLink, WrongLink, WrongMoment
from .memory import Opened, PlayerMemory
from .messages import LETTERS, OTHER, PROTOCOL, SERVER, Party, Who
from .proof import SecondProof
from .report import SecondReport
from .transcript import DrawGroup, Opening, SecondDraw
from .verify import choices_before, verify

__all__ = [
    "LETTERS",
    "OTHER",
    "PLAYER_LENGTH",
    "PROTOCOL",
    "SERVER",
    "SERVER_LENGTH",
    "Anew",
    "Chain",
    "Contract",
    "DicePlayer",
    "DrawGroup",
    "Ledger",
    "Opened",
    "Opening",
    "Party",
    "PlayerMemory",
    "ReservedChains",
    "SecondDraw",
    "SecondProof",
    "SecondReport",
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
