"""The unit tests of the scripts: what needs no page is tested by `node --test`."""

import subprocess
from pathlib import Path

from tests.scripts.node import HERE, NODE


def test_every_unit_test_of_the_scripts_passes(tmp_path: Path) -> None:
    storage = ("--no-warnings", "--experimental-webstorage", f"--localstorage-file={tmp_path / 'storage'}")
    done = subprocess.run(
        [*NODE, *storage, "--test", *map(str, sorted(HERE.glob("*.test.js")))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pass 0" not in done.stdout
