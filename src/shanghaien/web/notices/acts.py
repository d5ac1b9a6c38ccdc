"""Acts that a notice carries as buttons: each with a proof that holds for one person, one moment of a game and one act.

A service worker has the person's cookies but no token of a form. So it shows the proof that came with the notice; who
has only one of the two, cookie or proof, can do nothing. Once the act is done, the game has moved on: the same proof
then changes nothing any more, since the id of its request is always the same.
"""

import hashlib
from dataclasses import dataclass

from shanghaien import rules
from shanghaien.fairness import Who
from shanghaien.rules import Action, Seat, action_text
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.model import NoticeAct
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.words.card_words import plain_words

PURPOSE = "notice-act"
LONGEST_PROOF = 400
"""Characters; nothing that was made here is longer."""


@dataclass(frozen=True, slots=True)
class ProvenAct:
    """What a proof says: who may do what, and at which version of the game."""

    person: PersonId
    game: GameId
    version: Version
    text: str
    """The act in notation."""

    @property
    def request_id(self) -> RequestId:
        """The same for every press of this button, so that a second one does nothing."""
        said = f"{self.person}\n{self.game}\n{self.version}\n{self.text}"
        return RequestId(f"notice-{hashlib.sha256(said.encode()).hexdigest()[:32]}")


def act_token(signer: Signer, person: PersonId, game: GameId, version: Version, text: str) -> str:
    """Sign the proof that goes with a button."""
    return signer.sign(PURPOSE, person, game, version, text)


def read_act(signer: Signer, token: str) -> ProvenAct | None:
    """What a proof says; None if it was not made here."""
    values = signer.read(PURPOSE, token) if len(token) <= LONGEST_PROOF else None
    if values is None or len(values) != 4:
        return None
    person, game, version, text = values
    return ProvenAct(PersonId(str(person)), GameId(str(game)), Version(int(version)), str(text))


# What can be played from a notice: everything that is possible, if it is little and needs no page of the player.

MOST_ACTS = 2
"""Browsers show no more buttons than that."""


def acts_from(table: Table, seat: Seat) -> tuple[NoticeAct, ...]:
    """All that the player can choose; empty if it is too much, or needs the player's page."""
    if table.waits_for != seat:
        return ()
    possible = rules.legal_actions(table.state)
    if len(possible) > MOST_ACTS or any(_needs_page(table, seat, action) for action in possible):
        return ()
    return tuple(NoticeAct(action_text(action), plain_words(table.state, action)) for action in possible)


def _needs_page(table: Table, seat: Seat, action: Action) -> bool:
    """Whether chance follows that the player's page has to open a link for: nothing else in their browser has it."""
    if table.ledger is None or not rules.is_chance(rules.apply(table.state, action, seat)[0]):
        return False
    who: Who = "creator" if seat == table.creator else "guest"
    ledger = table.ledger
    return any(
        wanted.who in ledger.stale or ledger.players[wanted.who].kind == "person" for wanted in ledger.wanted(who)
    )
