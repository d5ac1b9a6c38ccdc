"""What the host does about order from a shell, by names; each deed stands in the audit."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.visitor import ADMINISTRATOR, MODERATOR
from shanghaien.web.moderation.actions import HOST, ActionReason, Moderation, Moderator, NotAllowed, may_keep_order
from shanghaien.web.moderation.fair_play import FairPlay, RatedResults
from shanghaien.web.moderation.store import AuditAction, AuditRow, AuditStore, add_audit_row
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.names import check_name, clean_line, normalised_name
from shanghaien.web.people.person_data import delete_person
from shanghaien.web.people.store import NameStore, PeopleStore, PersonRow, SessionStore, write_role
from shanghaien.web.people.word_list import Word, WordRow, Words, write_word
from shanghaien.web.tables.store.lists import count_games

# What the host of a site does about its people, by name, from a shell.

ANY_NUMBER = 10**6
"""A host may rename somebody as often as need be."""


class HostCommands:
    """Finds people by their name, however it is written, and does something about them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people, self._sessions = PeopleStore(database), SessionStore(database)

    async def find(self, name: str) -> PersonRow:
        """Whoever goes by this name."""
        found = await self._people.named(normalised_name(name))
        if found is None:
            raise NotFoundError("Nobody here is called %(name)s; shanghaien people lists everybody.", name=name)
        return found

    async def lines(self, at_once: int) -> AsyncIterator[str]:
        """Everybody in a line each: name, since when, games, devices, role."""
        last = ""
        while people := await self._people.page(last, at_once):
            for person in people:
                last = person.id
                yield await self._line(person)

    async def _line(self, person: PersonRow) -> str:
        since = datetime.fromtimestamp(person.created / 1000, UTC).date().isoformat()
        games = await count_games(self._database, person.id)
        devices = len(await self._sessions.of(person.id))
        return f"{person.name:<20}  since {since}  games {games:>5}  devices {devices:>2}  {person.role}".rstrip()

    async def rename(self, name: str, wanted: str) -> tuple[str, str]:
        """Call somebody by another name: the old one and the new one, as they are written."""
        person, after = await self.find(name), check_name(wanted)
        if not await NameStore(self._database).rename(person.id, after, normalised_name(after), ANY_NUMBER):
            raise await AccountNaming(self._database).taken(after)
        return person.name, after

    async def sign_out(self, name: str) -> str:
        """End all of somebody's sessions."""
        person = await self.find(name)
        await self._sessions.remove_all(person.id)
        return person.name

    async def delete(self, name: str) -> str:
        """Remove all that is known of somebody; their seats are given up by a running server."""
        person = await self.find(name)
        async with self._database.write() as connection:
            await delete_person(connection, person.id)
        return person.name


# Changing the list of words that names and texts must not have.

SHORTEST_WORD, LONGEST_WORD = 2, 40
MOST_WORDS = 1000
NOBODY = PersonId("")


class WordListEditing:
    """Adds words to the list and takes them off; each change stands in the audit."""

    def __init__(self, database: Database, readers: Sequence[Words] = ()) -> None:
        self._database, self._words, self._readers = database, Words(database), readers

    async def listed(self) -> list[Word]:
        """The list as it stands."""
        return await self._words.listed()

    async def add(self, by: Moderator, text: str, *, inside: bool) -> str:
        """Put a word on the list; `inside` if it must not stand inside a longer one either."""
        word = clean_line(text, LONGEST_WORD + 1)
        if not SHORTEST_WORD <= len(normalised_name(word)) <= LONGEST_WORD or len(word) > LONGEST_WORD or " " in word:
            raise BadRequestError(N_("Write one word of 2 to 40 letters."))
        if len(await self.listed()) >= MOST_WORDS:
            raise BadRequestError(N_("The list is full; take a word off first."))
        await self._write(by, WordRow(normalised_name(word), word, inside, listed=True), "word-add")
        return word

    async def remove(self, by: Moderator, text: str) -> str:
        """Take a word off the list."""
        key = normalised_name(text)
        found = next((word for word in await self.listed() if normalised_name(word.written) == key), None)
        if found is None:
            raise NotFoundError(N_("This word is not on the list."))
        await self._write(by, WordRow(key, found.written, found.inside, listed=False), "word-off")
        return found.written

    async def _write(self, by: Moderator, row: WordRow, what: str) -> None:
        async with self._database.write() as connection:
            if not await may_keep_order(connection, by):
                raise NotAllowed(N_("Only those who look after this site can do that."))
            await write_word(connection, row)
            detail = f"{'*' if row.inside else ''}{row.written}"
            await add_audit_row(connection, AuditAction(by.id, by.name, what, NOBODY, "", "", detail))
        for reader in self._readers:
            reader.forget()


class ModerationCommands:
    """Finds people by name and does something about them, as the host."""

    def __init__(self, database: Database, results: RatedResults) -> None:
        self._database, self._host = database, HostCommands(database)
        self._moderation, self.words = Moderation(database), WordListEditing(database)
        self._fair_play = FairPlay(results)

    async def give_role(self, name: str, role: str, *, on: bool) -> str:
        """Let somebody look after the site, or what people say and do on it; or no longer."""
        person = await self._host.find(name)
        what = {ADMINISTRATOR: "administrator", MODERATOR: "moderator"}[role] if on else "no-role"
        async with self._database.write() as connection:
            await write_role(connection, person.id, role if on else "")
            await add_audit_row(connection, AuditAction(HOST.id, HOST.name, what, person.id, person.name))
        return person.name

    async def close(self, name: str, reason: str) -> str:
        """Close somebody's account."""
        person = await self._host.find(name)
        await self._moderation.close(HOST, person.id, ActionReason(reason))
        return person.name

    async def reopen(self, name: str, reason: str) -> str:
        """Open somebody's account again."""
        person = await self._host.find(name)
        await self._moderation.reopen(HOST, person.id, ActionReason(reason))
        return person.name

    async def unrate(self, name: str, since: int, reason: str) -> str:
        """Take somebody's games out of the ratings that ended at a time or later."""
        person = await self._host.find(name)
        await self._fair_play.unrate(HOST, person.id, since, ActionReason(reason))
        return person.name

    async def count_again(self, name: str, reason: str) -> str:
        """Let somebody's games count again."""
        person = await self._host.find(name)
        await self._fair_play.count_again(HOST, person.id, ActionReason(reason))
        return person.name

    async def clear(self, name: str, reason: str) -> str:
        """Let the watch over somebody's play begin anew."""
        person = await self._host.find(name)
        await self._fair_play.clear(HOST, person.id, ActionReason(reason))
        return person.name

    async def add_word(self, word: str) -> str:
        """Put a word on the list; with a star before it, it must not stand inside a longer one either."""
        return await self.words.add(HOST, word.removeprefix("*"), inside=word.startswith("*"))

    async def remove_word(self, word: str) -> str:
        """Take a word off the list."""
        return await self.words.remove(HOST, word.removeprefix("*"))

    async def word_lines(self) -> list[str]:
        """The list of words, as they are typed."""
        return [f"{'*' if word.inside else ''}{word.written}" for word in await self.words.listed()]

    async def audit_lines(self, at_once: int) -> AsyncIterator[str]:
        """Everything that was done, the latest first."""
        store, before = AuditStore(self._database), None
        while rows := await store.page(before, at_once):
            for row in rows:
                before = row.number
                yield _line(row)


def _line(row: AuditRow) -> str:
    when = datetime.fromtimestamp(row.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    told = [when, row.by_name or "somebody who has left", row.what, row.name, row.detail, row.reason]
    return "  ".join(" ".join(part.split()) for part in told if part)
