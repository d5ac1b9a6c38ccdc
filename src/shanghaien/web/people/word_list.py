"""Words that names and texts must not have: a short list of our own, which the host can change."""

import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.names import BadName, clean_name, normalised_name
from shanghaien.web.people.schema import people, words


@dataclass(frozen=True, slots=True)
class WordRow:
    """A word that was added, or one of the default list that was taken off (`listed` is False)."""

    word: str
    written: str
    inside: bool
    listed: bool


async def write_word(connection: AsyncConnection, row: WordRow) -> None:
    """Replaces an earlier change of the same word."""
    values = {"written": row.written, "inside": int(row.inside), "listed": int(row.listed)}
    kept = insert_into(connection, words).values({"word": row.word, **values})
    await connection.execute(kept.on_conflict_do_update(index_elements=["word"], set_=values))


DEFAULTS = files("shanghaien.web.people") / "bad_words.txt"
INSIDE = "*"
"""Marks a word that must not be inside a longer one either."""
LASTS = 10.0
"""Seconds for which the list is cached."""
STAFF = ("Shanghaien", "Admin", "Administrator", "Moderator")
"""Names that no player may have at a table: they would be taken for moderators."""
INSTEAD = str.maketrans("3457@$!|€", "eastaslle")
"""Signs that stand for letters in disguised words."""
STRETCHED = re.compile(r"(.)\1{2,}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the list as it is written; `inside` if it must not stand inside a longer one either."""

    written: str
    inside: bool


class WordList:
    """A list of words; looks at a text word by word, however it is written."""

    def __init__(self, listed: Iterable[Word]) -> None:
        self.words = {normalised_name(word.written): word for word in listed}
        self._inside = tuple(key for key, word in self.words.items() if word.inside)

    def found_in(self, text: str) -> str:
        """The first word of the list that is in a text; empty if none is."""
        for spelled in _spelled(text):
            if spelled in self.words:
                return self.words[spelled].written
            if inside := next((key for key in self._inside if key in spelled), None):
                return self.words[inside].written
        return ""


@cache
def defaults() -> tuple[Word, ...]:
    """The words that the program ships."""
    lines = [line.strip() for line in DEFAULTS.read_text(encoding="utf-8").splitlines()]
    return tuple(Word(line.lstrip(INSIDE), line.startswith(INSIDE)) for line in lines if line and line[0] != "#")


def changed(changes: Iterable[WordRow]) -> WordList:
    """The default list with the host's changes."""
    listed = {normalised_name(word.written): word for word in defaults()}
    for row in changes:
        listed.pop(row.word, None)
        if row.listed:
            listed[row.word] = Word(row.written, row.inside)
    return WordList(listed.values())


def _spelled(text: str) -> Iterator[str]:
    """Words as they are compared; a row of single letters counts as one word too."""
    plain = unicodedata.normalize("NFKC", text)
    for variant in dict.fromkeys((plain, plain.casefold().translate(INSTEAD))):
        parts = [part for part in re.split(r"[\W_]+", variant) if part]
        for part in (*parts, *_spaced_out(parts)):
            yield from dict.fromkeys(normalised_name(each) for each in (part, *_unstretched(part)))


def _spaced_out(parts: list[str]) -> Iterator[str]:
    run = ""
    for part in (*parts, "  "):
        if len(part) == 1:
            run += part
            continue
        if len(run) > 2:
            yield run
        run = ""


def _unstretched(part: str) -> tuple[str, ...]:
    if not STRETCHED.search(part):
        return ()
    return STRETCHED.sub(r"\1", part), STRETCHED.sub(r"\1\1", part)


class Words:
    """The list of a site, cached for some seconds."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._clock = database, clock
        self._known: tuple[float, WordList, dict[str, PersonId]] | None = None

    async def check_text(self, text: str) -> str:
        """The listed word in a text; empty if there is none."""
        return (await self._look())[0].found_in(text)

    async def check_name(self, name: str) -> None:
        """BadName if the name has a listed word."""
        if (await self._look())[0].found_in(name):
            raise BadName(N_("This name has a word in it that is not wanted here; choose another one."))

    async def seat_name(self, text: str, person: PersonId) -> str:
        """The name under which the person sits at a table; BadName for listed words and other people's names.

        An account sits under its own name even if the list has changed since: moderators rename it.
        """
        name, (words, staff) = clean_name(text), await self._look()
        key = normalised_name(name)
        posing = key in {normalised_name(reserved) for reserved in STAFF} or staff.get(key, person) != person
        if not (posing or words.found_in(name)) or await self._account_name(person) == name:
            return name
        if posing:
            raise BadName(N_("Nobody can have this name; choose another one."))
        raise BadName(N_("This name has a word in it that is not wanted here; choose another one."))

    async def called(self, person: PersonId, given: str) -> str:
        """The name of the account, else the given one."""
        return await self._account_name(person) or given

    async def looks_after_site(self, person: PersonId) -> bool:
        return person in (await self._look())[1].values()

    async def listed(self) -> list[Word]:
        found = changed(await self._changes())
        return sorted(found.words.values(), key=lambda word: word.written.casefold())

    def forget(self) -> None:
        """Read the list again."""
        self._known = None

    async def _look(self) -> tuple[WordList, dict[str, PersonId]]:
        if self._known is None or self._clock() >= self._known[0]:
            rows = await self._database.fetch_all(select(people.c.id, people.c.name).where(people.c.role != ""))
            staff = {normalised_name(row.name): PersonId(row.id) for row in rows}
            self._known = self._clock() + LASTS, changed(await self._changes()), staff
        return self._known[1:]

    async def _changes(self) -> list[WordRow]:
        rows = await self._database.fetch_all(select(words).order_by(words.c.word))
        return [WordRow(word, written, bool(inside), bool(listed)) for word, written, inside, listed in rows]

    async def _account_name(self, person: PersonId) -> str:
        """Empty for guests."""
        return await self._database.fetch_value(select(people.c.name).where(people.c.id == person)) or ""
