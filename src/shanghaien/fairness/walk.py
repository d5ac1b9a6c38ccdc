"""The way from a contract to every key, walked again by the tags of a record; nothing is believed that can be hashed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from shanghaien.rules import Seat

from .chain import follow, opened
from .errors import FairnessError
from .ledger import LETTER_OF, Anew, Ledger
from .messages import LETTERS, SERVER, Who
from .proof import Proof, seat_runs
from .report import Check
from .transcript import DrawGroup, Opening

MISSING = "0" * 64
"""Stands for a link that the record does not give; nothing that follows from it can fit."""


@dataclass
class Walk:
    """What the walk came by: the keys, who owned them, and whatever did not fit."""

    ledger: Ledger
    groups: list[DrawGroup] = field(default_factory=list)
    links: list[dict[str, int]] = field(default_factory=list)
    """For each group the links of players that it was drawn from."""
    heads: dict[int, set[str]] = field(default_factory=dict)
    """The transcripts that stood there after so many groups."""
    checks: list[Check] = field(default_factory=list)
    _chains: dict[str, list[str]] = field(default_factory=dict)
    _servers: dict[str, int] = field(default_factory=dict)

    def go(self, proof: Proof, actors: Sequence[Seat | None]) -> None:
        """Make every key; a proof that can't be followed to its end is a finding.

        `actors` are the seats whose choice each group of the game followed, as far as they are known.
        """
        game_id = proof.reservation.game_id
        self._chains = {name: opened(game_id, name, tip.number, tip.link) for name, tip in proof.tips.items()}
        self._see()
        try:
            self._walk(proof, [None] * seat_runs(proof) + list(actors))
        except FairnessError as error:
            self.checks.append(Check("groups", False, str(error)))
        self._check_chains(proof)

    def _walk(self, proof: Proof, actors: Sequence[Seat | None]) -> None:
        for place, letter in enumerate(f"{proof.groups}."):
            later = proof.seat == "drawn" and proof.guest is not None and proof.guest.has_chain
            if proof.guest is not None and place == later:
                self._move(self.ledger.sit(proof.guest))
            for entry in proof.anew:
                if entry.group == place:
                    self._renew(entry)
            if letter != ".":
                if place < len(actors):
                    self._check_owner(letter, self._actor(proof, actors[place]))
                self._group(letter)

    def _renew(self, entry: Anew) -> None:
        if entry.who == "server":
            self._move(self.ledger.restore(entry.end))
        else:
            self._move(self.ledger.renew(entry.who, "" if entry.kind == "entrusted" else entry.end))

    def _actor(self, proof: Proof, seat: Seat | None) -> Who:
        if seat is None:
            return self.ledger.beginner
        return "creator" if seat == proof.creator_seat else "guest"

    def _check_owner(self, letter: str, actor: Who) -> None:
        owner, number = LETTER_OF[self.ledger.owner(actor)], len(self.groups)
        if letter != owner:
            told = f"Group {number} followed a choice of the {actor}: it is drawn from {owner}, and not from {letter}."
            self.checks.append(Check(f"owner {number}", False, told))

    def _group(self, letter: str) -> None:
        owner = LETTERS.get(letter)
        if owner is not None and owner not in self.ledger.chains:
            raise FairnessError(f"Group {len(self.groups)} is drawn from the chain of a {owner} who has none.")
        wanted = self.ledger.wanted_of(owner)
        if any(each.who in self.ledger.stale for each in wanted):
            told = f"Group {len(self.groups)} uses a chain from before the server was restored."
            self.checks.append(Check(f"stale {len(self.groups)}", False, told))
        openings = [self._opening(each.chain, each.number) for each in wanted]
        server = self._opening(self.ledger.server, self.ledger.server_number)
        self._servers[server.chain] = server.number
        ledger, group = self.ledger.add(owner, server, *openings)
        self.groups.append(group)
        self.links.append({opening.chain: opening.number for opening in openings})
        self._move(ledger)

    def _opening(self, chain: str, number: int) -> Opening:
        links = self._chains.get(chain, [])
        return Opening(chain, number, links[number] if number < len(links) else MISSING)

    def _move(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._see()

    def _see(self) -> None:
        self.heads.setdefault(len(self.groups), set()).add(self.ledger.head)

    def _check_chains(self, proof: Proof) -> None:
        used = Counter(self._servers) + Counter(name for links in self.links for name in links)
        for name in dict.fromkeys((*used, *proof.tips)):
            tip, kind = proof.tips.get(name), "server-chain" if name.startswith(SERVER) else f"chain {name}"
            count = 0 if tip is None else tip.number
            if count != used[name]:
                told = f"{used[name]} links of {name} were used, one after the other, and {count} are opened."
                self.checks.append(Check(f"links {name}", False, told))
            elif tip is not None:
                self.checks.append(_led_to_end(self.ledger, kind, tip))


def _led_to_end(ledger: Ledger, kind: str, tip: Opening) -> Check:
    if follow(ledger.game_id, tip.chain, tip.number, tip.link) == ledger.ends.get(tip.chain):
        return Check(kind, True, f"The {tip.number} opened links of {tip.chain} lead to the end that was published.")
    return Check(kind, False, f"The opened links of {tip.chain} do not lead to the end that was published.")
