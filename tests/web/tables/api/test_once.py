"""What is told of a table is made once for all who are told the same, and forgotten with the table."""

import gc

from shanghaien.web.tables.api.socket_messages import news_text
from shanghaien.web.tables.api.views import MOST_READERS, OncePerTable, once_for_each
from shanghaien.web.tables.model import Table, Viewer
from tests.web.tables.pages.positions import played


def test_a_table_is_looked_at_once() -> None:
    looked: list[Table] = []

    def look(table: Table) -> int:
        looked.append(table)
        return len(looked)

    once = OncePerTable(look)
    first, second = played("roll"), played("roll")
    assert [once(first), once(first), once(second), once(first)] == [1, 1, 2, 1]
    assert [id(table) for table in looked] == [id(first), id(second)]


def test_what_was_made_is_forgotten_with_the_table() -> None:
    once = OncePerTable(lambda table: str(table.version))
    table = played("roll")
    assert once(table) == str(table.version)
    assert len(once._made) == 1
    del table
    gc.collect()
    assert once._made == {}


def test_readers_of_one_kind_share_and_only_some_kinds_are_kept() -> None:
    made: list[int] = []

    def make(table: Table, since: int) -> int:
        made.append(since)
        return since

    once = once_for_each(make)
    table = played("roll")
    kinds = list(range(MOST_READERS + 1))
    assert [once(table, since) for since in (*kinds, *kinds)] == [*kinds, *kinds]
    assert made == [*kinds, MOST_READERS]


def test_the_same_news_are_the_same_text_and_other_news_another() -> None:
    table = played("roll", "1-2")
    first, second, watcher = Viewer(frozenset({0})), Viewer(frozenset({1})), Viewer()
    assert news_text(table, second, 7) is news_text(table, watcher, 7)
    assert news_text(table, first, 7) != news_text(table, second, 7)
    assert news_text(table, second, 6) != news_text(table, second, 7)
