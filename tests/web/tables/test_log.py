"""The log in memory is packed, and tells the same as if every entry lay there as it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien.rules import PRESETS, PlayedStep
from shanghaien.web.core.ids import RequestId
from shanghaien.web.notices.timing import news_for
from shanghaien.web.tables.log import IN_A_BLOCK, READ, EntryKind, GameLog, RequestIds, SeenEntry
from shanghaien.web.tables.model import NOBODY, DrawnGroup, DrawnGroups, Mode, Table
from shanghaien.web.tables.pages.page_stream import changes_since
from shanghaien.web.tables.pages.seen_table import Perspective
from shanghaien.web.tables.records import is_step, record_of
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, in_tavern


def whole_game(tmp_path: Path) -> Table:
    tables = list[Table]()

    async def visit(tavern: Tavern) -> None:
        setup = Setup(Mode.HOT_SEAT, PRESETS["everything"])
        tables.append(await tavern.play_out(await tavern.create(setup, ADA), ADA, seed=3))

    in_tavern(tmp_path, visit)
    return tables[0]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return whole_game(tmp_path_factory.mktemp("games"))


def test_entries_are_found_by_place_and_stretch_from_both_ends(table: Table) -> None:
    log, plain = table.log, list(table.log)
    assert len(log) == len(plain) == table.version > 3 * IN_A_BLOCK
    assert [entry.number for entry in plain] == list(range(1, table.version + 1))
    assert [log[place] for place in range(-len(plain), len(plain))] == plain + plain
    assert list(reversed(log)) == plain[::-1]
    for start in (0, 1, IN_A_BLOCK, len(plain) - 40, len(plain) - 3, -2, len(plain) + 5):
        for stop in (0, 5, len(plain) - 20, -1, len(plain) + 5):
            assert log[start:stop] == tuple(plain[start:stop])
    for place in (len(plain), -len(plain) - 1):
        with pytest.raises(IndexError):
            log[place]


def test_old_entries_tell_what_they_brought_about_as_the_last_ones_do(table: Table) -> None:
    moments: list[PlayedStep] = list(record_of(table).replay())
    assert [entry.events for entry in table.log if is_step(entry)] == [moment.events for moment in moments]
    assert not any(entry.events for entry in table.log if not is_step(entry))


@pytest.mark.parametrize("notes", [0, 10, 2 * IN_A_BLOCK, 5 * IN_A_BLOCK])
def test_a_choice_is_taken_back_however_many_notes_came_after_it(table: Table, notes: int) -> None:
    chosen = next(entry for entry in table.log[40:] if entry.kind is EntryKind.ACT and entry.events)
    log = GameLog(table.options)
    for entry in table.log[: chosen.number]:
        log = log.after(entry)
    for number in range(chosen.number + 1, chosen.number + 1 + notes):
        log = log.after(SeenEntry(number, EntryKind.ORDERS, 0, "none", 0))
    before, after = list(log), log.with_undone({chosen.number - 1})
    assert [entry.number for entry in after if entry.undone] == [chosen.number]
    assert [replace(entry, undone=False) for entry in after] == before
    events = [() if entry == chosen else entry.events for entry in before]
    assert [entry.events for entry in after] == events
    assert not any(entry.undone for entry in log), "the log before stays as it was"


def test_a_log_equals_one_of_the_same_entries_and_no_other(table: Table) -> None:
    again = GameLog(table.options)
    for entry in table.log:
        again = again.after(entry)
    assert again == table.log
    assert again == tuple(table.log)
    assert again.after(SeenEntry(len(again) + 1, again[-1].kind, 0, "", 0)) != table.log


def test_requests_are_found_by_their_whole_id_whatever_it_is() -> None:
    names = ["a", "aa", None, "a\nb", "b", "\\n", "\n", None, "\\\\", "last"]
    known = RequestIds()
    for name in names:
        known = known.after(None if name is None else RequestId(name))
    assert [known.place_of(RequestId(name)) for name in names if name] == [0, 1, 3, 4, 5, 6, 8, 9]
    assert [known.place_of(RequestId(name)) for name in ("", "as", "b\n", "\\")] == [None] * 4
    assert list(known.backwards()) == [name is not None for name in reversed(names)]


def test_groups_of_draws_come_out_as_they_went_in() -> None:
    links = [f"{number:064x}" for number in range(8)]
    groups = [
        DrawnGroup("creator-1", 1, links[0], links[1]),
        DrawnGroup(NOBODY, 0, NOBODY, links[2]),
        DrawnGroup("guest-held", 300, links[3], links[4]),
        DrawnGroup("creator-1", 2, links[5], links[6]),
    ]
    known = DrawnGroups()
    for group in groups:
        known = known.after(group)
    assert list(known) == groups
    assert known == tuple(groups)
    assert known[-1] == groups[-1]
    assert known[2:] == tuple(groups[2:])
    assert not DrawnGroups()


def test_moves_events_and_notices_of_those_who_keep_pace_read_no_old_entry(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.create(Setup(Mode.HOT_SEAT, PRESETS["everything"]), ADA)
        looks = [Perspective(frozenset({seat}), address=f"/t/{table.id}") for seat in (0, 1)]
        READ.clear()
        while not table.over:
            before, table = table, await tavern.act(table, ADA)
            for seat, look in enumerate(looks):
                assert changes_since(table, look, before.version)
                news_for(table, seat)
        assert table.version > 3 * IN_A_BLOCK
        assert not READ
        assert record_of(table).steps
        assert READ, "a record does read them"

    in_tavern(tmp_path, visit)
