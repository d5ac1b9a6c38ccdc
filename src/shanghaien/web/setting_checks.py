"""What each setting may be; a wrong value is refused by the setting's name."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from shanghaien.wrong_input import WrongInput

from .guessing import guessable
from .sender_checks import SENDER_CHECKS

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
SHORTEST_SECRET = 32
MAKE_ONE = "make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
LOG_LEVELS = ("debug", "info", "warning", "error")
YES, NO = {"yes", "true", "on", "1"}, {"no", "false", "off", "0"}


class ChosenSecret(str):
    """A secret that the host gave; one that we made ourselves is a plain text."""

    __slots__ = ()


def checked(name: str, value: Any) -> Any:
    """The value in the type of its setting; WrongInput if it cannot be used."""
    return CHECKS[name](name, value) if name in CHECKS else str(value)


def _whole(least: int, most: int) -> Callable[[str, Any], int]:
    def check(name: str, value: Any) -> int:
        try:
            number = int(value)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise WrongInput(f"Setting {name} must be a whole number from {least} to {most}, not {value!r}.")
        return number

    return check


def _seconds(name: str, value: Any) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 60:
        raise WrongInput(f"Setting {name} must be a number of seconds from 0 to 60, not {value!r}.")
    return number


def _folder(name: str, value: Any) -> Path:
    if not str(value):
        raise WrongInput(f"Setting {name} must name a folder.")
    try:
        folder = Path(value).expanduser()
    except RuntimeError:
        raise WrongInput(
            f"Setting {name} must name a folder without ~, since there is no such home: {value}."
        ) from None
    if folder.exists() and not folder.is_dir():
        raise WrongInput(f"Setting {name} must be a folder, but {folder} is a file.")
    return folder


def _host(name: str, value: Any) -> str:
    if not str(value).strip():  # an empty address would listen to the whole world
        raise WrongInput(f"Setting {name} must be an address to listen on, such as 127.0.0.1.")
    return str(value)


def chosen_secret(name: str, value: Any) -> ChosenSecret:
    """A secret that nobody can guess; one that was checked before is taken as it is."""
    if isinstance(value, ChosenSecret):
        return value
    if guessable(long_enough(name, str(value))):
        raise WrongInput(f"Setting {name} must be made by a machine, since this one can be guessed; {MAKE_ONE}")
    return ChosenSecret(value)


def long_enough(name: str, value: str) -> str:
    """A secret that is not too short; one that is kept already must go on to hold, so that no more is asked of it."""
    if len(value) < SHORTEST_SECRET:
        raise WrongInput(f"Setting {name} must have at least {SHORTEST_SECRET} characters.")
    return value


def _public_url(name: str, value: Any) -> str:
    parts = urlsplit(str(value))
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/"):
        raise WrongInput(f"Setting {name} must look like https://play.example, not {value!r}.")
    return f"{parts.scheme}://{parts.netloc}"


def _log_level(name: str, value: Any) -> str:
    if str(value).lower() not in LOG_LEVELS:
        raise WrongInput(f"Setting {name} must be one of {', '.join(LOG_LEVELS)}, not {value!r}.")
    return str(value).lower()


def _nats(name: str, value: Any) -> str:
    servers = [server.strip() for server in str(value).split(",")]
    if not all(urlsplit(server).scheme in {"nats", "tls"} and urlsplit(server).hostname for server in servers):
        raise WrongInput(f"Setting {name} must look like nats://127.0.0.1:4222, not {value!r}.")
    return ",".join(servers)


def _yes_or_no(name: str, value: Any) -> bool:
    text = str(value).lower()
    if text not in YES | NO:
        raise WrongInput(f"Setting {name} must be yes or no, not {value!r}.")
    return text in YES


def database_address(value: str) -> str:
    """The address of a database with the driver that we use for it."""
    scheme, _, rest = value.partition("://")
    driver = DRIVERS.get(scheme.partition("+")[0])
    if driver is None or not _has_port(value):
        raise WrongInput("Setting database must begin with sqlite:/// or postgresql://.")
    if driver == DRIVERS["sqlite"] and not (rest.startswith("/") and rest[1:]):
        raise WrongInput("Setting database must name a file, as sqlite:///games.db.")
    if driver == DRIVERS["postgresql"] and find_spec("asyncpg") is None:
        raise WrongInput("Setting database needs the package asyncpg for PostgreSQL: install 'shanghaien[postgres]'.")
    return f"{driver}://{rest}"


def _has_port(value: str) -> bool:
    """Whether the part before the path can be read: a host, and a number as port if there is one."""
    try:
        return "://" in value and (urlsplit(value).port or 0) >= 0
    except ValueError:
        return False


CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "data": _folder,
    "secret": chosen_secret,
    "host": _host,
    "port": _whole(0, 65535),
    "public_url": _public_url,
    "processes": _whole(1, 256),
    "nats": _nats,
    "connections": _whole(2, 1000),
    "bot_workers": _whole(0, 64),
    "bot_pause": _seconds,
    "cache_mb": _whole(1, 100_000),
    "rate_limit": _whole(0, 1_000_000),
    "streams": _whole(1, 1_000_000),
    "connections_per_address": _whole(1, 1_000_000),
    "open_connections": _whole(1, 1_000_000),
    "keep_guest_games_days": _whole(0, 36_500),
    "keep_invitations_days": _whole(0, 36_500),
    "keep_reviews_days": _whole(0, 36_500),
    "access_log": _yes_or_no,
    "log_level": _log_level,
    "webhooks": _yes_or_no,
    **SENDER_CHECKS,
}
