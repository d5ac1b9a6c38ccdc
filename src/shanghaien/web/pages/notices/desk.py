"""What the page of notices works with: wishes, browsers, addresses, muted games, and the ways by which notices leave."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.web.http.signing import Signer
from shanghaien.web.ids import PersonId
from shanghaien.web.notices.channels.addresses import AddressGuard
from shanghaien.web.notices.channels.push_addresses import PushBrowsers, PushServices
from shanghaien.web.notices.channels.vapid import VapidKeys
from shanghaien.web.notices.channels.webhook import Webhooks
from shanghaien.web.notices.notice import Channel
from shanghaien.web.people.attempts import Attempts
from shanghaien.web.people.wishes import Wishes, WishStore
from shanghaien.web.set_up import SetUp, set_up
from shanghaien.web.settings import Settings
from shanghaien.web.store.attempts import AttemptStore
from shanghaien.web.store.database import Database
from shanghaien.web.store.mailboxes import MailboxStore
from shanghaien.web.store.mutes import MuteStore
from shanghaien.web.store.push import PushRow, PushStore
from shanghaien.web.store.webhooks import WebhookRow, WebhookStore


@dataclass(frozen=True)
class NoticeDesk:
    """All that the page of notices needs; one for each server."""

    set_up: SetUp
    wishes: WishStore
    browsers: PushBrowsers
    keys: VapidKeys
    mailboxes: MailboxStore
    webhooks: Webhooks
    mutes: MuteStore
    attempts: Attempts
    channels: Sequence[Channel]

    async def known_of(self, person: PersonId) -> "KnownPlaces":
        """Where and how the person is told now."""
        return KnownPlaces(
            await self.wishes.of(person),
            tuple(await self.browsers.store.of(person)),
            await self.mailboxes.of(person) or "",
            await self.webhooks.store.of(person),
        )


def open_desk(
    settings: Settings, database: Database, signer: Signer, wishes: WishStore, channels: Sequence[Channel] = ()
) -> NoticeDesk:
    """The desk of a site; nothing is read yet."""
    return NoticeDesk(
        set_up(settings),
        wishes,
        PushBrowsers(PushStore(database), PushServices.read(settings.push_services)),
        VapidKeys(database),
        MailboxStore(database),
        Webhooks(WebhookStore(database), AddressGuard()),
        MuteStore(database),
        Attempts(AttemptStore(database), signer.secret_for("notices", "attempts")),
        channels,
    )


@dataclass(frozen=True)
class KnownPlaces:
    """What a person has set about notices, and where they can be reached."""

    wishes: Wishes
    browsers: tuple[PushRow, ...] = ()
    mailbox: str = ""
    webhook: WebhookRow | None = None
