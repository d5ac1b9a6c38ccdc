"""Changing the list of words that names and texts must not have."""

from collections.abc import Sequence

from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere, Unreadable
from shanghaien.web.ids import PersonId
from shanghaien.web.people.name_rules import folded
from shanghaien.web.people.names import clean_line
from shanghaien.web.people.word_list import Word, Words
from shanghaien.web.store.audit import Deed, note_deed
from shanghaien.web.store.database import Database
from shanghaien.web.store.words import WordRow, write_word

from .deeds import Keeper, NotAllowed, may_keep_order

SHORTEST_WORD, LONGEST_WORD = 2, 40
MOST_WORDS = 1000
NOBODY = PersonId("")


class WordDesk:
    """Adds words to the list and takes them off; each change stands in the audit."""

    def __init__(self, database: Database, readers: Sequence[Words] = ()) -> None:
        self._database, self._words, self._readers = database, Words(database), readers

    async def listed(self) -> list[Word]:
        """The list as it stands."""
        return await self._words.listed()

    async def add(self, by: Keeper, text: str, *, inside: bool) -> str:
        """Put a word on the list; `inside` if it must not stand inside a longer one either."""
        word = clean_line(text, LONGEST_WORD + 1)
        if not SHORTEST_WORD <= len(folded(word)) <= LONGEST_WORD or len(word) > LONGEST_WORD or " " in word:
            raise Unreadable(N_("Write one word of 2 to 40 letters."))
        if len(await self.listed()) >= MOST_WORDS:
            raise Unreadable(N_("The list is full; take a word off first."))
        await self._write(by, WordRow(folded(word), word, inside, listed=True), "word-add")
        return word

    async def remove(self, by: Keeper, text: str) -> str:
        """Take a word off the list."""
        key = folded(text)
        found = next((word for word in await self.listed() if folded(word.written) == key), None)
        if found is None:
            raise NotThere(N_("This word is not on the list."))
        await self._write(by, WordRow(key, found.written, found.inside, listed=False), "word-off")
        return found.written

    async def _write(self, by: Keeper, row: WordRow, what: str) -> None:
        async with self._database.writing() as connection:
            if not await may_keep_order(connection, by):
                raise NotAllowed(N_("Only those who look after this site can do that."))
            await write_word(connection, row)
            detail = f"{'*' if row.inside else ''}{row.written}"
            await note_deed(connection, Deed(by.id, by.name, what, NOBODY, "", "", detail))
        for reader in self._readers:
            reader.forget()
