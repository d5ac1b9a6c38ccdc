"""One server per SQLite file: two would each keep games in memory that the other changes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shanghaien.web.store.ownership import give_handle_to_owner
from shanghaien.wrong_input import WrongInput


class AnotherServer(WrongInput):
    """A running server has the file already; `address` is where it listens, if it has said so."""

    def __init__(self, file: Path, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(f"A server{where} uses {file} already; stop it first, or give this one another --data.")
        self.address = address


@contextmanager
def held(file: Path, address: str) -> Iterator[None]:
    """Keep the file to this process, which listens at the address; the lock ends with the process, however it ends."""
    lock = _open(file.with_name(file.name + ".lock"))
    try:
        if os.geteuid() == 0:
            give_handle_to_owner(lock, file)
        if not _taken(lock):
            raise AnotherServer(file, os.pread(lock, 200, 0).decode(errors="replace"))
        os.ftruncate(lock, 0)
        os.pwrite(lock, address.encode(), 0)
        yield
    finally:
        os.close(lock)


def _open(file: Path) -> int:
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise WrongInput(f"The database cannot be used: {error.strerror} ({file}).") from None


def _taken(lock: int) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415 - not everywhere

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
