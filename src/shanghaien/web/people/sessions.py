"""Sessions: a browser that shows one is its person's until it signs out, or is signed out from elsewhere."""

import hashlib
import secrets
import time
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.cache import SecretCache
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import SESSIONS
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.visitor import GUEST, Account, Visitor
from shanghaien.web.people import preferences as wishes
from shanghaien.web.people.store import SessionRow, SessionStore, SignedIn, add_session

SEEN_EVERY_MS = 3600 * 1000
"""How exactly it is known when a device was last used."""
LONGEST_SHOWN = 100
"""Nothing that was made here is longer."""


class Sessions:
    """Begins, knows and ends sessions; one that was shown a moment ago is known without a look at the store."""

    def __init__(self, store: SessionStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._recent: SecretCache[Visitor] = SecretCache(clock)

    async def begin(self, person: PersonId, label: str) -> str:
        """A new session; what it returns is for the browser's cookie alone."""
        async with self._store.database.write() as connection:
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


# What a device is called, from what its browser says of itself: "Firefox on Linux".

BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Vivaldi", "Vivaldi")),
    *(("FxiOS", "Firefox"), ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium")),
    *(("Chrome", "Chrome"), ("Safari", "Safari")),
)
"""How the more particular ones say who they are; most say too that they are one of the later ones."""
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)
LONGEST_LABEL = 60


def device_label(user_agent: str) -> str:
    """A device's name as it is kept, in English; empty if it says nothing that is known."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return (f"{browser} on {system}" if browser and system else browser or system)[:LONGEST_LABEL]


def is_small(label: str) -> bool:
    """Whether a device is held in the hand."""
    return label.endswith(("iPhone", "iPad", "Android"))


# What a device is called in the language of its reader.


def device_name(label: str) -> str:
    """A device by the label that is kept of it: "Firefox on Linux"; a nameless one if it said nothing."""
    browser, on, system = label.partition(" on ")
    if not on:
        return label or gettext("A device")
    return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
