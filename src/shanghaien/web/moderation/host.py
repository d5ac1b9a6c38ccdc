"""Commands of the host from a shell, by names of people; each action has its row in the audit."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.visitor import ADMINISTRATOR, MODERATOR
from shanghaien.web.moderation.fair_play import FairPlay
from shanghaien.web.moderation.service import HOST, ActionReason, Moderation, Moderator, NotAllowed, may_moderate
from shanghaien.web.moderation.store import AuditAction, AuditRow, AuditStore, add_audit_row
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.names import check_name, clean_line, normalised_name
from shanghaien.web.people.person_data import delete_person
from shanghaien.web.people.schema import sessions
from shanghaien.web.people.sessions import Sessions, end_sessions
from shanghaien.web.people.store import PeopleStore, PersonRow, write_role
from shanghaien.web.people.word_list import Word, WordRow, Words, write_word
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.store.lists import count_games


class Account(NamedTuple):
    """What the host sees of an account: when it was made, how many games and signed-in devices it has."""

    name: str
    created: int
    games: int
    devices: int
    role: str
    closed: bool

    def __str__(self) -> str:
        since = datetime.fromtimestamp(self.created / 1000, UTC).date().isoformat()
        told = f"{self.name:<20}  since {since}  games {self.games:>5}  devices {self.devices:>2}  {self.role}"
        return told.rstrip()


class HostCommands:
    """Lists, renames, signs out and deletes accounts by their names, however these are written.

    Each change and its row in the audit are one transaction.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people, self._sessions = PeopleStore(database), Sessions(database)

    async def find(self, name: str) -> PersonRow:
        found = await self._people.named(normalised_name(name))
        if found is None:
            raise NotFoundError("Nobody here is called %(name)s; shanghaien people lists everybody.", name=name)
        return found

    async def accounts(self, at_once: int) -> AsyncIterator[Account]:
        """All accounts, so many at a time."""
        last = ""
        while people := await self._people.page(last, at_once):
            for person in people:
                last = person.id
                games, sessions = await count_games(self._database, person.id), await self._sessions.of(person.id)
                yield Account(person.name, person.created, games, len(sessions), person.role, person.closed is not None)

    async def rename(self, name: str, wanted: str) -> tuple[str, str]:
        """Returns the former and the new name as they are written."""
        person = await self.find(name)

        async def noted(connection: AsyncConnection) -> None:
            await _note(connection, "rename", person, check_name(wanted))

        return person.name, await AccountNaming(self._database).rename(person.id, wanted, by_host=noted)

    async def sign_out(self, name: str) -> str:
        person = await self.find(name)
        async with self._database.write() as connection:
            await end_sessions(connection, sessions.c.person == person.id)
            await _note(connection, "sign-out", person)
        return person.name

    async def delete(self, name: str) -> str:
        """Delete an account; a running server gives up its seats. The audit does not say whose it was."""
        person = await self.find(name)
        async with self._database.write() as connection:
            await delete_person(connection, person.id)
            await add_audit_row(connection, AuditAction(HOST.id, HOST.name, "delete", NOBODY, ""))
        return person.name


async def _note(connection: AsyncConnection, what: str, person: PersonRow, detail: str = "") -> None:
    """Add what the host does about an account to the audit."""
    await add_audit_row(connection, AuditAction(HOST.id, HOST.name, what, person.id, person.name, detail=detail))


SHORTEST_WORD, LONGEST_WORD = 2, 40
MOST_WORDS = 1000
NOBODY = PersonId("")


class WordListEditing:
    """Adds words to the list and takes them off; each change has its row in the audit."""

    def __init__(self, database: Database, readers: Sequence[Words] = ()) -> None:
        self._database, self._words, self._readers = database, Words(database), readers

    async def listed(self) -> list[Word]:
        return await self._words.listed()

    async def add(self, by: Moderator, text: str, *, inside: bool) -> str:
        """`inside` if it must not stand inside longer words either."""
        word = clean_line(text, LONGEST_WORD + 1)
        if not SHORTEST_WORD <= len(normalised_name(word)) <= LONGEST_WORD or len(word) > LONGEST_WORD or " " in word:
            raise BadRequestError(N_("Write one word of 2 to 40 letters."))
        if len(await self.listed()) >= MOST_WORDS:
            raise BadRequestError(N_("The list is full; take a word off first."))
        await self._write(by, WordRow(normalised_name(word), word, inside, listed=True), "word-add")
        return word

    async def remove(self, by: Moderator, text: str) -> str:
        key = normalised_name(text)
        found = next((word for word in await self.listed() if normalised_name(word.written) == key), None)
        if found is None:
            raise NotFoundError(N_("This word is not on the list."))
        await self._write(by, WordRow(key, found.written, found.inside, listed=False), "word-off")
        return found.written

    async def _write(self, by: Moderator, row: WordRow, what: str) -> None:
        async with self._database.write() as connection:
            if not await may_moderate(connection, by):
                raise NotAllowed(N_("Only those who look after this site can do that."))
            await write_word(connection, row)
            detail = f"{'*' if row.inside else ''}{row.written}"
            await add_audit_row(connection, AuditAction(by.id, by.name, what, NOBODY, "", "", detail))
        for reader in self._readers:
            reader.forget()


class ModerationCommands:
    """Roles, sanctions, the list of words and the audit, for the host."""

    def __init__(self, database: Database, unrating: Unrating) -> None:
        self._database, self._host = database, HostCommands(database)
        self._moderation, self.words = Moderation(database), WordListEditing(database)
        self._fair_play = FairPlay(unrating)

    async def give_role(self, name: str, role: str, *, on: bool) -> str:
        """Give or take the role of a moderator or administrator."""
        person = await self._host.find(name)
        what = {ADMINISTRATOR: "administrator", MODERATOR: "moderator"}[role] if on else "no-role"
        async with self._database.write() as connection:
            await write_role(connection, person.id, role if on else "")
            await _note(connection, what, person)
        return person.name

    async def close(self, name: str, reason: str) -> str:
        return await self._act(name, reason, self._moderation.close)

    async def reopen(self, name: str, reason: str) -> str:
        return await self._act(name, reason, self._moderation.reopen)

    async def count_again(self, name: str, reason: str) -> str:
        return await self._act(name, reason, self._fair_play.count_again)

    async def clear(self, name: str, reason: str) -> str:
        """Restart the watch on a person's play."""
        return await self._act(name, reason, self._fair_play.clear)

    async def unrate(self, name: str, since: int, reason: str) -> str:
        """Take the games since a time out of the ratings."""
        person = await self._host.find(name)
        await self._fair_play.unrate(HOST, person.id, since, ActionReason(reason))
        return person.name

    async def _act(
        self, name: str, reason: str, act: Callable[[Moderator, PersonId, ActionReason], Awaitable[None]]
    ) -> str:
        person = await self._host.find(name)
        await act(HOST, person.id, ActionReason(reason))
        return person.name

    async def add_word(self, word: str) -> str:
        """A star before the word bars it inside longer words too."""
        return await self.words.add(HOST, word.removeprefix("*"), inside=word.startswith("*"))

    async def remove_word(self, word: str) -> str:
        return await self.words.remove(HOST, word.removeprefix("*"))

    async def audit(self, at_once: int) -> AsyncIterator[AuditRow]:
        """The whole audit, the latest first."""
        store, before = AuditStore(self._database), None
        while rows := await store.page(before, at_once):
            for row in rows:
                before = row.number
                yield row


def audit_line(row: AuditRow) -> str:
    when = datetime.fromtimestamp(row.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    parts = [when, row.by_name or "somebody who has left", row.what, row.name, row.detail, row.reason]
    return "  ".join(" ".join(part.split()) for part in parts if part)
