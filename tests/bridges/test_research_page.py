"""What docs/research.md shows really runs, and its table of the observation is that of the code."""

import re
from pathlib import Path
from typing import Any

from shanghaien.bridges.observation import FULL

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
EXAMPLE = (ROOT / "examples" / "train.py").read_text(encoding="utf-8")


def run(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "example"}
    exec(source, names)  # noqa: S102  # our own page
    return names


def test_the_ten_lines_learn_to_beat_random_play() -> None:
    learnt = run(BLOCKS[0].replace("512, 2000", "512, 400"))
    assert run(EXAMPLE)["win_rate"]((learnt["first"], learnt["second"]), games=400) > 0.65


def test_the_ten_lines_are_those_of_the_example() -> None:
    lines = [line.strip() for line in BLOCKS[0].strip().split("\n\n")[-1].splitlines()]
    assert len(lines) == 10
    example = [line.strip() for line in EXAMPLE.splitlines()]
    start = example.index(lines[0])
    assert example[start : start + len(lines)] == lines


def test_the_other_snippets_run() -> None:
    assert run(BLOCKS[1])["over"] is False
    assert sorted(run(BLOCKS[2])["rewards"].values()) in ([-1, 1], [0, 0])
    assert run(BLOCKS[3])["state"].position.phase == "deal"
    last = run("".join(BLOCKS[3:6]))
    assert last["state"].position.phase == "turn"
    assert set(last["results"]) == {-1, 0, 1}


def test_the_table_tells_where_every_block_lies() -> None:
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? \| `(.*?)` \| .* \| (\d+) \|$", PAGE, flags=re.MULTILINE)
    told = {name: (int(first), int(last or first) + 1, int(scale)) for first, last, name, scale in rows}
    parts = {block.name: (FULL.slices[block.name], block.scale) for block in FULL.blocks}
    assert told == {name: (part.start, part.stop, scale) for name, (part, scale) in parts.items()}
