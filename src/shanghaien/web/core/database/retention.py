"""How long rows are kept: each feature says it in its schema, and the clean-up goes by it."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Table

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.features import declared

DAY_MS = 24 * 3600 * 1000
GOES_WITH_GAME = {"goes with game": True}
"""The `info` of a table whose rows go with the game that their column `game` names."""


def kept_for(ms: int) -> dict[str, int]:
    """The `info` of a column with a time: so long after it the row is removed; never where there is none."""
    return {"kept for": ms}


def all_tables() -> list[Table]:
    """Every table of the database, whatever this process has imported so far."""
    list(declared("schema"))
    return metadata.sorted_tables


def tables_of_games() -> list[Table]:
    """The tables of features whose rows go with their game."""
    return [table for table in all_tables() if table.info == GOES_WITH_GAME]


def limited_columns() -> Iterator[tuple[Column[Any], int]]:
    """The columns after whose time a row is kept for so many milliseconds."""
    for table in all_tables():
        for column in table.columns:
            if "kept for" in column.info:
                yield column, column.info["kept for"]
