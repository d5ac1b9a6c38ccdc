"""Whether an error means that the store is out of reach for now, rather than that we made a mistake."""

import errno
import sqlite3

FULL, IO, BUSY, LOCKED, READ_ONLY, CANNOT_OPEN = 13, 10, 5, 6, 8, 14
SQLITE_CODES = {FULL, IO, BUSY, LOCKED, READ_ONLY, CANNOT_OPEN}
"""What SQLite says of a full, broken or busy disk."""
POSTGRES_CLASSES = ("08", "53", "57P", "58", "25006")
"""How the codes of PostgreSQL begin that tell of lost connections, full disks, a server that stops or only reads."""
DISK = {errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT}


def store_is_gone(error: BaseException | None) -> bool:
    """Whether the store cannot be reached or cannot write, by the error or by what caused it."""
    while error is not None:
        if _tells(error):
            return True
        error = getattr(error, "orig", None) or error.__cause__
    return False


def _tells(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in SQLITE_CODES
    if isinstance(error, OSError):
        # A server that is not there has no name of a file; a file of ours that is missing is a mistake.
        return isinstance(error, ConnectionError | TimeoutError) or error.errno in DISK or error.filename is None
    code = getattr(error, "sqlstate", None)
    if isinstance(code, str):
        return code.startswith(POSTGRES_CLASSES)
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
