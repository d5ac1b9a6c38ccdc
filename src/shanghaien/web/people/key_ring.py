"""All ways in of a site, put together: passkeys, links by mail, recovery codes, and how often each may be tried."""

from dataclasses import dataclass

from shanghaien.web.ids import PersonId
from shanghaien.web.store.attempts import AttemptStore
from shanghaien.web.store.database import Database
from shanghaien.web.store.due import DueStore
from shanghaien.web.store.game_count import count_games
from shanghaien.web.store.mailboxes import MailboxStore
from shanghaien.web.store.once import OnceStore
from shanghaien.web.store.passkeys import PasskeyStore
from shanghaien.web.store.recovery import RecoveryStore
from shanghaien.web.store.ways_in import WaysInStore

from .attempts import Attempts
from .mail_links import MailLinks
from .passkeys import Passkeys
from .recovery import Recovery


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The ways in."""

    passkeys: Passkeys
    links: MailLinks
    recovery: Recovery
    mailboxes: MailboxStore
    ways: WaysInStore
    attempts: Attempts
    database: Database

    async def games_of(self, person: PersonId) -> int:
        """How many games somebody has, whom these ways would lead back to them."""
        return await count_games(self.database, person)


def key_ring(database: Database, key: bytes) -> KeyRing:
    """The ways in of whoever is stored in this database; the key hides what tries are counted by."""
    once, mailboxes = OnceStore(database), MailboxStore(database)
    return KeyRing(
        passkeys=Passkeys(PasskeyStore(database), once),
        links=MailLinks(once, DueStore(database), mailboxes),
        recovery=Recovery(RecoveryStore(database)),
        mailboxes=mailboxes,
        ways=WaysInStore(database),
        attempts=Attempts(AttemptStore(database), key),
        database=database,
    )
