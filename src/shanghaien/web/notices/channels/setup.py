"""The channels that a host has set up, and what pages need to switch them on and off."""

from dataclasses import dataclass

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.channels.address_guard import AddressGuard
from shanghaien.web.notices.channels.mail import MailChannel
from shanghaien.web.notices.channels.push import PushChannel, VapidKeys
from shanghaien.web.notices.channels.push_browsers import PushBrowsers, PushServices
from shanghaien.web.notices.channels.webhook import WebhookChannel, Webhooks
from shanghaien.web.notices.letters import mailer_of
from shanghaien.web.notices.model import Channel
from shanghaien.web.notices.place_store import PushStore, WebhookStore
from shanghaien.web.people.credential_store import MailboxStore


@dataclass(frozen=True)
class Senders:
    """Everything that sends notices, and the lists of where they go."""

    channels: list[Channel]
    browsers: PushBrowsers
    webhooks: Webhooks
    keys: VapidKeys
    push: PushChannel

    async def close(self) -> None:
        """Let all connections go."""
        await self.push.close()


def senders(settings: Settings, database: Database, signer: Signer) -> Senders:
    """What sends notices by these settings; a channel that the host has not set up is not among them."""
    services, keys = PushServices.read(settings.push_services), VapidKeys(database)
    pushed, hooked, guard = PushStore(database), WebhookStore(database), AddressGuard()
    push = PushChannel(pushed, keys, services, settings.push_contact, signer)
    channels: list[Channel] = [push] if settings.push_contact else []
    if mailer := mailer_of(settings):
        channels.append(MailChannel(MailboxStore(database), mailer, signer, settings.public_url))
    if settings.webhooks:
        channels.append(WebhookChannel(hooked, guard, settings.public_url))
    return Senders(channels, PushBrowsers(pushed, services), Webhooks(hooked, guard), keys, push)
