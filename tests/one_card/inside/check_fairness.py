"""The checks of the dice with cards that nobody has told them of."""

import pytest

from shanghaien import rules
from shanghaien.fairness import verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import Options
from tests.fairness.honest import House

MIXES = [Options(second_wind=True), Options(lookout=True), rules.PRESETS["everything"]]


@pytest.mark.parametrize("options", MIXES)
@pytest.mark.parametrize("write", [rules.to_text, rules.to_json])
def test_an_honest_game_passes(options: Options, write: object) -> None:
    for seed in range(4):
        record = House(options=options, seed=seed).play().record()
        assert callable(write)
        assert verify(read_evidence(write(record)), rules.load(write(record))).ok
