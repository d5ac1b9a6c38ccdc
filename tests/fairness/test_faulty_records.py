"""Records with a fault each: every verifier finds what the file says has to be found, and nothing else."""

import json
from typing import Any

import pytest

from tests.fairness import stranger
from tests.fairness.faulty_records import FILE, faulty_records
from tests.fairness.honest import checked, names

RECORDS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_file_is_what_its_script_writes() -> None:
    assert faulty_records() == RECORDS
    assert len(RECORDS) == 34
    assert {each["record"][0] for each in RECORDS} == {"[", "{"}


@pytest.mark.parametrize("faulty", RECORDS, ids=lambda each: each["name"])
def test_what_has_to_be_found_is_found_and_nothing_else(faulty: dict[str, Any]) -> None:
    wanted = set(faulty["finds"])
    assert wanted
    memory = json.dumps(faulty["mine"]) if faulty["mine"] else ""
    assert set(names(checked(faulty["record"], memory))) == wanted
    assert set(stranger.verify(faulty["record"], faulty["mine"])) == wanted
