"""Coming back, or beginning to keep one's games: whatever this browser's guest has goes over to the account."""

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
from shanghaien.web.people import preferences as wishes
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.account_names import AccountNaming, Translate
from shanghaien.web.people.names import check_name, normalised_name
from shanghaien.web.people.person_data import delete_person, transfer_rows
from shanghaien.web.people.sanctions import closed_account, why_closed
from shanghaien.web.people.sessions import Sessions, digest_of
from shanghaien.web.people.store import PeopleStore, read_wishes, replace_session, take_name, write_wishes
from shanghaien.web.people.tokens import Tokens

Inside = Callable[[AsyncConnection], Awaitable[None]]
"""What else is done in the transaction that makes an account, such as keeping its first key."""
Moved = Callable[[Sequence[GameId]], Awaitable[None]]
"""Told of the games whose seats are somebody else's now, so that nobody plays on from memory."""


async def nothing_else(connection: AsyncConnection) -> None:
    """Do nothing else in a transaction."""


@dataclass(frozen=True, slots=True)
class Browser:
    """The browser in which somebody arrives."""

    guest: PersonId | None = None
    """Whose games come along; None if somebody is signed in there, whose games stay theirs."""
    session: str = ""
    """Names the session that ends with it."""
    label: str = ""
    wished: Mapping[str, str] = field(default_factory=dict)
    """What the guest has set, in the words of cookies."""


class Accounts:
    """Makes accounts and lets people arrive at them. Every method is one transaction."""

    def __init__(self, database: Database, sessions: Sessions, tokens: Tokens, moved: Moved, contact: str = "") -> None:
        self._database, self._contact = database, contact
        self._sessions, self._tokens, self._moved = sessions, tokens, moved
        self._people, self.naming = PeopleStore(database), AccountNaming(database)
        self._brought: SecretCache[bool] = SecretCache(time.monotonic)

    async def make_account(
        self, person: PersonId, wanted: str, browser: Browser, inside: Inside, translate: Translate = str
    ) -> str:
        """Keep somebody new under a name, with all that the browser's guest has; the secret of their session.

        NameTaken, with one that is free, if somebody else has the name.
        """
        name, moved, shown = check_name(wanted), list[GameId](), ""
        await self.naming.words.check_name(name)
        async with self._database.write() as connection:
            free = await take_name(connection, person, normalised_name(name))
            if free:
                await self._people.add(connection, person, name)
                moved, shown = await self._enter(connection, person, browser, new=True)
                kept = wishes.read(await read_wishes(connection, person)).with_cookies(browser.wished)
                await write_wishes(connection, person, wishes.written(kept))
                await inside(connection)
        if not free:
            raise await self.naming.taken(name, translate)
        await self._tell(person, browser, moved)
        return shown

    async def arrive(self, person: PersonId, browser: Browser) -> str:
        """Begin a session for an account; whatever the browser's guest has comes along. The secret of the session."""
        people = people_schema.people.c
        async with self._database.write() as connection:
            there = await connection.execute(select(people.id).where(people.id == person).with_for_update(read=True))
            if there.one_or_none() is None:
                raise NotFoundError(N_("There is no such account any more."))
            if (reason := await why_closed(connection, person)) is not None:
                raise closed_account(reason, self._contact)
            moved, shown = await self._enter(connection, person, browser)
        await self._tell(person, browser, moved)
        return shown

    async def bring(self, guest: PersonId, person: PersonId) -> None:
        """Give the account what a guest did in its browser while it was signed in, in a request that came late."""
        if self._brought.recall(guest):
            return
        async with self._database.write() as connection:
            moved = await transfer_rows(connection, guest, person)
        self._brought.remember(guest, person, True, self._brought.moment)
        await self._tell(person, Browser(guest), moved)

    async def _enter(
        self, connection: AsyncConnection, person: PersonId, browser: Browser, *, new: bool = False
    ) -> tuple[list[GameId], str]:
        shown = await self._sessions.begin_in(connection, person, browser.label)
        session = digest_of(shown)
        if browser.session:
            await replace_session(connection, person, browser.session, session)
        moved = await transfer_rows(connection, browser.guest, person, session, new=new) if browser.guest else []
        return moved, shown

    async def _tell(self, person: PersonId, browser: Browser, moved: Sequence[GameId]) -> None:
        if browser.guest:
            self._tokens.forget(browser.guest)
        if browser.session:
            self._sessions.forget_session(browser.session)
        self._sessions.forget(person)
        await self._moved(moved)


# Leaving for good: everything that is known of a person goes at once, and their name becomes "a sailor".


class AccountDeletion:
    """Lets people go."""

    def __init__(self, database: Database, sessions: Sessions, tokens: Tokens) -> None:
        self._database, self._sessions, self._tokens = database, sessions, tokens

    async def leave(self, person: PersonId) -> bool:
        """Remove an account; False if there is none. Seats are given up a moment later, by whichever process is free."""
        async with self._database.write() as connection:
            gone = await delete_person(connection, person)
        self._sessions.forget(person)
        self._tokens.forget(person)
        return gone
