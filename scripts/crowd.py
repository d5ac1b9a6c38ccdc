"""Make a database of 100,000 people and a million games, to see what a page costs in a full house.

`PYTHONPATH=. python scripts/crowd.py sqlite:////tmp/crowd.db`, or with the address of an empty PostgreSQL database,
whose tables are then unlogged: it is for trying things out, and for no real games.
"""

import argparse
import json

from rich.progress import Progress

from shanghaien.web.core.setting_checks import database_address
from tests.web.scale.crowd import Size, make_crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", help="sqlite:///FILE or postgresql://..., empty")
    parser.add_argument("--people", type=int, default=Size().people)
    parser.add_argument("--games", type=int, default=Size().games)
    given = parser.parse_args()
    with Progress(transient=True) as progress:
        bar = progress.add_task("Filling", total=1.0)
        made = make_crowd(
            database_address(given.database),
            Size(given.people, given.games),
            lambda step, share: progress.update(bar, advance=share, description=step),
        )
    figures = {"people": given.people, "games": given.games}
    print(json.dumps(figures | {"seconds": round(made.seconds, 1), "megabytes": round(made.megabytes)}))


if __name__ == "__main__":
    main()
