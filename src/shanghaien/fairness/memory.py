"""What a player's own page remembers of a game, to be compared with the record: a record alone can be made up whole."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .contract import Contract
from .messages import OTHER, FairnessError, Who
from .proof import Proof
from .report import Check

UNREADABLE = "This is not what a page remembers of a game's dice."


class Opened(NamedTuple):
    """A link that this player opened and that the server has answered: of which chain, which one, after which choice."""

    chain: str
    number: int
    choice: str = ""
    steps: str = ""
    """The digest of all steps that the link was opened after, the choice included."""


class Drawn(NamedTuple):
    """What the record states of the same group: the links of players, by chain, and what stands before it."""

    links: Mapping[str, int]
    said: str = ""
    """The words of the choices before it, the last one at their end."""
    steps: str = ""


@dataclass(frozen=True)
class PlayerMemory:
    """What one player saw and did; whatever is empty is not compared."""

    game_id: str
    who: Who
    reservation: str = ""
    """The hash of the reservation that was shown before anything was given."""
    contract: str = ""
    """The hash of the contract, of which the server gave a receipt."""
    ends: tuple[str, ...] = ()
    """The ends of all chains that this player committed to themselves."""
    opened: Mapping[int, Opened] = field(default_factory=dict)
    """For each group that this player opened a link for, which one."""
    seen: Mapping[int, str] = field(default_factory=dict)
    """The transcript after so many groups, as this player worked it out while the game went on."""
    receipts: tuple[str, ...] = ()
    """The lines of the receipts that the server gave; `receipts.kept_in` compares them."""
    key: str = ""
    """The server's public key."""
    sent: tuple[Opened, ...] = ()
    """Links that were sent, and to which no answer has come."""

    @classmethod
    def from_json(cls, text: str) -> "PlayerMemory":
        try:
            values: dict[str, Any] = json.loads(text)
            opened = {int(group): _opened(*fields) for group, fields in values.get("opened", {}).items()}
            seen = {int(group): str(head) for group, head in values.get("seen", {}).items()}
            reservation, contract = (str(values.get(name, "")) for name in ("reservation", "contract"))
            ends = tuple(map(str, values.get("ends", ())))
            receipts, key = tuple(map(str, values.get("receipts", ()))), str(values.get("key", ""))
            about = (str(values["game"]), _who(values["who"]), reservation, contract)
            sent = tuple(_sent(*fields) for fields in values.get("told", ()))
            return cls(*about, ends, opened, seen, receipts, key, sent)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FairnessError(UNREADABLE) from None


def _who(text: Any) -> Who:
    if text not in OTHER:
        raise FairnessError(UNREADABLE)
    return "creator" if text == "creator" else "guest"


def _opened(chain: Any, number: Any, choice: Any = "", steps: Any = "") -> Opened:
    return Opened(str(chain), int(number), str(choice), str(steps))


def _sent(chain: Any, number: Any, choice: Any = "", _group: Any = None, steps: Any = "", *_: Any) -> Opened:
    return _opened(chain, number, choice, steps)


def compare(
    memory: PlayerMemory, proof: Proof, contract: Contract, drawn: Sequence[Drawn], heads: Mapping[int, set[str]]
) -> Iterator[Check]:
    """Every difference between the record and what this player remembers.

    `drawn` has each group of the record, `heads` the transcripts after so many groups.
    """
    if memory.game_id != proof.reservation.game_id:
        yield Check("game", False, "This is the record of another game than the one remembered.")
    if memory.reservation and memory.reservation != proof.reservation.hash:
        yield Check("reservation", False, "The server's ends are not those that were shown before the game.")
    if memory.contract and memory.contract != contract.hash:
        yield Check("receipt", False, "The contract is not the one that was agreed to before the game.")
    yield from _own_ends(memory, proof)
    for group, opened in memory.opened.items():
        yield from _opening(group, opened, drawn[group] if group < len(drawn) else Drawn({}))
    for group, found in enumerate(drawn):
        if group not in memory.opened:
            yield from _unanswered(group, memory.sent, found)
    for group, head in memory.seen.items():
        if head not in heads.get(group, ()):
            yield Check(f"history {group}", False, f"The first {group} groups were others while the game went on.")


def _opening(group: int, opened: Opened, drawn: Drawn) -> Iterator[Check]:
    if drawn.links.get(opened.chain) != opened.number:
        sentence = (
            f"Link {opened.number} of {opened.chain} was opened for group {group}, and the record has another there."
        )
        yield Check(f"opening {group}", False, sentence)
    else:
        yield from _after(group, opened, drawn)


def _unanswered(group: int, sent: Sequence[Opened], drawn: Drawn) -> Iterator[Check]:
    """A link that was sent and not answered may be missing in the record, but not stand after other steps."""
    answered = [each for each in sent if drawn.links.get(each.chain) == each.number]
    wrong = [list(_after(group, each, drawn)) for each in answered]
    if wrong and all(wrong):
        yield from wrong[0]


def _after(group: int, opened: Opened, drawn: Drawn) -> Iterator[Check]:
    """Whether a link was opened after what the record says."""
    choice = opened.choice.lower()
    if choice and drawn.said and not f" {drawn.said}".endswith(f" {choice}"):
        sentence = f"The link for group {group} was opened after “{choice}”; the record says “{drawn.said}”."
        yield Check(f"choice {group}", False, sentence)
    elif opened.steps and drawn.steps and opened.steps != drawn.steps:
        sentence = f"The link for group {group} was opened after other steps than those in the record."
        yield Check(f"steps {group}", False, sentence)


def _own_ends(memory: PlayerMemory, proof: Proof) -> Iterator[Check]:
    player = proof.creator if memory.who == "creator" else proof.guest
    own = [entry for entry in proof.recommitments if entry.who == memory.who]
    made = set(memory.ends) - {proof.reservation.held(memory.who)}
    if player is not None and player.kind == "person" and player.end not in memory.ends:
        yield Check("own-chain", False, f"The {memory.who} did not commit to the chain that the record names.")
    if player is not None and player.kind != "person" and made and not any(entry.kind == "person" for entry in own):
        yield Check("own-chain", False, f"The {memory.who} held a chain of their own, and the record does not name it.")
    for entry in own:
        if entry.end not in memory.ends:
            sentence = f"The {memory.who} did not commit anew before group {entry.group}."
            yield Check(f"anew {entry.group}", False, sentence)
