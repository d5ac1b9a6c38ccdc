"""A review has been made: whoever waits for what it says is told, and told again if they could not take it in."""

from collections.abc import Awaitable, Callable, Mapping

from shanghaien.web.store.due import DueRow
from shanghaien.web.store.reviews import REVIEWED

from .due_runner import Handler

Told = Callable[[str], Awaitable[None]]
"""Called with the key of a review that is there now; it may be called twice, so it must bear repeating."""


class ReviewedDuty:
    """Tells everybody who has asked to be told."""

    def __init__(self) -> None:
        self.after_review: list[Told] = []

    def handlers(self) -> Mapping[str, Handler]:
        """The one kind of thing that it does."""
        return {REVIEWED: self._tell}

    async def _tell(self, row: DueRow) -> None:
        for told in self.after_review:
            await told(row.subject)
