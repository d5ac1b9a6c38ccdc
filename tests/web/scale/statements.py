"""Every statement that a server sends to its database, with its values, under the name of what was asked for."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event

from shanghaien.web.core.database.engine import Database
from shanghaien.web.tables.store.writers import PostgresLine, SqliteCommitter


class Statement(NamedTuple):
    """A statement, and the first values with which it was sent for somebody's question."""

    asked: str
    text: str
    values: tuple[Any, ...]


QUESTION = ContextVar("QUESTION", default="")
"""What the present request asks for; the site's own tasks, which run beside it, ask for nothing."""
FRAMING = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")
"""How statements begin that ask for nothing."""


class Recorder:
    """Keeps what is sent while it listens; `asked` says for what."""

    def __init__(self) -> None:
        self._asked = ""
        self.counts = Counter[str]()
        """How many statements were sent for each question."""
        self.kept: dict[tuple[str, str], Statement] = {}

    @property
    def asked(self) -> str:
        """What is asked for now, by requests that this thread sends."""
        return self._asked

    @asked.setter
    def asked(self, what: str) -> None:
        self._asked = what
        QUESTION.set(what)

    def keep(self, asked: str, text: str, values: Any) -> None:
        """A statement was sent."""
        self.counts[asked] += not text.startswith(FRAMING)
        self.kept.setdefault((asked.partition(" ")[0], text), Statement(asked, text, tuple(values or ())))

    @contextmanager
    def listening(self, database: Database) -> Iterator[None]:
        """Hear everything that one server sends, whichever way it goes."""
        engines = {database._readers.sync_engine, database._glancers.sync_engine, database._writers.sync_engine}
        for engine in engines:
            event.listen(engine, "before_cursor_execute", self._sent)
        with pytest.MonkeyPatch.context() as patch:
            self._overhear(patch)
            yield
        for engine in engines:
            event.remove(engine, "before_cursor_execute", self._sent)

    def _sent(self, connection: Any, cursor: Any, text: str, values: Any, context: Any, many: bool) -> None:
        self.keep(QUESTION.get(), text, values[0] if many and values else values)

    def _overhear(self, patch: pytest.MonkeyPatch) -> None:
        """Moves go to the store by ways of their own, without the layers in between."""
        fetch, open_ = PostgresLine.fetch, SqliteCommitter._open

        async def fetched(line: PostgresLine, *values: Any) -> list[Any]:
            self.keep(self.asked, line._text, values)
            return await fetch(line, *values)

        def opened(committer: SqliteCommitter) -> Any:
            connection = open_(committer)
            connection.set_trace_callback(lambda text: self.keep(self.asked, text, ()))
            return connection

        patch.setattr(PostgresLine, "fetch", fetched)
        patch.setattr(SqliteCommitter, "_open", opened)
