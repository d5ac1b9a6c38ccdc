"""The record of a table: what was played, what was not taken back, and a proof that the checker accepts."""

from pathlib import Path

import pytest

from shanghaien.fairness import Proof, commitment, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import PRESETS, Options, load, to_json, to_text
from shanghaien.web.play.records import record_of
from shanghaien.web.play.setup import Setup
from shanghaien.web.play.table import Mode, Table
from tests.web.persons import ADA
from tests.web.play.tavern import Tavern, in_tavern, request


@pytest.mark.parametrize("options", [Options(), PRESETS["everything"]])
def test_a_finished_table_gives_a_record_whose_dice_can_be_checked(tmp_path: Path, options: Options) -> None:
    async def visit(tavern: Tavern) -> None:
        setup = Setup(Mode.HOT_SEAT, options, names=("Ada", "Bo"), contribution="早安, dice")
        table = await tavern.play_out(await tavern.tables.create(setup, ADA), ADA)
        for text in (to_text(record_of(table)), to_json(record_of(table))):
            record, evidence = load(text), read_evidence(text)
            assert record.final == table.state
            assert record.tags["Player-A"] == "Ada"
            proof = Proof.from_tags(record.tags)
            assert proof == table.proof
            assert proof is not None
            assert verify(proof, evidence.options, evidence.outcomes).ok

    in_tavern(tmp_path, visit)


def test_a_choice_taken_back_is_not_in_the_record_and_the_dice_still_check(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        table = await _with_something_taken_back(tavern, table)
        table = await tavern.play_out(table, ADA, seed=3)
        evidence = read_evidence(to_json(record_of(table)))
        assert any(entry.undone for entry in table.log)
        assert record_of(table).final == table.state
        assert verify(table.proof, evidence.options, evidence.outcomes).ok

    in_tavern(tmp_path, visit)


async def _with_something_taken_back(tavern: Tavern, table: Table) -> Table:
    for seed in range(200):
        table = await tavern.play_out(table, ADA, seed=seed, until=1)
        if table.undo is not None:
            return await tavern.tables.undo(request(table, ADA))
    raise AssertionError("nothing could be taken back")


def test_the_record_of_a_resigned_game_names_who_gave_up_and_opens_the_seed(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        table = await tavern.tables.resign(request(table, ADA))
        record = load(to_text(record_of(table)))
        assert record.resigned == (table.result.resigned if table.result else None)
        assert "Seed" in record.tags

    in_tavern(tmp_path, visit)


def test_what_is_public_during_a_game_holds_no_seed_and_gives_no_roll(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options(), contribution="mine"), ADA)
        table = await tavern.play_out(table, ADA, until=20)
        public = record_of(table).tags
        assert "Seed" not in public
        guesses = [public["Commitment"], *(value for name, value in public.items() if name.startswith("Seal-"))]
        guesses += [value.removeprefix("program:") for value in public.values() if value.startswith("program:")]
        assert len(guesses) == 4
        for guess in guesses:
            assert commitment(bytes.fromhex(guess), table.id) != public["Commitment"]
        over = await tavern.tables.resign(request(table, ADA))
        assert over.proof.seed is not None
        assert over.proof.seed.hex() not in to_text(record_of(table)) + repr(table)

    in_tavern(tmp_path, visit)
