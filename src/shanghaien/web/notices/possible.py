"""What can be played from a notice: everything that is possible, if it is little and needs no page of the player."""

from shanghaien import rules
from shanghaien.fairness.second import Who
from shanghaien.rules import Action, Seat, action_text
from shanghaien.web.play.table import Table
from shanghaien.web.words.actions import plain_words

from .notice import NoticeAct

MOST_ACTS = 2
"""Browsers show no more buttons than that."""


def acts_from(table: Table, seat: Seat) -> tuple[NoticeAct, ...]:
    """All that the player can choose, in notation and in words; nothing if it is too much, or not to be done from afar."""
    if table.waits_for != seat:
        return ()
    possible = rules.legal_actions(table.state)
    if len(possible) > MOST_ACTS or any(_needs_page(table, seat, action) for action in possible):
        return ()
    return tuple(NoticeAct(action_text(action), plain_words(table.state, action)) for action in possible)


def _needs_page(table: Table, seat: Seat, action: Action) -> bool:
    """Whether chance follows that the player's page has to open a link for: no other part of their browser knows it."""
    if table.ledger is None or not rules.is_chance(rules.apply(table.state, action, seat)[0]):
        return False
    who: Who = "creator" if seat == table.creator else "guest"
    ledger = table.ledger
    return any(
        wanted.who in ledger.stale or ledger.players[wanted.who].kind == "person" for wanted in ledger.wanted(who)
    )
