"""Sessions of browsers that are signed in. Only the hashes of their secrets are stored."""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.cache import SecretCache
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import SESSIONS
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.outages import try_to_store
from shanghaien.web.core.visitor import GUEST, Account, Visitor
from shanghaien.web.people.preferences import read
from shanghaien.web.people.schema import people, preferences, push_subscriptions, sessions

log = logging.getLogger("shanghaien.sessions")
SEEN_EVERY_MS = 3600 * 1000
"""How exactly the last use of a device is stored."""
LONGEST_SHOWN = 100
"""No secret is longer."""
LASTS_MS = 365 * 24 * 3600 * 1000
"""A session that was not used for so long is over."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as the account's page lists it."""

    hash: str
    label: str
    created: int
    seen: int


async def end_sessions(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    """End sessions, and the push notices of their browsers."""
    ended = select(sessions.c.hash).where(*which)
    await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.session.in_(ended)))
    await connection.execute(delete(sessions).where(*which))


async def replace_session(connection: AsyncConnection, person: PersonId, digest: str, by: str) -> None:
    """End a session that the browser has replaced by another.

    If both are the same person's, push notices go on.
    """
    same = push_subscriptions.c.session == digest, push_subscriptions.c.person == person
    await connection.execute(update(push_subscriptions).where(*same).values(session=by))
    await end_sessions(connection, sessions.c.hash == digest)


class Sessions:
    """Starts, finds and ends sessions; those of the last seconds are found without a query."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._recent: SecretCache[Visitor] = SecretCache(clock)
        self.after_forget: list[Callable[[str], None]] = []
        """Told of each session that may have ended here by its name, or of all of a person by the person's."""

    async def begin(self, person: PersonId, label: str) -> str:
        """Start a session; the returned secret is for the browser's cookie alone."""
        async with self._database.write() as connection:
            return await self.begin_in(connection, person, label)

    async def begin_in(self, connection: AsyncConnection, person: PersonId, label: str) -> str:
        """The same in the caller's transaction. Expired sessions of the person are deleted."""
        shown, time_now = secrets.token_urlsafe(32), now_in(connection)
        await end_sessions(connection, sessions.c.seen < time_now - LASTS_MS, sessions.c.person == person)
        row = {"hash": digest_of(shown), "person": person, "label": label, "created": time_now, "seen": time_now}
        await connection.execute(insert(sessions).values(row))
        SESSIONS.add()
        return shown

    async def visitor(self, shown: str) -> Visitor:
        """The person whose session this is; a guest if it is unknown."""
        if not shown or len(shown) > LONGEST_SHOWN:
            return GUEST
        digest = digest_of(shown)
        visitor, moment = self._recent.recall(digest), self._recent.moment
        if visitor is None:
            visitor = await self._look(digest)
            self._recent.remember(digest, visitor.person, visitor, moment)
        return visitor

    async def _look(self, digest: str) -> Visitor:
        joined = sessions.join(people, people.c.id == sessions.c.person)
        query = select(people.c.id, people.c.name, people.c.role, preferences.c.text, sessions.c.seen).select_from(
            joined.outerjoin(preferences, preferences.c.person == people.c.id)
        )
        async with self._database.connect() as connection:
            lasting = sessions.c.seen >= now_in(connection) - LASTS_MS
            holds = sessions.c.hash == digest, lasting, people.c.closed.is_(None)
            row = (await connection.execute(query.where(*holds))).one_or_none()
        if row is None:
            return GUEST
        renewed = now() - row.seen > SEEN_EVERY_MS
        renewed = renewed and await try_to_store(log, "a session could not be renewed", self._renew(digest))
        account, kept = Account(PersonId(row.id), row.name, row.role), read(row.text)
        return Visitor(account.id, account, digest, kept.as_cookies(), renewed)

    async def _renew(self, digest: str) -> None:
        async with self._database.write() as connection:
            used = update(sessions).where(sessions.c.hash == digest)
            await connection.execute(used.values(seen=now_in(connection)))

    async def of(self, person: PersonId) -> list[SessionRow]:
        """The sessions of a person, the one used last first."""
        columns = sessions.c.hash, sessions.c.label, sessions.c.created, sessions.c.seen
        query = select(*columns).where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.hash)
        async with self._database.connect() as connection:
            rows = await connection.execute(query.where(sessions.c.seen >= now_in(connection) - LASTS_MS))
            return [SessionRow(*row) for row in rows]

    async def end(self, person: PersonId, session: str) -> None:
        """End one of the person's sessions; other people's stay."""
        async with self._database.write() as connection:
            await end_sessions(connection, sessions.c.person == person, sessions.c.hash == session)
        self.forget_session(session)

    async def end_all(self, person: PersonId, but: str = "") -> None:
        """End the person's sessions, except for `but`."""
        async with self._database.write() as connection:
            await end_sessions(connection, sessions.c.person == person, sessions.c.hash != but)
        self.forget(person)

    def forget_session(self, session: str) -> None:
        """Drop a session from the cache."""
        self._recent.forget(session)
        self._tell(session)

    def forget(self, person: PersonId) -> None:
        """Drop all sessions of a person from the cache."""
        self._recent.forget_person(person)
        self._tell(person)

    def _tell(self, name: str) -> None:
        for tell in self.after_forget:
            tell(name)


def digest_of(shown: str) -> str:
    # 32 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(shown.encode()).hexdigest()


# What a device is called, from the header in which its browser names itself.

BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Vivaldi", "Vivaldi")),
    *(("FxiOS", "Firefox"), ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium")),
    *(("Chrome", "Chrome"), ("Safari", "Safari")),
)
"""Signs of browsers; most send also the signs of later ones in this list."""
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)
LONGEST_LABEL = 60


def device_label(user_agent: str) -> str:
    """What is stored, in English: "Firefox on Linux"; empty for unknown browsers."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return (f"{browser} on {system}" if browser and system else browser or system)[:LONGEST_LABEL]


def device_name(label: str) -> str:
    """The stored label in the reader's language."""
    browser, on, system = label.partition(" on ")
    if not on:
        return label or gettext("A device")
    return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
