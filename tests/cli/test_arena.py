"""`shanghaien arena`: how sure the figures are is said in words where there is no figure."""

import pytest

from shanghaien.cli.main import main


def shown(capsys: pytest.CaptureFixture[str], pairs: int) -> list[str]:
    assert main(["arena", "greedy", "random", "--pairs", str(pairs)]) == 0
    return capsys.readouterr().out.splitlines()


def test_one_pair_says_nothing_about_how_sure_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, 1)
    assert lines[0] == "greedy against random: 1 pair of games, seed 1"
    assert lines[1].endswith(" % ± unknown (one pair)")
    assert lines[2].endswith(" ± unknown (one pair)")


def test_several_pairs_give_a_margin(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, 2)
    assert lines[0] == "greedy against random: 2 pairs of games, seed 1"
    assert lines[1].endswith(" % (95 %)")
    assert "unknown" not in lines[2]
