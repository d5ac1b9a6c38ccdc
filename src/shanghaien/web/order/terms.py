"""What whoever looks at a table may say there, and what they may read: pure values."""

from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.store.said import SaidRow

PHRASE, TEXT = "phrase", "text"
"""The kinds of what is said."""


@dataclass(frozen=True, slots=True)
class TalkTerms:
    """How things stand between whoever looks and the others at a table."""

    open: bool = False
    """Whether two people sit there, at screens of their own: nobody else talks."""
    seat: Seat | None = None
    """The seat of whoever looks; None for watchers."""
    apart: bool = False
    """Whether the players keep away from each other."""
    muted_until: int | None = None
    """Until when a moderator has muted whoever looks, or somebody who shares their seat."""
    hears: bool = True
    """Whether they want to hear phrases."""
    free: bool = False
    """Whether they want free text."""
    other_free: bool = False
    """Whether the other player wants it too."""
    lets_watch: bool = False
    """Whether they let watchers read."""
    watchers: bool = False
    """Whether both players do."""
    delay: int = 0
    """By how many milliseconds watchers are behind."""

    @property
    def may_say(self) -> bool:
        """Whether they may use a phrase."""
        return self.open and self.seat is not None and not self.apart and self.muted_until is None

    @property
    def may_write(self) -> bool:
        """Whether they may write what they like."""
        return self.may_say and self.both_free

    @property
    def both_free(self) -> bool:
        """Whether both want free text."""
        return self.free and self.other_free

    def may_read(self, row: SaidRow, now: int) -> bool:
        """Whether they may read something that was said; one's own words always."""
        if not self.open:
            return False
        if self.seat is None:
            return self.watchers and row.at <= now - self.delay
        if row.seat == self.seat:
            return True
        return not self.apart and (self.hears if row.kind == PHRASE else self.both_free)


NO_TALK = TalkTerms()
