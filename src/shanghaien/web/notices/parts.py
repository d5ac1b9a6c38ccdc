"""What sends notices, and when."""

from dataclasses import dataclass

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.channels.address_guard import AddressGuard
from shanghaien.web.notices.channels.mail import MailChannel
from shanghaien.web.notices.channels.push import PushBrowsers, PushChannel, PushServices, VapidKeys
from shanghaien.web.notices.channels.webhook import WebhookChannel, Webhooks
from shanghaien.web.notices.jobs import notices
from shanghaien.web.notices.mailer import letter_handlers, mailer_of
from shanghaien.web.notices.model import Channel
from shanghaien.web.notices.place_store import PushStore, WebhookStore
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.tables.open_games import GameWriter


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


def open_parts(parts: Parts) -> None:
    """Open it; nothing is sent yet."""
    sending = parts.add(senders(parts.settings, parts.database, parts.signer))
    telling = notices(parts[GameWriter], parts[PreferenceStore], sending.channels)
    parts.jobs |= {**telling.handlers(), **letter_handlers(parts.settings, parts.database)}
    parts.closing.append(sending.close)
