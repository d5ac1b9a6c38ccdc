"""Scripts that import each other name the content they mean, since browsers keep every address for ever."""

import re
from pathlib import Path

import pytest

from scripts.pins import SCRIPTS, pinned, version
from shanghaien.web.site.assets import address

IMPORTING = sorted(path for path in SCRIPTS.glob("*.js") if "?v=" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", IMPORTING, ids=lambda path: path.name)
def test_a_script_names_the_present_content_of_those_it_imports(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert pinned(path) == text, "run `PYTHONPATH=. python scripts/pins.py`"


def test_the_version_is_that_of_the_addresses_in_pages() -> None:
    for path in IMPORTING:
        assert address(f"js/{path.name}").endswith(f"?v={version(path)}")


def test_the_page_that_checks_reaches_every_part_of_the_verifier() -> None:
    reached, waiting = set[str](), ["check-dice.js"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        found = re.findall(r'from "\./([\w-]+\.js)\?v=', (SCRIPTS / name).read_text(encoding="utf-8"))
        waiting += [each for each in found if each not in reached]
    assert reached >= {"fair2.js", "fair2-memory.js", "fair2-receipts.js", "chains.js", "sha256.js"}
