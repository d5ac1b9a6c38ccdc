"""How failures to reach a place are counted: three of them over most of a day, and it counts as silent."""

from sqlalchemy import ColumnElement, Table, Update, case, func, update

SILENT = 3
"""Failures in a row after which nothing is sent to a place until its person wants it again."""
APART_MS = 8 * 3600 * 1000
"""Failures count only so far apart: an hour in which a service is away says nothing about a browser."""


def counted_failure(table: Table, where: ColumnElement[bool], at: int) -> Update:
    """Note that a place, a row with `failures` and `failed_since`, was not reached at that time."""
    row = table.c
    since = func.coalesce(row.failed_since, at)
    counts = at >= since + row.failures * APART_MS
    values = {"failures": row.failures + case((counts, 1), else_=0), "failed_since": since}
    return update(table).where(where).values(values)
