"""Where notices go and which are wanted: all that pages need to show it and to change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.core.settings import ConfiguredParts, Settings, set_up
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.announce import PREFERENCES
from shanghaien.web.notices.channels.push import PushBrowsers, VapidKeys
from shanghaien.web.notices.channels.webhook import Webhooks
from shanghaien.web.notices.model import Channel
from shanghaien.web.notices.parts import Senders
from shanghaien.web.notices.place_store import PushRow, WebhookRow
from shanghaien.web.notices.store import LastSent, MuteStore
from shanghaien.web.people.attempts import Attempts
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore

A_MOMENT = 3000
"""Milliseconds: a person who sets one thing often sets another."""


@dataclass(frozen=True)
class NoticePlaces:
    """All that the page of notices needs; one for each server."""

    set_up: ConfiguredParts
    preferences: PreferenceStore
    browsers: PushBrowsers
    keys: VapidKeys
    mailboxes: MailboxStore
    webhooks: Webhooks
    mutes: MuteStore
    attempts: Attempts
    channels: Sequence[Channel]
    jobs: JobStore
    last_sent: LastSent

    async def plan_anew(self, person: PersonId) -> None:
        """Plan what waits for the person again, once they have set it all."""
        await self.jobs.set(PREFERENCES, person, now() + A_MOMENT)

    async def known_of(self, person: PersonId) -> "KnownPlaces":
        return KnownPlaces(
            await self.preferences.of(person),
            tuple(await self.browsers.store.of(person)),
            await self.mailboxes.of(person) or "",
            await self.webhooks.store.of(person),
            await self.last_sent.of(person),
        )


def open_places(
    settings: Settings, database: Database, signer: Signer, preferences: PreferenceStore, sending: Senders
) -> NoticePlaces:
    return NoticePlaces(
        set_up(settings),
        preferences,
        sending.browsers,
        sending.keys,
        MailboxStore(database),
        sending.webhooks,
        MuteStore(database),
        Attempts(database, signer.secret_for("notices", "attempts")),
        sending.channels,
        JobStore(database),
        LastSent(database),
    )


@dataclass(frozen=True)
class KnownPlaces:
    """What a person has set about notices, and where they can be reached."""

    preferences: PersonPreferences
    browsers: tuple[PushRow, ...] = ()
    mailbox: str = ""
    webhook: WebhookRow | None = None
    last_sent: Mapping[str, int] = field(default_factory=dict)
    """When each place last got a notice."""
