"""Making accounts, signing in and leaving; what the browser's guest has moves to the account."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.cache import SecretCache
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.account_names import AccountNaming, Inside, Translate, take_name
from shanghaien.web.people.names import check_name, normalised_name
from shanghaien.web.people.person_data import delete_person, transfer_rows
from shanghaien.web.people.preferences import read_in, write_in
from shanghaien.web.people.sanctions import closed_account, why_closed
from shanghaien.web.people.schema import people
from shanghaien.web.people.sessions import Sessions, digest_of, replace_session
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.tokens import Tokens

Moved = Callable[[Sequence[GameId]], Awaitable[None]]
"""Called with the games whose seats have changed hands, so that their cached states are dropped."""


async def nothing_else(connection: AsyncConnection) -> None:
    """Add nothing to the transaction."""


@dataclass(frozen=True, slots=True)
class Browser:
    """The browser in which a person signs in."""

    guest: PersonId | None = None
    """Whose games move to the account; None if an account is signed in there, whose games stay with it."""
    session: str = ""
    """The session that is replaced."""
    label: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The guest's settings, as cookies."""


class Accounts:
    """Makes accounts and signs people in. Every method is one transaction."""

    def __init__(self, database: Database, sessions: Sessions, tokens: Tokens, moved: Moved, contact: str = "") -> None:
        self._database, self._contact = database, contact
        self._sessions, self._tokens, self._moved = sessions, tokens, moved
        self._people, self.naming = PeopleStore(database), AccountNaming(database)
        self._brought: SecretCache[bool] = SecretCache(time.monotonic)

    async def make_account(
        self, person: PersonId, wanted: str, browser: Browser, inside: Inside, translate: Translate = str
    ) -> str:
        """Create an account, sign in, and move over all that the browser's guest has; returns the session's secret.

        NameTaken if another person has the name. `inside` runs in the same transaction.
        """
        name, moved, shown = check_name(wanted), list[GameId](), ""
        await self.naming.words.check_name(name)
        async with self._database.write() as connection:
            free = await take_name(connection, person, normalised_name(name))
            if free:
                await self._people.add(connection, person, name)
                moved, shown = await self._enter(connection, person, browser, new=True)
                await write_in(connection, person, (await read_in(connection, person)).with_cookies(browser.settings))
                await inside(connection)
        if not free:
            raise await self.naming.taken(name, translate)
        await self._announce(person, browser, moved)
        return shown

    async def sign_in(self, person: PersonId, browser: Browser) -> str:
        """Start a session for an account and move over what the browser's guest has; returns the session's secret."""
        async with self._database.write() as connection:
            there = await connection.execute(
                select(people.c.id).where(people.c.id == person).with_for_update(read=True)
            )
            if there.one_or_none() is None:
                raise NotFoundError(N_("There is no such account any more."))
            if (reason := await why_closed(connection, person)) is not None:
                raise closed_account(reason, self._contact)
            moved, shown = await self._enter(connection, person, browser)
        await self._announce(person, browser, moved)
        return shown

    async def bring(self, guest: PersonId, person: PersonId) -> None:
        """Move over what a late request of the browser has stored for the guest after the sign-in."""
        if self._brought.recall(guest):
            return
        async with self._database.write() as connection:
            moved = await transfer_rows(connection, guest, person)
        self._brought.remember(guest, person, True, self._brought.moment)
        await self._announce(person, Browser(guest), moved)

    async def _enter(
        self, connection: AsyncConnection, person: PersonId, browser: Browser, *, new: bool = False
    ) -> tuple[list[GameId], str]:
        shown = await self._sessions.begin_in(connection, person, browser.label)
        session = digest_of(shown)
        if browser.session:
            await replace_session(connection, person, browser.session, session)
        moved = await transfer_rows(connection, browser.guest, person, session, new=new) if browser.guest else []
        return moved, shown

    async def _announce(self, person: PersonId, browser: Browser, moved: Sequence[GameId]) -> None:
        if browser.guest:
            self._tokens.forget(browser.guest)
        if browser.session:
            self._sessions.forget_session(browser.session)
        self._sessions.forget(person)
        await self._moved(moved)


class AccountDeletion:
    """Deletes accounts; at tables their names become "a sailor"."""

    def __init__(self, database: Database, sessions: Sessions, tokens: Tokens) -> None:
        self._database, self._sessions, self._tokens = database, sessions, tokens

    async def leave(self, person: PersonId) -> bool:
        """Delete an account; False if there is none. A job gives up its seats afterwards."""
        async with self._database.write() as connection:
            gone = await delete_person(connection, person)
        self._sessions.forget(person)
        self._tokens.forget(person)
        return gone
