"""A connection to PostgreSQL for one statement that is asked again and again, without the layers in between."""

from importlib import import_module
from typing import Any

from .database import CONNECT_SECONDS, STATEMENT_SECONDS, Database


class PostgresLine:
    """Opened when it is first used, and again when it was lost; one question at a time."""

    def __init__(self, database: Database, statement: str) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._text = statement
        self._connection: Any = None
        self._statement: Any = None

    async def fetch(self, *values: Any) -> list[Any]:
        """The rows that the statement gives for these values; whatever goes wrong is the driver's error."""
        if self._connection is None or self._connection.is_closed():
            await self._open()
        try:
            rows: list[Any] = await self._statement.fetch(*values)
        except TimeoutError:
            self._connection.terminate()  # whatever comes back on it now would be the answer to this
            raise
        return rows

    async def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.close()

    async def _open(self) -> None:
        limits = {"timeout": CONNECT_SECONDS, "command_timeout": STATEMENT_SECONDS}
        self._connection = await import_module("asyncpg").connect(self._address, **limits)
        self._statement = await self._connection.prepare(self._text)
