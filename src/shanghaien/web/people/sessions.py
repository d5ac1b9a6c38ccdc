"""Sessions: a browser that shows one is its person's until it signs out, or is signed out from elsewhere."""

import hashlib
import secrets
import time
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.clock import now
from shanghaien.web.figures import SESSIONS
from shanghaien.web.http.visitor import GUEST, Account, Visitor
from shanghaien.web.ids import PersonId
from shanghaien.web.store.sessions import SessionRow, SessionStore, SignedIn, add_session

from . import wishes
from .recent import Recent

SEEN_EVERY_MS = 3600 * 1000
"""How exactly it is known when a device was last used."""
LONGEST_SHOWN = 100
"""Nothing that was made here is longer."""


class Sessions:
    """Begins, knows and ends sessions; one that was shown a moment ago is known without a look at the store."""

    def __init__(self, store: SessionStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._recent: Recent[Visitor] = Recent(clock)

    async def begin(self, person: PersonId, label: str) -> str:
        """A new session; what it returns is for the browser's cookie alone."""
        async with self._store.database.writing() as connection:
            return await self.begin_in(connection, person, label)

    async def begin_in(self, connection: AsyncConnection, person: PersonId, label: str) -> str:
        """The same in somebody's transaction."""
        shown = secrets.token_urlsafe(32)
        await add_session(connection, digest_of(shown), person, label)
        SESSIONS.add()
        return shown

    async def visitor(self, shown: str) -> Visitor:
        """Whose session the browser shows; a guest if there is none such."""
        if not shown or len(shown) > LONGEST_SHOWN:
            return GUEST
        digest = digest_of(shown)
        visitor = self._recent.recall(digest)
        if visitor is None:
            moment = self._recent.moment
            visitor = await self._look(digest)
            self._recent.remember(digest, visitor.person, visitor, moment)
        return visitor

    async def _look(self, digest: str) -> Visitor:
        signed_in = await self._store.signed_in(digest)
        if signed_in is None:
            return GUEST
        renewed = now() - signed_in.seen > SEEN_EVERY_MS
        if renewed:
            await self._store.touch(digest)
        return _visitor(digest, signed_in, renewed)

    async def of(self, person: PersonId) -> list[SessionRow]:
        """Where the person is signed in, the one used last first."""
        return await self._store.of(person)

    async def end(self, person: PersonId, session: str) -> None:
        """End one of the person's sessions, by its name."""
        await self._store.remove(person, session)
        self.forget_session(session)

    async def end_all(self, person: PersonId, but: str = "") -> None:
        """End the person's sessions everywhere, except for one."""
        await self._store.remove_all(person, but)
        self.forget(person)

    def forget_session(self, session: str) -> None:
        """Look into the store again: this session has ended."""
        self._recent.forget(session)

    def forget(self, person: PersonId) -> None:
        """Look into the store again: something about the person has changed."""
        self._recent.forget_person(person)


def digest_of(shown: str) -> str:
    """What is stored of a session, and names it."""
    # 32 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(shown.encode()).hexdigest()


def _visitor(digest: str, found: SignedIn, renewed: bool) -> Visitor:
    account = Account(found.person, found.name, found.role)
    return Visitor(found.person, account, digest, wishes.read(found.wishes).as_cookies(), renewed)
