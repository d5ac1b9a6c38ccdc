"""What a record carries so that its dice can be checked: a few short tags, while the game goes on as well as after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shanghaien.rules import Seat

from .contract import SEATS, Contract, DicePlayer, ReservedChains, Witness
from .ledger import LETTER_OF, MOST_RECOMMITMENTS, Ledger, Recommitment
from .messages import LETTERS, NONE, PROTOCOL, SERVER, FairnessError, Who, checked_game_id, checked_hash, read_word
from .transcript import Opening

HELD = "held"
MOST_GROUPS = 2048
"""As many as the server's chain has links; a record that claims more is refused before anything is hashed."""

MOST_ENTRIES = 2 * MOST_RECOMMITMENTS


@dataclass(frozen=True)
class Proof:
    """The tags of a record that concern the dice, as they stand there; nothing in it has been checked."""

    reservation: ReservedChains
    mode: str
    seat: str
    after: str
    witness: Witness
    creator_seat: Seat
    creator: DicePlayer
    guest_seat: Seat | None = None
    guest: DicePlayer | None = None
    groups: str = ""
    recommitments: tuple[Recommitment, ...] = ()
    tips: Mapping[str, Opening] = field(default_factory=dict)

    @classmethod
    def of(cls, ledger: Ledger, creator_seat: Seat) -> "Proof":
        contract = ledger.contract
        seat = None if ledger.guest is None else 1 - creator_seat
        about = (contract.reservation, contract.mode, contract.seat, contract.after, contract.witness)
        return cls(
            *about, creator_seat, contract.creator, seat, ledger.guest, ledger.groups, ledger.recommitments, ledger.tips
        )

    def contract(self, setup: tuple[str, ...]) -> Contract:
        """The creator's part of what was fixed, for a game with this set-up."""
        return Contract(self.reservation, setup, self.mode, self.seat, self.creator, self.after, self.witness)

    def tags(self) -> dict[str, str]:
        """The proof as tags of a record; what is not there has no tag."""
        kept, tags = self.reservation, {"Dice": PROTOCOL, "Game-Id": self.reservation.game_id}
        tags["Table"] = f"{self.mode} {self.seat} {self.after} {self.witness}"
        tags["Reserved"] = f"{kept.server} {kept.creator_held} {kept.guest_held}"
        tags["Creator"] = " ".join(("AB"[self.creator_seat], *self.creator.fields))
        if self.guest is not None and self.guest_seat is not None:
            tags["Guest"] = " ".join(("AB"[self.guest_seat], *self.guest.fields))
        tags |= {"Chance": self.groups} if self.groups else {}
        tags |= {"Anew": ", ".join(map(_recommitment_text, self.recommitments))} if self.recommitments else {}
        links = ", ".join(f"{name} {tip.number} {tip.link}" for name, tip in self.tips.items())
        return tags | ({"Links": links} if links else {})

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "Proof":
        """The proof in a record's tags; a tag that is missing or unreadable is named."""
        game_id = checked_game_id(tags.get("Game-Id", ""))
        mode, seat, after, witness = _fields(tags, "Table", 4)
        if seat not in SEATS or witness not in tuple(Witness):
            raise FairnessError("The tag Table can't be read.")
        reservation = ReservedChains(game_id, *map(checked_hash, _fields(tags, "Reserved", 3)))
        creator_seat, creator = _player(tags, "Creator")
        guest_seat, guest = _player(tags, "Guest") if "Guest" in tags else (None, None)
        groups = tags.get("Chance", "")
        if len(groups) > MOST_GROUPS or set(groups) - {*LETTERS, NONE}:
            raise FairnessError("The tag Chance holds one of c, g, - for each group of draws.")
        recommitments = tuple(_recommitment(entry, reservation) for entry in _entries(tags, "Anew"))
        about = (reservation, mode, seat, after, Witness(witness))
        return cls(*about, creator_seat, creator, guest_seat, guest, groups, recommitments, _tips(tags))


def seat_runs(proof: Proof) -> int:
    """How many groups stand before the first outcome of the record: one if the seat was drawn before the guest came."""
    later = proof.guest is None or proof.guest.has_chain
    return int(proof.seat == "drawn" and later)


def _recommitment_text(entry: Recommitment) -> str:
    end = HELD if entry.kind == "entrusted" else entry.end
    return f"{LETTER_OF[entry.who]} {entry.group} {end}"


def _fields(tags: Mapping[str, str], name: str, count: int) -> list[str]:
    fields = tags.get(name, "").split(" ")
    if len(fields) != count:
        raise FairnessError(f"The tag {name} is missing or can't be read.")
    return fields


def _entries(tags: Mapping[str, str], name: str) -> list[list[str]]:
    entries = [entry.split(" ") for entry in tags[name].split(", ")] if name in tags else []
    if len(entries) > MOST_ENTRIES or any(len(entry) != 3 or not _is_number(entry[1]) for entry in entries):
        raise FairnessError(f"The tag {name} can't be read.")
    return entries


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5 and str(int(text)) == text


def _player(tags: Mapping[str, str], name: str) -> tuple[Seat, DicePlayer]:
    letter, kind, end, word = _fields(tags, name, 4)
    if letter not in {"A", "B"}:
        raise FairnessError(f"The tag {name} begins with A or B.")
    return "AB".index(letter), DicePlayer(kind, end, read_word(word))


def _recommitment(entry: list[str], reservation: ReservedChains) -> Recommitment:
    letter, group, end = entry
    if letter == LETTER_OF[SERVER]:
        return Recommitment(int(group), SERVER, SERVER, checked_hash(end))
    if letter not in LETTERS:
        raise FairnessError("The tag Anew names c, g or s.")
    who: Who = LETTERS[letter]
    if end == HELD:
        return Recommitment(int(group), who, "entrusted", reservation.held(who))
    return Recommitment(int(group), who, "person", checked_hash(end))


def _tips(tags: Mapping[str, str]) -> dict[str, Opening]:
    tips = {name: Opening(name, int(number), checked_hash(link)) for name, number, link in _entries(tags, "Links")}
    if any(tip.number > MOST_GROUPS for tip in tips.values()):
        raise FairnessError("The tag Links can't be read.")
    return tips
