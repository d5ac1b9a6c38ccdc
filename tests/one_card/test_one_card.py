"""A trick card is one file: laid into the folder of the cards, it is played everywhere and nothing else changes.

The package is copied, the made-up cards of `cards/` are laid into `rules/tricks` of the copy, and the tests of `inside/`
run against it in a process of their own, so that servers and bots that are started there know the cards too.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.one_card.planted import HERE, ROOT, environment, planted

INSIDE = HERE / "inside"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the cards in it."""
    return planted(tmp_path_factory.mktemp("house"))


def run(house: Path, *files: Path) -> subprocess.CompletedProcess[str]:
    """Tests in a process that has the cards."""
    program = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(INSIDE / "pytest.ini")]
    command = [*program, *map(str, files)]
    return subprocess.run(command, env=environment(house), capture_output=True, text=True, check=False)


def test_a_card_that_is_one_file_works_in_every_room(house: Path) -> None:
    done = run(house, *sorted(INSIDE.glob("check_*.py")))
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("conformance/test_reach.py", "Tell wind, lookout, broadside in tests/conformance"),
        ("rules/test_counts.py", "test_every_option_is_on_alone_in_some_counted_position[broadside]"),
        (
            "golden/test_playthroughs.py",
            "test_every_act_of_every_trick_card_takes_effect_in_some_playthrough[broadside]",
        ),
    ],
)
def test_the_tests_fail_until_they_are_told_of_the_cards(house: Path, file: str, said: str) -> None:
    done = run(house, ROOT / "tests" / file)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout[-8000:] + done.stderr[-2000:]
    assert said in done.stdout
