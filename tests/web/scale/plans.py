"""How a database answers a statement: which tables it reads whole, and how much it reads in all."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from typing import Any, NamedTuple, Protocol

import asyncpg
from sqlalchemy.engine import make_url

from tests.web.scale.statements import Statement

LARGE = 10_000
"""Rows from which a table is large: nobody waits for all of it to be read."""
MOST_ROWS = 2_500
"""That one statement may read: some pages of a list, and whatever else is bounded."""
MOST_STEPS = 60_000
"""Of SQLite's machine, which takes from five to thirty for each row that it finds, compares and tells."""
EVERY = 100
"""How many steps are counted at once."""
SCAN = re.compile(r"^SCAN (\w+)(?! USING)")
EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


ALLOWED = {
    "AS anon_1 GROUP BY anon_1.kind, anon_1.state": "counted for the host, once a minute at most",
    "AS reviews_waiting": "counted for the host, once a minute at most",
    "'reviews_waiting'": "counted for the host, once a minute at most",
    "count(*) AS count_2": "counted for the host, once a minute at most",
    "FROM results \nWHERE results.game = games.id)) ORDER BY games.updated": "old games, gone through once in the "
    "background",
}
"""Parts of statements that may read much, and why."""
ALLOWED_PAGES = {"/account/export": "all that is known of one person, which they ask for seldom"}


class Fault(NamedTuple):
    """A statement that would take longer with more people or games, and why."""

    statement: Statement
    why: str
    plan: str

    def __str__(self) -> str:
        values = tuple(str(value)[:40] for value in self.statement.values[:8])
        return f"\n{self.statement.asked}: {self.why}\n{self.statement.text}\n{values}\n{self.plan}"


class Explainer(Protocol):
    """Looks at statements of one database."""

    def fault(self, statement: Statement) -> Fault | None:
        """What is wrong with how it is answered, if anything is."""

    def close(self) -> None:
        """Let the connection go."""


def faults(url: str, statements: Iterable[Statement]) -> Iterator[Fault]:
    """The statements that read too much."""
    explainer: Explainer = SqliteExplainer(url) if url.startswith("sqlite") else PostgresExplainer(url)
    with closing(explainer):
        for statement in statements:
            if _is_judged(statement) and (fault := explainer.fault(statement)):
                yield fault


def _is_judged(statement: Statement) -> bool:
    page = statement.asked.rpartition(" ")[2].partition("?")[0]
    allowed = page in ALLOWED_PAGES or any(part in statement.text for part in ALLOWED)
    return not allowed and statement.text.lstrip().upper().startswith(EXPLAINED)


class SqliteExplainer:
    """Counts the steps of SQLite's own machine: it does not tell how many rows it has read."""

    def __init__(self, url: str) -> None:
        self._connection = sqlite3.connect(make_url(url).database or "", isolation_level=None)
        counts = {name: f'SELECT count(*) FROM (SELECT 1 FROM "{name}" LIMIT {LARGE + 1})' for name in self._tables()}
        self._large = {name for name, query in counts.items() if self._connection.execute(query).fetchone()[0] > LARGE}

    def _tables(self) -> list[str]:
        found = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return [name for (name,) in found.fetchall()]

    def fault(self, statement: Statement) -> Fault | None:
        """Whether it reads a large table from its beginning, or does too much in all."""
        rows = self._connection.execute(f"EXPLAIN QUERY PLAN {statement.text}", statement.values).fetchall()
        plan = "\n".join(row[3] for row in rows)
        steps = self._steps(statement)
        if steps <= MOST_STEPS:
            return None
        whole = {found[1] for row in rows if (found := SCAN.match(row[3]))} & self._large
        return Fault(statement, f"reads all of {', '.join(sorted(whole))}" if whole else f"takes {steps} steps", plan)

    def _steps(self, statement: Statement) -> int:
        counted = 0

        def count() -> bool:
            nonlocal counted
            counted += EVERY
            return counted > 40 * MOST_STEPS  # enough is known

        self._connection.execute("BEGIN")
        self._connection.set_progress_handler(count, EVERY)
        with suppress(sqlite3.OperationalError, sqlite3.IntegrityError):
            self._connection.execute(statement.text, statement.values).fetchall()
        self._connection.set_progress_handler(None, 0)
        self._connection.execute("ROLLBACK")
        return counted

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()


class PostgresExplainer:
    """Lets the statements run once more and be taken back: PostgreSQL tells what it has read."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = self._do(asyncpg.connect(plain))
        rows = self._do(self._connection.fetch("SELECT relname, reltuples FROM pg_class WHERE relkind = 'r'"))
        self._large = {row[0] for row in rows if row[1] > LARGE}

    def _do(self, asked: Any) -> Any:
        return self._loop.run_until_complete(asked)

    def fault(self, statement: Statement) -> Fault | None:
        """Whether it reads a large table from its beginning, or very many rows in all."""
        plan = self._explained(statement)
        if plan is None:
            return None
        nodes = list(_nodes(plan))
        whole = {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"} & self._large
        read = sum(map(_read, nodes))
        shown = json.dumps(_short(plan), indent=1)
        if whole and read > MOST_ROWS:
            return Fault(statement, f"reads all of {', '.join(sorted(whole))}", shown)
        return Fault(statement, f"reads {read} rows", shown) if read > MOST_ROWS else None

    def _explained(self, statement: Statement) -> dict[str, Any] | None:
        async def run() -> Any:
            transaction = self._connection.transaction()
            await transaction.start()
            try:
                asked = f"EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) {statement.text}"
                return await self._connection.fetchval(asked, *statement.values)
            except asyncpg.IntegrityConstraintViolationError:
                return None  # what was added then is there now
            finally:
                await transaction.rollback()

        found = self._do(run())
        plan: dict[str, Any] | None = json.loads(found)[0]["Plan"] if found else None
        return plan

    def close(self) -> None:
        """Let the connection go."""
        self._do(self._connection.close())
        self._loop.close()


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)


def _read(node: dict[str, Any]) -> int:
    """The rows that a node has read from a table or an index."""
    if not node["Node Type"].endswith("Scan") or node["Node Type"] in {"CTE Scan", "Subquery Scan", "Function Scan"}:
        return 0
    passed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return int((node.get("Actual Rows", 0) + passed) * node.get("Actual Loops", 1))


def _short(plan: dict[str, Any]) -> dict[str, Any]:
    names = ("Node Type", "Relation Name", "Index Name", "Filter", "Index Cond", "Actual Rows", "Actual Loops")
    told = {name: plan[name] for name in names if name in plan}
    parts = [_short(part) for part in plan.get("Plans", ())]
    return told | ({"Plans": parts} if parts else {})
