"""The record of a table: what was played, what was not taken back, and a proof that the checker accepts."""

import re
from pathlib import Path

import pytest

from shanghaien.fairness import Proof, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import PRESETS, Options, load, to_json, to_text
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, in_tavern, request


@pytest.mark.parametrize("options", [Options(), PRESETS["everything"]])
def test_a_finished_table_gives_a_record_whose_dice_can_be_checked(tmp_path: Path, options: Options) -> None:
    async def visit(tavern: Tavern) -> None:
        setup = Setup(Mode.HOT_SEAT, options, names=("Ada", "Bo"))
        table = await tavern.play_out(await tavern.create(setup, ADA, "早安, dice"), ADA)
        for text in (to_text(record_of(table)), to_json(record_of(table))):
            record = load(text)
            assert record.final == table.state
            assert record.tags["Player-A"] == "Ada"
            assert Proof.from_tags(record.tags) == table.proof
            assert record.tags["Receipt"] == table.receipt
            assert verify(read_evidence(text), record).ok

    in_tavern(tmp_path, visit)


def test_a_choice_taken_back_is_not_in_the_record_and_the_dice_still_check(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        table = await _with_something_taken_back(tavern, table)
        table = await tavern.play_out(table, ADA, seed=3)
        text = to_json(record_of(table))
        assert any(entry.undone for entry in table.log)
        assert record_of(table).final == table.state
        assert verify(read_evidence(text), load(text)).ok

    in_tavern(tmp_path, visit)


async def _with_something_taken_back(tavern: Tavern, table: Table) -> Table:
    for seed in range(200):
        table = await tavern.play_out(table, ADA, seed=seed, until=1)
        if table.undo is not None:
            return await tavern.tables.undo(request(table, ADA))
    raise AssertionError("nothing could be taken back")


def test_the_record_of_a_resigned_game_names_who_gave_up_and_can_be_checked(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        table = await tavern.tables.resign(request(table, ADA))
        record = load(to_text(record_of(table)))
        assert record.resigned == (table.result.resigned if table.result else None)
        assert verify(read_evidence(to_text(record_of(table))), record).ok

    in_tavern(tmp_path, visit)


def test_what_is_public_during_a_game_gives_no_link_that_is_still_to_come(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.create(Setup(Mode.HOT_SEAT, Options()), ADA, "mine")
        table = await tavern.play_out(table, ADA, until=20)
        assert table.ledger is not None
        told = set(re.findall("[0-9a-f]{64}", to_text(record_of(table)) + repr(table)))
        assert table.ledger.tips["server"].link in told
        later = await tavern.play_out(table, ADA, until=10)
        assert later.ledger is not None
        opened = {link for entry in later.log[len(table.log) :] if entry.kind == "open" for link in entry.text.split()}
        assert len(opened) > 4
        assert not opened & told

    in_tavern(tmp_path, visit)


def test_a_running_game_can_be_checked_as_well(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.play_out(await tavern.create(Setup(Mode.HOT_SEAT, Options()), ADA), ADA, until=20)
        text = to_text(record_of(table))
        report = verify(read_evidence(text), load(text))
        assert report.ok
        assert len(report.draws) > 8

    in_tavern(tmp_path, visit)
