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

# How the host has changed the list of words that names and texts must not have.


@dataclass(frozen=True, slots=True)
class WordRow:
    """A word that was added, or one of the default list that was taken off (`listed` is False)."""

    word: str
    written: str
    inside: bool
    listed: bool


async def write_word(connection: AsyncConnection, row: WordRow) -> None:
    """Keep a change of the list, instead of what was changed about this word before."""
    values = {"written": row.written, "inside": int(row.inside), "listed": int(row.listed)}
    kept = insert_into(connection, words).values({"word": row.word, **values})
    await connection.execute(kept.on_conflict_do_update(index_elements=["word"], set_=values))


class WordStore:
    """Reads the changes of the list. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def changes(self) -> list[WordRow]:
        """All of them, in the order of the words."""
        async with self._database.connect() as connection:
            found = await connection.execute(select(words).order_by(words.c.word))
            return [WordRow(word, written, bool(inside), bool(listed)) for word, written, inside, listed in found]

    async def is_called(self, person: PersonId, name: str) -> bool:
        """Whether this is the name of the person's account."""
        query = select(people.c.id).where(people.c.id == person, people.c.name == name)
        async with self._database.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def account_name(self, person: PersonId) -> str:
        """The name of the person's account; empty for guests."""
        query = select(people.c.name).where(people.c.id == person)
        async with self._database.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def names_with_roles(self) -> list[tuple[str, str]]:
        """The ids and names of those who look after the site: nobody else goes by them at a table."""
        async with self._database.connect() as connection:
            found = await connection.execute(select(people.c.id, people.c.name).where(people.c.role != ""))
            return [(row.id, row.name) for row in found]


DEFAULTS = files("shanghaien.web.people") / "bad_words.txt"
INSIDE = "*"
"""What stands before a word that must not be inside a longer one either."""
LASTS = 10.0
"""Seconds for which a process knows the list without looking into the store."""
STAFF = ("Shanghaien", "Admin", "Administrator", "Moderator")
"""Names under which nobody sits at a table: whoever did would be taken for somebody who looks after the site."""
INSTEAD = str.maketrans("3457@$!|€", "eastaslle")
"""Signs that stand for letters where somebody wants not to be found out."""
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
    """The list as the host has changed it."""
    listed = {normalised_name(word.written): word for word in defaults()}
    for row in changes:
        listed.pop(row.word, None)
        if row.listed:
            listed[row.word] = Word(row.written, row.inside)
    return WordList(listed.values())


def _spelled(text: str) -> Iterator[str]:
    """The words of a text as they are compared; letters that stand alone in a row are one word too."""
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
    """Looks after the list of a site; what was read a moment ago is known without a look at the store."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = WordStore(database), clock
        self._known: tuple[float, WordList, dict[str, PersonId]] | None = None

    async def check_text(self, text: str) -> str:
        """The word of the list that a text has; empty if it has none."""
        return (await self._look())[0].found_in(text)

    async def check_name(self, name: str) -> None:
        """BadName if nobody may have this name here."""
        if (await self._look())[0].found_in(name):
            raise BadName(N_("This name has a word in it that is not wanted here; choose another one."))

    async def seat_name(self, text: str, person: PersonId) -> str:
        """The name under which the person sits at a table; BadName if a word is in it, or somebody else is meant.

        Whoever has an account sits under its name, even if the list has changed since: a moderator gives it another.
        """
        name, (words, staff) = clean_name(text), await self._look()
        key = normalised_name(name)
        posing = key in {normalised_name(reserved) for reserved in STAFF} or staff.get(key, person) != person
        if not (posing or words.found_in(name)) or await self._store.is_called(person, name):
            return name
        if posing:
            raise BadName(N_("Nobody can have this name; choose another one."))
        raise BadName(N_("This name has a word in it that is not wanted here; choose another one."))

    async def called(self, person: PersonId, given: str) -> str:
        """What somebody goes by at a table of one seat: the name of their account, else the one that they give."""
        return await self._store.account_name(person) or given

    async def looks_after_site(self, person: PersonId) -> bool:
        """Whether somebody has a role, as was known a moment ago."""
        return person in (await self._look())[1].values()

    async def listed(self) -> list[Word]:
        """The list as it stands, by the alphabet."""
        found = changed(await self._store.changes())
        return sorted(found.words.values(), key=lambda word: word.written.casefold())

    def forget(self) -> None:
        """Look into the store again: the list has changed."""
        self._known = None

    async def _look(self) -> tuple[WordList, dict[str, PersonId]]:
        if self._known is None or self._clock() >= self._known[0]:
            staff = {normalised_name(name): PersonId(person) for person, name in await self._store.names_with_roles()}
            self._known = self._clock() + LASTS, changed(await self._store.changes()), staff
        return self._known[1:]
