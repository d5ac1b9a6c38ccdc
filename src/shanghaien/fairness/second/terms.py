"""Whether a contract makes sense in itself: who may sit at which table, with whose chain, and on which seat."""

from collections.abc import Iterator

from .contract import BOT, DicePlayer
from .messages import NONE, Who
from .proof import SecondProof

MODES = {
    "invite": ("player", "player"),
    "bot": ("player", "bot"),
    "bots": ("bot", "bot"),
    "hot-seat": ("player", "same-screen"),
}
"""Who sits at a table of each mode: creator and guest."""


def faults(proof: SecondProof) -> Iterator[str]:
    """Every sentence that is wrong about what was fixed before the game."""
    creator, guest = MODES.get(proof.mode, (None, None))
    if creator is None:
        yield f"There is no mode {proof.mode!r} with dice of this kind."
    elif _sort(proof.creator) != creator:
        yield f"At a table of the mode {proof.mode!r} the creator can't be {proof.creator.kind!r}."
    if guest is not None and proof.guest is not None and _sort(proof.guest) != guest:
        yield f"At a table of the mode {proof.mode!r} the guest can't be {proof.guest.kind!r}."
    yield from _seats(proof)
    for who, player in (("creator", proof.creator), ("guest", proof.guest)):
        if player is not None:
            yield from _chain(proof, "creator" if who == "creator" else "guest", player)
    yield from _order(proof)


def _sort(player: DicePlayer) -> str:
    if player.has_chain:
        return "player"
    return "bot" if player.kind.startswith(BOT) else player.kind


def _seats(proof: SecondProof) -> Iterator[str]:
    if proof.guest is not None and proof.guest_seat == proof.creator_seat:
        yield "Both players have the same seat."
    if proof.seat.startswith("swapped") is not (proof.after != NONE):
        yield "Seats are swapped after another game, which has to be named, and only then."


def _chain(proof: SecondProof, who: Who, player: DicePlayer) -> Iterator[str]:
    held = proof.reservation.held(who)
    if player.kind == "entrusted" and player.end != held:
        yield f"The chain entrusted for the {who} is not the one that the server offered before the game."
    if player.kind == "person" and player.end in {proof.reservation.creator_held, proof.reservation.guest_held}:
        yield f"The {who} is said to hold a chain that the server offered to hold."


def _order(proof: SecondProof) -> Iterator[str]:
    places = [entry.group for entry in proof.anew]
    if places != sorted(places) or any(place > len(proof.groups) for place in places):
        yield "The places where players committed anew are out of order."
    for entry in proof.anew:
        player = proof.creator if entry.who == "creator" else proof.guest
        if entry.who != "server" and (player is None or not player.has_chain):
            yield f"The {entry.who} has no chain, and can't commit anew."
