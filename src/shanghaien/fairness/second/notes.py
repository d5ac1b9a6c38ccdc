"""What the proof of a game does not rule out, told as notes: no fault, but a reader should know it."""

from collections.abc import Iterator

from shanghaien.fairness.verify import Check

from .contract import DicePlayer, Witness
from .ledger import LETTER_OF, Anew
from .messages import OTHER, Who
from .proof import SecondProof


def notes_of(proof: SecondProof) -> Iterator[Check]:
    """Every limit of what this game's proof proves."""
    if not proof.creator.has_chain:
        yield Check(
            "bots-only", True, "Two bots played: the server alone has drawn, and nothing proves that it did not choose."
        )
    yield from _entrusted("creator", proof.creator)
    if proof.guest is not None:
        yield from _entrusted("guest", proof.guest)
    for entry in proof.anew:
        yield _anew(proof, entry)
    if proof.guest is not None and proof.creator.has_chain and proof.guest.has_chain:
        yield _witness(proof)


def _entrusted(who: Who, player: DicePlayer) -> Iterator[Check]:
    if player.kind != "entrusted":
        return
    yield Check(f"entrusted {who}", True, f"The server held the chain of the {who}, and could foresee those draws.")
    if not player.word:
        yield Check(f"no-word {who}", True, f"The {who} typed no word either, so the server brought their whole part.")


def _anew(proof: SecondProof, entry: Anew) -> Check:
    if entry.who == "server":
        told = f"Before group {entry.group} the server said that it was restored from a copy; did you hear of that?"
        return Check("restored", True, told)
    other = LETTER_OF[OTHER[entry.who]]
    rest = proof.groups[entry.group :]
    alone = len(rest) if other not in rest else rest.index(other)
    told = (
        f"The {entry.who} committed anew ({entry.kind}) before group {entry.group}; "
        f"{alone} groups were drawn before the other player opened a link."
    )
    return Check(f"anew {entry.who}", True, told)


def _witness(proof: SecondProof) -> Check:
    if proof.witness is Witness.ALWAYS:
        return Check("witnessed", True, "Both players opened a link for every draw.")
    told = (
        f"{len(proof.groups)} groups had no witness: a player and the server together could foresee that player's own."
    )
    return Check("unwitnessed", True, told)
