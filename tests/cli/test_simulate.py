"""`shanghaien simulate`: its figures are those of the games it plays."""

import json
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.cli.main import main
from shanghaien.cli.simulate import one_game
from shanghaien.rules import Options
from shanghaien.terminal.tally import Tally

COMMAND = ["simulate", "--games", "6", "--seed", "4", "--a", "greedy", "--everything"]


def test_the_json_counts_what_the_saved_records_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--json", "--save", str(tmp_path / "new" / "games")]) == 0
    figures = json.loads(capsys.readouterr().out)
    records = [rules.load(file.read_text()) for file in sorted((tmp_path / "new" / "games").iterdir())]
    scores = [rules.points(record.final) for record in records]
    assert figures["games"] == len(records) == 6
    assert figures["wins"] == [sum(a > b for a, b in scores), sum(b > a for a, b in scores)]
    assert figures["draws"] == sum(a == b for a, b in scores)
    assert figures["points"][1]["mean"] == pytest.approx(sum(b for _, b in scores) / 6)
    assert figures["points"][0]["max"] == max(a for a, _ in scores)
    assert records[0].tags["Player-A"] == "greedy"
    assert Options.from_dict(figures["options"]) == records[0].options


def test_turns_and_tricks_are_counted_once_each() -> None:
    options = Options(crazy_captain=True, extra_wild=True)
    moments = one_game(options, ("random", "random"), 1, 1)
    tally = Tally(options)
    tally.add(moments)
    text = rules.to_text(rules.Record(options, tuple(m.step for m in moments)))
    lines = text.split("\n\n")[1].splitlines()
    assert sum(tally.turns) == sum(line.startswith(("A ", "B ")) for line in lines)
    refused = sum(words.startswith("play") for line in lines for words in _before_objections(line))
    assert tally.tricks[0].total() + tally.tricks[1].total() == text.count(" play ") - refused


def _before_objections(line: str) -> list[str]:
    """For each objection of a turn the last thing announced before it."""
    parts = line.split(" object")[:-1]
    return [part[max(part.rfind("play"), part.rfind("place"), part.rfind("shanghai")) :] for part in parts]


def test_the_same_seed_gives_the_same_figures_and_the_table_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(COMMAND)
    main(COMMAND)
    output = capsys.readouterr().out
    assert output[: len(output) // 2] == output[len(output) // 2 :]
    for words in ("A greedy", "B random", "Turns per round", "Two sailors", "Games: 6.", "--seed 4"):
        assert words in output


def test_a_file_in_place_of_the_folder_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main([*COMMAND, "--save", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err == f"shanghaien: {tmp_path / 'file'} is a file; name a folder for the records.\n"


@pytest.mark.parametrize("games", ["0", "-3", "many", "1.5", "9" * 5000])
def test_a_wrong_number_of_games_is_refused(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", "--games", games])
    assert caught.value.code == 2
    assert "--games: expected a number from 1 on" in capsys.readouterr().err or games == "-3"
