"""Notices for the tests of channels."""

from typing import Any

from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.model import Notice, NoticeAct, NoticeKind

ADA = PersonId("ada")
SIGNER = Signer("a secret for the tests of channels, long enough")


def your_turn(**changed: Any) -> Notice:
    """A notice with two buttons."""
    values: dict[str, Any] = {
        "kind": NoticeKind.TURN,
        "person": ADA,
        "title": "Your turn against Márta",
        "line": "Round 3. You rolled 3 and 5. You 11, Márta 12.",
        "url": "/t/g1",
        "language": "en",
        "game": GameId("g1"),
        "turn": 40,
        "version": Version(41),
        "seat": 0,
        "acts": (NoticeAct("place 3", "3 on Italian 4"), NoticeAct("place 5", "5 on Dutch 2")),
    }
    return Notice(**(values | changed))
