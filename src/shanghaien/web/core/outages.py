"""Whether an error means that the store is out of reach for now, rather than that we made a mistake."""

import errno
import logging
import sqlite3
from collections.abc import Awaitable, Iterator

from sqlalchemy.exc import SQLAlchemyError

from shanghaien.web.core.counters import STORE_ERRORS

FULL, IO, BUSY, LOCKED, READ_ONLY, CANNOT_OPEN = 13, 10, 5, 6, 8, 14
SQLITE_CODES = {FULL, IO, BUSY, LOCKED, READ_ONLY, CANNOT_OPEN}
"""What SQLite says of a full, broken or busy disk."""
POSTGRES_CLASSES = ("08", "53", "57P", "58", "25006")
"""How the codes of PostgreSQL begin that mean lost connections, full disks, a server that stops or only reads."""
POSTGRES_FULL = "53100"
DISK = {errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT}


def store_is_gone(error: BaseException | None) -> bool:
    """Whether the store cannot be reached or cannot write, by the error or by what caused it."""
    return any(_tells(cause) for cause in _causes(error))


def disk_is_full(error: BaseException | None) -> bool:
    """Whether the store could not write for want of room on its disk, or because the disk is broken."""
    return any(_code(cause) in {FULL, IO} or _state(cause) == POSTGRES_FULL for cause in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = getattr(error, "orig", None) or error.__cause__


def _code(error: BaseException) -> int:
    """What SQLite calls it; 0 if it is no error of SQLite's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF if isinstance(error, sqlite3.Error) else 0


def _state(error: BaseException) -> str:
    """What PostgreSQL calls it."""
    code = getattr(error, "sqlstate", None)
    return code if isinstance(code, str) else ""


def _tells(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return _code(error) in SQLITE_CODES
    if isinstance(error, OSError):
        # A server that is not there has no name of a file; a file of ours that is missing is a mistake.
        return isinstance(error, ConnectionError | TimeoutError) or error.errno in DISK or error.filename is None
    if state := _state(error):
        return state.startswith(POSTGRES_CLASSES)
    return getattr(error, "connection_invalidated", False) or _of_a_lost_connection(error)


def _of_a_lost_connection(error: BaseException) -> bool:
    """The errors of the drivers' own that have no code: a closed connection, a pool in which none became free."""
    library, name = type(error).__module__.partition(".")[0], type(error).__name__
    return (library, name) in {
        ("asyncpg", "ConnectionDoesNotExistError"),
        ("asyncpg", "InterfaceError"),
        ("asyncpg", "InternalClientError"),
        ("sqlalchemy", "TimeoutError"),
    }


# Telling an outage of the database, which mends itself, from a fault of ours, whose cause must be seen.


def is_outage(error: Exception) -> bool:
    """Whether the database was out of reach, which mends itself."""
    return isinstance(error, SQLAlchemyError | OSError) or type(error).__module__.startswith("asyncpg")


async def try_to_store(log: logging.Logger, sentence: str, writing: Awaitable[object]) -> bool:
    """Store what a page can do without; False, and a line in the log, if the store cannot write now."""
    try:
        await writing
    except Exception as error:
        if not store_is_gone(error):
            raise
        note(log, sentence, error)
        return False
    return True


def reason_of(error: Exception) -> str:
    """What went wrong, in one line."""
    return (str(getattr(error, "orig", None) or error).strip() or type(error).__name__).splitlines()[0]


def note(log: logging.Logger, sentence: str, error: Exception, **about: object) -> None:
    """Log what went wrong: an outage in one line, anything else with its cause."""
    if is_outage(error):
        STORE_ERRORS.add("workers")
        log.warning(sentence, extra={"reason": reason_of(error), **about})
    else:
        log.error(sentence, exc_info=error, extra=about)
