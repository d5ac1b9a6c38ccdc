"""Notices by mail: to the address whose owner has confirmed it, and with a way out in every letter."""

from collections.abc import Sequence

from shanghaien.web.http.signing import Signer
from shanghaien.web.ids import PersonId
from shanghaien.web.notices.letters import Mailer, NotPosted
from shanghaien.web.notices.notice import NOBODY, SENT, Notice, Outcome, failed
from shanghaien.web.store.mailboxes import MailboxStore

from .notice_letters import Stationery
from .unsubscribing import unsubscribe_path


class MailChannel:
    """Tells people by letters."""

    name = "mail"

    def __init__(self, mailboxes: MailboxStore, mailer: Mailer, signer: Signer, site: str) -> None:
        self._mailboxes = mailboxes
        self._mailer = mailer
        self._signer = signer
        self._stationery = Stationery(site, mailer.domain)

    async def places(self, person: PersonId) -> Sequence[str]:
        """The person's mailbox, if they have confirmed one."""
        return [self.name] if await self._mailboxes.of(person) else []

    async def send(self, place: str, notice: Notice) -> Outcome:
        """Send a notice to the mailbox of its person."""
        address = await self._mailboxes.of(notice.person)
        if address is None:
            return NOBODY
        letter = self._stationery.write(notice, address, unsubscribe_path(self._signer, notice.person))
        try:
            await self._mailer.post(letter)
        except NotPosted as refusal:
            return NOBODY if refusal.for_good else failed()
        return SENT
