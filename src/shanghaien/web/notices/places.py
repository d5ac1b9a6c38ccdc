"""Where people are told and what they wish: all that pages need to show it and to change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.core.settings import ConfiguredParts, Settings, set_up
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.announce import WISHED
from shanghaien.web.notices.channels.push import VapidKeys
from shanghaien.web.notices.channels.push_browsers import PushBrowsers
from shanghaien.web.notices.channels.setup import Senders
from shanghaien.web.notices.channels.webhook import Webhooks
from shanghaien.web.notices.model import Channel
from shanghaien.web.notices.place_store import PushRow, WebhookRow
from shanghaien.web.notices.store import LastSent, MuteStore
from shanghaien.web.people.attempts import Attempts, AttemptStore
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore

A_MOMENT = 3000
"""Milliseconds: whoever sets one thing often sets another."""


@dataclass(frozen=True)
class NoticePlaces:
    """All that the page of notices needs; one for each server."""

    set_up: ConfiguredParts
    wishes: PreferenceStore
    browsers: PushBrowsers
    keys: VapidKeys
    mailboxes: MailboxStore
    webhooks: Webhooks
    mutes: MuteStore
    attempts: Attempts
    channels: Sequence[Channel]
    due: JobStore
    last_sent: LastSent

    async def plan_anew(self, person: PersonId) -> None:
        """Let what waits for the person follow what they have set now, when they have set it all."""
        await self.due.set(WISHED, person, now() + A_MOMENT)

    async def known_of(self, person: PersonId) -> "KnownPlaces":
        """Where and how the person is told now."""
        return KnownPlaces(
            await self.wishes.of(person),
            tuple(await self.browsers.store.of(person)),
            await self.mailboxes.of(person) or "",
            await self.webhooks.store.of(person),
            await self.last_sent.of(person),
        )


def open_desk(
    settings: Settings, database: Database, signer: Signer, wishes: PreferenceStore, sending: Senders
) -> NoticePlaces:
    """The desk of a site, beside what sends its notices; nothing is read yet."""
    return NoticePlaces(
        set_up(settings),
        wishes,
        sending.browsers,
        sending.keys,
        MailboxStore(database),
        sending.webhooks,
        MuteStore(database),
        Attempts(AttemptStore(database), signer.secret_for("notices", "attempts")),
        sending.channels,
        JobStore(database),
        LastSent(database),
    )


@dataclass(frozen=True)
class KnownPlaces:
    """What a person has set about notices, and where they can be reached."""

    wishes: PersonPreferences
    browsers: tuple[PushRow, ...] = ()
    mailbox: str = ""
    webhook: WebhookRow | None = None
    last_sent: Mapping[str, int] = field(default_factory=dict)
    """When each place was last told something."""
