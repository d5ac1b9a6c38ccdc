"""Where notices go and which are wanted: all that pages need to show it and to change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import ConfiguredParts, Settings, set_up
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.announce import PREFERENCES
from shanghaien.web.notices.channels.address_guard import AddressGuard
from shanghaien.web.notices.channels.mail import MailChannel
from shanghaien.web.notices.channels.push import PushBrowsers, PushChannel, PushServices, VapidKeys
from shanghaien.web.notices.channels.webhook import WebhookChannel, Webhooks
from shanghaien.web.notices.jobs import notices
from shanghaien.web.notices.mailer import letter_handlers, mailer_of
from shanghaien.web.notices.model import Channel
from shanghaien.web.notices.place_store import PushRow, PushStore, WebhookRow, WebhookStore
from shanghaien.web.notices.store import LastSent, MuteStore
from shanghaien.web.people.attempts import Attempts
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.tables.open_games import GameWriter

A_MOMENT = 3000
"""Milliseconds: a person who sets one thing often sets another."""


@dataclass(frozen=True)
class Senders:
    """Everything that sends notices, and the lists of where they go."""

    channels: list[Channel]
    browsers: PushBrowsers
    webhooks: Webhooks
    keys: VapidKeys
    push: PushChannel

    async def close(self) -> None:
        await self.push.close()


def senders(settings: Settings, database: Database, signer: Signer) -> Senders:
    """What sends notices by these settings; channels that the host has not set up are left out."""
    services, keys = PushServices(settings.push_services.split(",")), VapidKeys(database)
    pushed, hooked, guard = PushStore(database), WebhookStore(database), AddressGuard()
    push = PushChannel(pushed, keys, services, settings.push_contact, signer)
    channels: list[Channel] = [push] if settings.push_contact else []
    if mailer := mailer_of(settings):
        channels.append(MailChannel(MailboxStore(database), mailer, signer, settings.public_url))
    if settings.webhooks:
        channels.append(WebhookChannel(hooked, guard, settings.public_url))
    return Senders(channels, PushBrowsers(pushed, services), Webhooks(hooked, guard), keys, push)


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


def open_parts(parts: Parts) -> None:
    """Open it; nothing is sent yet."""
    sending = parts.add(senders(parts.settings, parts.database, parts.signer))
    telling = notices(parts[GameWriter], parts[PreferenceStore], sending.channels)
    parts.jobs |= {**telling.handlers(), **letter_handlers(parts.settings, parts.database)}
    parts.closing.append(sending.close)
