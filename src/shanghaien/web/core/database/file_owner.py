"""Whose a SQLite database is: what root makes beside it, or in its place, must be open to the server's user."""

import os
import pwd
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Belonging(NamedTuple):
    """Whose a file is, and who may read and write it."""

    user: int
    group: int
    mode: int


class NotTheOwner(Exception):
    """Whose the database is, and who may replace it."""


def check_owner(file: Path) -> None:
    """NotTheOwner if this user could not make a file that belongs to the owner of the database."""
    owner = belonging_of(file).user
    if os.geteuid() not in {0, owner}:
        raise NotTheOwner(f"{file} belongs to {_name(owner)}; run this as that user or as root")


def give_to_owner(made: Path, file: Path) -> None:
    """Let a new file belong to the owner of the database, and be as open as the database is."""
    # Where the folder belongs to another user, its names may be links that lead root elsewhere.
    handle = os.open(made, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        give_handle_to_owner(handle, file)
    finally:
        os.close(handle)


def give_handle_to_owner(handle: int, file: Path) -> None:
    """The same for a file that is open."""
    wanted = belonging_of(file)
    try:
        os.fchown(handle, wanted.user, wanted.group)
    except PermissionError:  # an owner who is not in the group of the database; the file is theirs all the same
        if os.geteuid() != wanted.user:
            raise
    os.fchmod(handle, wanted.mode)


def keep_from_others(files: Iterable[Path]) -> list[Path]:
    """Take from others the right to read these files, and from a group that may not write to them; of files of others none.

    Returns those that others can still read.
    """
    return [file for file in files if file.exists() and not _kept_from_others(file)]


def _kept_from_others(file: Path) -> bool:
    found = file.stat()
    group_writes = found.st_mode & stat.S_IWGRP
    wanted = found.st_mode & (0o660 if group_writes else 0o600)
    if wanted == stat.S_IMODE(found.st_mode):
        return True
    if found.st_uid == os.geteuid():
        file.chmod(wanted)
    return not stat.S_IMODE(file.stat().st_mode) & stat.S_IRWXO


def is_open_to_others(folder: Path) -> bool:
    """Whether every user of the machine can look into a folder."""
    return bool(folder.stat().st_mode & stat.S_IRWXO)


def belonging_of(file: Path) -> Belonging:
    """Whose the database is; if there is none, whose it would be: its folder's owner's.

    A database of root's in a folder of another user was left there by mistake.
    """
    folder = file.parent.stat()
    try:
        found = file.stat()
    except (FileNotFoundError, PermissionError):
        found = None
    if found is None or found.st_uid == 0 != folder.st_uid:
        # As open as the folder, but never to all users of the machine: it holds the seeds of running games.
        return Belonging(folder.st_uid, folder.st_gid, folder.st_mode & 0o660)
    return Belonging(found.st_uid, found.st_gid, found.st_mode & 0o666)


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:  # as the users that systemd makes up for services, where libnss-systemd is missing
        return f"user {user}"
