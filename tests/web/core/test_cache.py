"""What was made once is remembered, for each language, as long as there is room."""

from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext, language_context
from shanghaien.web.site.templates import PARTS, part


def test_what_is_remembered_is_not_made_again() -> None:
    memory: LanguageCache[list[int]] = LanguageCache(10)
    first = memory.recall("key", list)
    assert memory.recall("key", list) is first
    assert memory.recall("other", list) is not first
    assert (memory.made, memory.recalled) == (2, 1)


def test_each_language_has_its_own() -> None:
    memory: LanguageCache[str] = LanguageCache(10)
    assert memory.recall("rules", lambda: gettext("Rules")) == "Rules"
    with language_context("fr"):
        assert memory.recall("rules", lambda: gettext("Rules")) == "Règles"
        assert memory.known("rules") == "Règles"
    assert memory.known("rules") == "Rules"


def test_what_was_not_asked_for_lately_is_forgotten_when_room_is_short() -> None:
    memory: LanguageCache[str] = LanguageCache(12, len)
    for key in "abcd":
        memory.keep(key, key * 3)
    assert memory.recall("a", lambda: "made again") == "aaa"
    memory.keep("e", "eee")
    for key in "fgh":
        memory.keep(key, key * 3)
        assert memory.recall("a", lambda: "made again") == "aaa"
        assert memory.held <= 12
    assert memory.known("b") is None


def test_what_is_larger_than_the_room_is_not_kept() -> None:
    memory: LanguageCache[str] = LanguageCache(12, len)
    assert memory.recall("key", lambda: "thirteen signs") == "thirteen signs"
    assert memory.known("key") is None


def test_what_was_kept_first_stays() -> None:
    memory: LanguageCache[str] = LanguageCache(10)
    memory.keep("key", "first")
    memory.keep("key", "second")
    assert memory.known("key") == "first"
    assert memory.held == 1


def test_a_part_is_made_once_and_what_stands_in_it_is_text() -> None:
    made = PARTS.made
    first = part("tables/parts/table_menu.html", "table_menu", "<g>", "/t/g", "", True)
    assert part("tables/parts/table_menu.html", "table_menu", "<g>", "/t/g", "", True) is first
    assert PARTS.made == made + 1
    assert "&lt;g&gt;" in first
    assert "\n\n" not in first
    with language_context("de"):
        assert part("tables/parts/table_menu.html", "table_menu", "<g>", "/t/g", "", True) != first
