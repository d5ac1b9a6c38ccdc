"""What the host does about order from a shell, by names; each deed stands in the audit."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

from shanghaien.web.http.visitor import ADMINISTRATOR, MODERATOR
from shanghaien.web.people.host_desk import HostDesk
from shanghaien.web.store.audit import AuditRow, AuditStore, Deed, note_deed
from shanghaien.web.store.database import Database
from shanghaien.web.store.people import write_role

from .deeds import HOST, Why
from .fair_play import FairPlay, RatedResults
from .moderation import Moderation
from .word_desk import WordDesk


class ShellDesk:
    """Finds people by name and does something about them, as the host."""

    def __init__(self, database: Database, results: RatedResults) -> None:
        self._database, self._host = database, HostDesk(database)
        self._moderation, self.words = Moderation(database), WordDesk(database)
        self._fair_play = FairPlay(results)

    async def give_role(self, name: str, role: str, *, on: bool) -> str:
        """Let somebody look after the site, or what people say and do on it; or no longer."""
        person = await self._host.find(name)
        what = {ADMINISTRATOR: "administrator", MODERATOR: "moderator"}[role] if on else "no-role"
        async with self._database.writing() as connection:
            await write_role(connection, person.id, role if on else "")
            await note_deed(connection, Deed(HOST.id, HOST.name, what, person.id, person.name))
        return person.name

    async def close(self, name: str, reason: str) -> str:
        """Close somebody's account."""
        person = await self._host.find(name)
        await self._moderation.close(HOST, person.id, Why(reason))
        return person.name

    async def reopen(self, name: str, reason: str) -> str:
        """Open somebody's account again."""
        person = await self._host.find(name)
        await self._moderation.reopen(HOST, person.id, Why(reason))
        return person.name

    async def unrate(self, name: str, since: int, reason: str) -> str:
        """Take somebody's games out of the ratings that ended at a time or later."""
        person = await self._host.find(name)
        await self._fair_play.unrate(HOST, person.id, since, Why(reason))
        return person.name

    async def count_again(self, name: str, reason: str) -> str:
        """Let somebody's games count again."""
        person = await self._host.find(name)
        await self._fair_play.count_again(HOST, person.id, Why(reason))
        return person.name

    async def clear(self, name: str, reason: str) -> str:
        """Let the watch over somebody's play begin anew."""
        person = await self._host.find(name)
        await self._fair_play.clear(HOST, person.id, Why(reason))
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
