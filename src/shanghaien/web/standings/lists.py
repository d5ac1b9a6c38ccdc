"""The lists on which people have a strength: by pace, against people and against bots."""

from enum import StrEnum


class ListName(StrEnum):
    """A list of strength."""

    LIVE = "live"
    DAYS = "days"
    LIVE_BOTS = "live-bots"
    DAYS_BOTS = "days-bots"

    @property
    def against_bots(self) -> bool:
        """Whether the opponents are bots, whose strength is fixed."""
        return self in {ListName.LIVE_BOTS, ListName.DAYS_BOTS}


def list_of(pace: str, level: str) -> ListName:
    """The list for which a rated game of this pace counts, against a bot of this level if one is named."""
    return ListName(f"{pace}-bots" if level else pace)
