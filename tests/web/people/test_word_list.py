"""The list of words: however a word is written it is found, and towns and surnames are left alone."""

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.moderation.host import WordListEditing
from shanghaien.web.moderation.service import HOST
from shanghaien.web.people.names import BadName
from shanghaien.web.people.word_list import Word, WordList, Words, changed, defaults
from tests.web.core.database.databases import with_database

SOMEBODY = PersonId("somebody")


@pytest.mark.parametrize(
    "text",
    ["fuck", "FUCK", "f u c k", "F.U.C.K.", "fuuuuck", "fück", "motherfucker", "what the fuck?!", "FUСK", "ｆｕｃｋ"],
)
def test_a_word_is_found_however_it_is_written(text: str) -> None:
    assert WordList(defaults()).found_in(text)


@pytest.mark.parametrize(
    "text",
    [
        *("Scunthorpe", "Penistone", "Clitheroe", "Lightwater", "Essex", "Cockburn", "Dickens", "Hassell", "Fukuoka"),
        *("assassin", "classic", "Matsushita", "shiitake", "Bitchū", "Nazir", "Computer", "merdeka", "Kuckuck"),
        *(
            "Putenschnitzel",
            "Huren-Express?",
            "Schifahrt",
            "Cazzola",
            "Troia",
            "retard de train",
            "Насука",
            "as",
            "Moron",
        ),
    ],
)
def test_places_surnames_and_other_languages_are_left_alone(text: str) -> None:
    assert not WordList(defaults()).found_in(text)


def test_a_word_that_may_stand_inside_others_is_looked_for_as_a_whole_word() -> None:
    listed = WordList([Word("ham", inside=False), Word("spam", inside=True)])
    assert [listed.found_in(text) for text in ("ham!", "hamster", "Durham", "antispammer", "sp am")] == [
        *("ham", "", "", "spam", ""),
    ]


def test_every_default_word_is_short_and_listed_once() -> None:
    words = defaults()
    assert len({word.written for word in words}) == len(words) < 80
    assert len(changed([]).words) == len(words)


def test_the_host_adds_words_and_takes_defaults_off(database_url: str) -> None:
    async def test(database: Database) -> None:
        editing, words = WordListEditing(database), Words(database)
        await editing.add(HOST, "landlubber", inside=True)
        await editing.remove(HOST, "Bastard")
        listed = {word.written for word in await editing.listed()}
        assert "landlubber" in listed
        assert "bastard" not in listed
        with pytest.raises(BadName):
            await words.check_name("Old Landlubbers")
        await words.check_name("Bastard")
        with pytest.raises(NotFoundError):
            await editing.remove(HOST, "bastard")
        with pytest.raises(BadRequestError):
            await editing.add(HOST, "x", inside=False)

    with_database(database_url, test)


def test_a_list_that_was_read_a_moment_ago_is_not_read_again(database_url: str) -> None:
    time = [0.0]

    async def test(database: Database) -> None:
        words = Words(database, lambda: time[0])
        assert await words.check_text("landlubber") == ""
        await WordListEditing(database).add(HOST, "landlubber", inside=False)
        assert await words.check_text("landlubber") == ""
        time[0] = 11.0
        assert await words.check_text("landlubber") == "landlubber"
        assert await words.seat_name("  Ada  ", SOMEBODY) == "Ada"

    with_database(database_url, test)
