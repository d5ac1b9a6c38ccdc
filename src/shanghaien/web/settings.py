"""What a host can set, by flags or by the environment; everything is checked before the server starts."""

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from shanghaien.wrong_input import WrongInput

PREFIX = "SHANGHAIEN_"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
SHORTEST_SECRET = 32
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class Settings:
    """A checked set of settings. The help texts are what `shanghaien serve --help` shows."""

    data: Path = field(metadata={"help": "folder for the database and the secret"})
    database: str = field(
        default="", metadata={"help": "sqlite:///FILE or postgresql://... (default: a SQLite file in --data)"}
    )
    secret: str = field(
        default="",
        repr=False,
        metadata={"help": "key that signs cookies and links (default: made once, kept in --data)"},
    )
    host: str = field(default="127.0.0.1", metadata={"help": "the address to listen on"})
    port: int = field(default=8000, metadata={"help": "the port to listen on; 0 takes a free one"})
    public_url: str = field(default="", metadata={"help": "public address, e.g. https://play.example"})
    proxies: str = field(default="127.0.0.1", metadata={"help": "trusted proxy addresses"})
    bot_workers: int = field(default=1, metadata={"help": "number of bot processes"})
    bot_pause: float = field(default=0.7, metadata={"help": "seconds that a bot waits before it acts"})
    cache_games: int = field(default=256, metadata={"help": "how many games are kept in memory"})
    rate_limit: int = field(default=240, metadata={"help": "changes a minute from one address; 0 for no limit"})
    log_level: str = field(default="info", metadata={"help": "debug, info, warning or error"})

    @property
    def https(self) -> bool:
        """Whether players come by https, so that cookies must not travel otherwise."""
        return self.public_url.startswith("https://")

    @property
    def sqlite_file(self) -> Path | None:
        """The file of a SQLite database."""
        url = make_url(self.database)
        return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def load(
    flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None, *, create: bool = True
) -> Settings:
    """Settings from flags, else from the environment, else the defaults; WrongInput says which one is wrong.

    The folder and its secret are made if they are not there, unless somebody only wants to read.
    """
    given = _from_environment(os.environ if environ is None else environ)
    given |= {name: value for name, value in (flags or {}).items() if value is not None}
    values = {name: _checked(name, value) for name, value in given.items()}
    settings = Settings(**({"data": user_data_path("shanghaien", appauthor=False)} | values))
    database = _database(settings.database or f"sqlite:///{settings.data / 'shanghaien.db'}")
    if not create:
        return replace(settings, database=database)
    return replace(settings, database=database, secret=_prepared(settings))


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    known = {field.name for field in fields(Settings)}
    named = {name.removeprefix(PREFIX).lower(): value for name, value in environ.items() if name.startswith(PREFIX)}
    for name in sorted(set(named) - known):
        raise WrongInput(f"There is no setting {PREFIX}{name.upper()}; there are {_names(known)}.")
    return {name: value for name, value in named.items() if value}


def _names(known: set[str]) -> str:
    return ", ".join(f"{PREFIX}{name.upper()}" for name in sorted(known))


def _checked(name: str, value: Any) -> Any:
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
    folder = Path(value).expanduser()
    if folder.exists() and not folder.is_dir():
        raise WrongInput(f"Setting {name} must be a folder, but {folder} is a file.")
    return folder


def _host(name: str, value: Any) -> str:
    if not str(value).strip():  # an empty address would listen to the whole world
        raise WrongInput(f"Setting {name} must be an address to listen on, such as 127.0.0.1.")
    return str(value)


def _secret(name: str, value: Any) -> str:
    if len(str(value)) < SHORTEST_SECRET:
        raise WrongInput(f"Setting {name} must have at least {SHORTEST_SECRET} characters.")
    return str(value)


def _public_url(name: str, value: Any) -> str:
    parts = urlsplit(str(value))
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/"):
        raise WrongInput(f"Setting {name} must look like https://play.example, not {value!r}.")
    return f"{parts.scheme}://{parts.netloc}"


def _log_level(name: str, value: Any) -> str:
    if str(value).lower() not in LOG_LEVELS:
        raise WrongInput(f"Setting {name} must be one of {', '.join(LOG_LEVELS)}, not {value!r}.")
    return str(value).lower()


def _database(value: str) -> str:
    try:
        url: URL = make_url(value)
        driver = DRIVERS[url.get_backend_name()]
    except (ArgumentError, KeyError):
        raise WrongInput("Setting database must begin with sqlite:/// or postgresql://.") from None
    if url.get_backend_name() == "sqlite" and not url.database:
        raise WrongInput("Setting database must name a file, as sqlite:///games.db.")
    return url.set(drivername=driver).render_as_string(hide_password=False)


def _prepared(settings: Settings) -> str:
    """Make the folder, and return the secret that is given or kept there."""
    try:
        # The database holds the seeds of running games: nobody else on the machine may read it.
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return settings.secret or _kept_secret(settings.data / "secret")
    except OSError as error:
        raise WrongInput(f"The folder {settings.data} cannot be used: {error.strerror}.") from None


def _kept_secret(file: Path) -> str:
    """The secret in a file that only the host can read; an existing one is never overwritten, so links and cookies stay valid."""
    with (
        suppress(FileExistsError),
        os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new,
    ):
        new.write(secrets.token_urlsafe(48))
    return _secret("secret", file.read_text().strip())


CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "data": _folder,
    "secret": _secret,
    "host": _host,
    "port": _whole(0, 65535),
    "public_url": _public_url,
    "bot_workers": _whole(1, 64),
    "bot_pause": _seconds,
    "cache_games": _whole(1, 100_000),
    "rate_limit": _whole(0, 1_000_000),
    "log_level": _log_level,
}
