"""How a player stands in a round, as far as the trick of the round goes: what the layers of the solver are told apart by."""

from enum import IntEnum


class Group(IntEnum):
    """Statuses of a player that share layers: they have equally many dice on cards at the same moment."""

    OPEN = 0
    """May still play a trick."""
    SPENT = 1
    """Can play no trick any more; has placed one die per turn."""
    BOTH = 2
    """Has placed both dice of a roll: one die more (R18)."""
    LEFT_OUT = 3
    """Like `SAILORS`, in a way that the solver does not look ahead to; worked out only if somebody asks."""
    SAILORS = 4
    """Like `SPENT`, by one of the many ways to play two sailors."""

    @property
    def many(self) -> bool:
        """Whether a group can have so many members that pairs of them are not all kept."""
        return self in (Group.SAILORS, Group.LEFT_OUT)
