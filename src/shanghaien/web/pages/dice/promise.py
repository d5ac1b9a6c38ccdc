"""What was promised about a game's dice, for the page to show before any script has run."""

from collections.abc import Mapping, Sequence
from typing import Any

from shanghaien.fairness import Proof
from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.second import PROTOCOL, DicePlayer, SecondProof
from shanghaien.web.pages.shared.people import called
from shanghaien.web.play.table import Chair


def is_second(tags: Mapping[str, str]) -> bool:
    """Whether the dice are drawn by the second protocol, and can be checked at any time."""
    return tags.get("Dice") == PROTOCOL


def promise_of(tags: Mapping[str, str], chairs: Sequence[Chair]) -> dict[str, Any] | None:
    """What the tags of a game promise; None if that is nothing."""
    names = [called(chair) for chair in chairs]
    if is_second(tags):
        return _second(tags, names)
    proof = Proof.from_tags(tags)
    return None if proof is None else _first(proof, names)


def _first(proof: Proof, names: Sequence[str]) -> dict[str, Any]:
    seats = [
        {"letter": letter, "name": name, "text": text, "seal": receipt}
        for letter, name, text, receipt in zip("AB", names, proof.contributions, proof.seals, strict=True)
    ]
    seed = None if proof.seed is None else proof.seed.hex()
    return {"game": proof.game_id, "commitment": proof.commitment, "seats": seats, "seed": seed}


def _second(tags: Mapping[str, str], names: Sequence[str]) -> dict[str, Any] | None:
    try:
        proof = SecondProof.from_tags(tags)
    except FairnessError:
        return None  # the check names what can't be read
    sitting = ((proof.creator_seat, proof.creator), (proof.guest_seat, proof.guest))
    players = [_player(seat, player, names) for seat, player in sitting if seat is not None and player is not None]
    return {"game": proof.reservation.game_id, "server": proof.reservation.server, "players": players}


def _player(seat: int, player: DicePlayer, names: Sequence[str]) -> dict[str, Any]:
    end = player.end if player.has_chain else None
    return {"letter": "AB"[seat], "name": names[seat], "kind": player.kind, "end": end, "word": player.word}
