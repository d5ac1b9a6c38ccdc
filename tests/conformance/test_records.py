"""Every game of every set-up can be written down and read back, in both forms."""

import pytest

from shanghaien import rules
from tests.conformance.playing import MIXES, mix_name, play, some_setups


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_a_game_written_down_reads_back_and_replays_to_the_same_states(mix: dict[str, bool]) -> None:
    for seed, options in enumerate(some_setups(mix, 3, seed=12)):
        moves = [*play(options, seed)]
        record = rules.Record(options, tuple(move.done for move in moves))
        assert rules.load(rules.to_text(record)) == record
        assert rules.load(rules.to_json(record)) == record
        assert record.final == moves[-1].after
        replayed = [(moment.before, moment.step, moment.after, moment.events) for moment in record.replay()]
        assert replayed == moves
