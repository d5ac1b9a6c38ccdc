"""How somebody looks at a table: everything but the table itself on which their page hangs."""

from dataclasses import dataclass, field

from shanghaien.rules import Seat
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whoever looks in the same way, in the same language, sees the same; so what was made for one serves for all."""

    seats: frozenset[Seat] = frozenset()
    """The seats that are theirs."""
    side: Seat | None = None
    """The seat from whose side a watcher looks."""
    address: str = ""
    confirm: bool = True
    guide: bool = False
    invitation: str = ""
    """The link that gives the free seat away, for whoever may give it."""
    choice: OpenChoice = field(default_factory=OpenChoice)
    zone: str = ""
    """The time zone in which times are told, where the table tells any."""
    profiles: tuple[str, str] = ("", "")
    """The pages of whoever sits at the two seats."""

    def see(self, table: Table, choice: OpenChoice | None = None) -> SeenTable:
        """The table as it is seen so, with another choice open if one is given."""
        return SeenTable(
            table,
            Viewer(self.seats),
            self.choice if choice is None else choice,
            Preferences(confirm=self.confirm, guide=self.guide, zone=self.zone),
            self.side,
            self.address,
            self.invitation,
            profiles=self.profiles,
        )
