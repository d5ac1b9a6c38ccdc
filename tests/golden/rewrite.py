"""Write all golden playthroughs and pages anew: ``python -m tests.golden.rewrite``. Read the difference before you commit it."""

import sys

from tests.golden.playthroughs import FOLDER, SETUPS, path, playthrough
from tests.web.golden import scenes


def main() -> None:
    """Write a file for each set-up and remove files that have none any more."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in SETUPS:
        path(name).write_text(playthrough(name), encoding="utf-8")
    sys.stdout.write(f"{len(SETUPS)} playthroughs and {scenes.write()} pages written.\n")


if __name__ == "__main__":
    main()
