"""The page of notices in plain values."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from shanghaien.web.http.i18n import gettext
from shanghaien.web.notices.places import KnownPlaces
from shanghaien.web.people.wishes import NoticeWishes
from shanghaien.web.set_up import SetUp

from .pictures import NoticePicture, on_a_computer, on_a_phone
from .switches import Switch, browser_switch, kind_switches, mail_switch, webhook_switch
from .wished import FRACTIONS, MINUTES, reminder_field


@dataclass(frozen=True, slots=True)
class MutedGame:
    """A game of which the person is told or not."""

    id: str
    title: str
    line: str
    muted: bool = True


@dataclass(frozen=True, slots=True)
class Visit:
    """What one look at the page is about, besides what the person has set."""

    said: str = ""
    """What came of what was pressed last."""
    zone: str = ""
    signed_in: bool = False
    key: str = ""
    """What browsers subscribe with."""
    secret: str = ""
    """Of a webhook, shown once."""
    feeds: Sequence[tuple[str, str, str]] = ()
    """Private addresses: an id, a name, the address."""
    muted: Sequence[MutedGame] = ()
    game: MutedGame | None = None
    """The game from whose table the person came."""


@dataclass(frozen=True)
class NoticesPage:
    """Everything that the page shows."""

    known: KnownPlaces
    set_up: SetUp
    visit: Visit
    phone: NoticePicture = field(default_factory=on_a_phone)
    computer: NoticePicture = field(default_factory=on_a_computer)
    minutes: tuple[int, ...] = MINUTES

    @property
    def wishes(self) -> NoticeWishes:
        """What the person has set."""
        return self.known.wishes.notices

    @property
    def zone(self) -> str:
        """The person's time zone; empty for that of the world."""
        return self.known.wishes.time_zone or self.visit.zone

    @property
    def browsers(self) -> list[Switch]:
        """The browsers in which the person switched notices on."""
        told = self.known.last_sent
        return [browser_switch(row, self.zone, told.get(f"push:{row.id}")) for row in self.known.browsers]

    @property
    def ways(self) -> list[Switch]:
        """The other ways to the person."""
        hook = self.known.webhook
        ways = [mail_switch(self.known, self.set_up, signed_in=self.visit.signed_in)]
        return [*ways, webhook_switch(hook, self.wishes, self.zone)] if hook and self.set_up.webhooks else ways

    @property
    def kinds(self) -> list[Switch]:
        """Of what the person is told."""
        return kind_switches(self.wishes)

    @property
    def times(self) -> list[tuple[str, str]]:
        """When the person can be told."""
        return [("now", gettext("At once")), ("later", gettext("After a while")), ("daily", gettext("Once a day"))]

    @property
    def reminders(self) -> list[tuple[str, str, bool]]:
        """When the person can be reminded: field, words, and whether they want it."""
        words = (gettext("a half"), gettext("a quarter"), gettext("a tenth"))
        told = zip(FRACTIONS, words, strict=True)
        return [(reminder_field(share), text, share in self.wishes.reminders) for share, text in told]

    @property
    def trial(self) -> bool:
        """Whether there is anywhere to which a notice could be sent now."""
        here = self.set_up.push and any(not row.silent for row in self.known.browsers)
        mail = self.set_up.mail and bool(self.known.mailbox) and self.wishes.mail
        hook = self.set_up.webhooks and self.known.webhook is not None and self.wishes.webhook
        return here or mail or hook
