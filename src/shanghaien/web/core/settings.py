"""What a host can set, by flags or by the environment; everything is checked before the server starts."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from shanghaien.web.core.setting_checks import checked, database_address, long_enough
from shanghaien.wrong_input import WrongInput

PREFIX = "SHANGHAIEN_"
HIGHEST_PORT = 65_535
ONE_PROCESS_FILE = "sqlite+aiosqlite:///"
"""How the address of a SQLite database begins once it has been checked."""


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
        metadata={"help": "key that signs cookies and links (default: made once, kept in --data or in PostgreSQL)"},
    )
    host: str = field(default="127.0.0.1", metadata={"help": "the address to listen on"})
    port: int = field(default=8000, metadata={"help": "the port to listen on; 0 takes a free one"})
    public_url: str = field(default="", metadata={"help": "public address, e.g. https://play.example"})
    proxies: str = field(default="127.0.0.1", metadata={"help": "trusted proxy addresses"})
    processes: int = field(default=1, metadata={"help": "server processes on this machine; several need PostgreSQL"})
    process_ports: int = field(
        default=0, metadata={"help": "the first of as many ports as processes: each listens on one more of its own"}
    )
    nats: str = field(default="", metadata={"help": "nats://HOST:4222, which joins servers; without, PostgreSQL does"})
    connections: int = field(default=8, metadata={"help": "most connections of one process to PostgreSQL"})
    bot_workers: int = field(
        default=1, metadata={"help": "processes that think for bots; 0 leaves it to `shanghaien work`"}
    )
    bot_pause: float = field(
        default=0.7, metadata={"help": "one pause of a bot in seconds: it takes about two for each step; 0 for none"}
    )
    outage_seconds: float = field(
        default=3.0, metadata={"help": "seconds without a sign of life after which clocks are given the time back"}
    )
    cache_mb: int = field(default=64, metadata={"help": "MB of memory for games in play, per process"})
    rate_limit: int = field(
        default=1200, metadata={"help": "changes a minute from one address, a fifth of it per person; 0 for no limit"}
    )
    streams: int = field(default=512, metadata={"help": "open tables and sockets from one address"})
    connections_per_address: int = field(
        default=1000, metadata={"help": "connections from one address, proxies excepted, per process"}
    )
    open_connections: int = field(default=10_000, metadata={"help": "connections from everybody, per process"})
    keep_guest_games_days: int = field(
        default=365, metadata={"help": "days without a look after which unfinished games go; 0 keeps them"}
    )
    keep_invitations_days: int = field(
        default=30, metadata={"help": "days after which unused invitations go; 0 keeps them"}
    )
    keep_reviews_days: int = field(
        default=180, metadata={"help": "days without a look after which reviews go; 0 keeps them"}
    )
    smtp: str = field(
        default="",
        repr=False,
        metadata={"help": "mail server for letters, smtp://USER:PASSWORD@HOST:587 or smtps://...; ?tls=no for a relay"},
    )
    mail_from: str = field(default="", metadata={"help": "sender of letters, e.g. Shanghaien <table@play.example>"})
    contact: str = field(
        default="", metadata={"help": "mail address of the host, to which people whose account is closed can appeal"}
    )
    source_url: str = field(
        default="", metadata={"help": "where the sources that run here can be found; linked at the foot of pages"}
    )
    imprint_url: str = field(default="", metadata={"help": "page that says who runs this site; linked likewise"})
    privacy_url: str = field(default="", metadata={"help": "page about personal data on this site; linked likewise"})
    push_contact: str = field(
        default="", metadata={"help": "mailto: or https: address for push services; without, no notices by push"}
    )
    push_services: str = field(
        default="fcm.googleapis.com,updates.push.services.mozilla.com,.push.apple.com,.notify.windows.com",
        metadata={"help": "hosts to which push notices may go; with a dot first, all below it"},
    )
    webhooks: bool = field(default=False, metadata={"help": "let people have notices sent to addresses of theirs"})
    metrics: str = field(
        default="",
        repr=False,
        metadata={"help": "local, or a token of 16 characters or more: who may read /metrics; without, nobody"},
    )
    access_log: bool = field(default=False, metadata={"help": "log every request"})
    log_level: str = field(default="info", metadata={"help": "debug, info, warning or error"})

    @property
    def https(self) -> bool:
        """Whether players come by https, so that cookies must not travel otherwise."""
        return self.public_url.startswith("https://")

    @property
    def sqlite_file(self) -> Path | None:
        """The file of a SQLite database."""
        if not self.database.startswith(ONE_PROCESS_FILE):
            return None
        return Path(self.database.removeprefix(ONE_PROCESS_FILE).partition("?")[0])


def load(
    flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None, *, create: bool = True
) -> Settings:
    """Settings from flags, else from the environment, else the defaults; WrongInput says which one is wrong.

    The folder and its secret are made if they are not there, unless the caller only reads.
    """
    given = _from_environment(os.environ if environ is None else environ)
    given |= {name: value for name, value in (flags or {}).items() if value is not None}
    values = {name: checked(name, value) for name, value in given.items()}
    if "data" not in values:
        values["data"] = _own_folder()
    settings = Settings(**values)
    database = database_address(settings.database or f"sqlite:///{settings.data / 'shanghaien.db'}")
    if settings.processes > 1 and database.startswith(ONE_PROCESS_FILE):
        raise WrongInput("Setting processes must be 1 with SQLite; for several give a PostgreSQL address as database.")
    if settings.process_ports + settings.processes - 1 > HIGHEST_PORT:
        raise WrongInput(f"Setting process_ports leaves too few ports below {HIGHEST_PORT} for all processes.")
    if settings.smtp and not (settings.mail_from and settings.public_url):
        raise WrongInput("Setting smtp needs mail_from, the sender, and public_url, where the links in letters lead.")
    if not create:
        return replace(settings, database=database)
    return replace(settings, database=database, secret=_prepared(replace(settings, database=database)))


def _own_folder() -> Path:
    """Where programs of this user keep their data; users of services need not have a home."""
    from platformdirs import user_data_path  # noqa: PLC0415 - only those who name no folder wait for it

    try:
        return user_data_path("shanghaien", appauthor=False)
    except RuntimeError:
        raise WrongInput("Setting data must name a folder for the games, since this user has no home.") from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    known = {field.name for field in fields(Settings)}
    named = {name.removeprefix(PREFIX).lower(): value for name, value in environ.items() if name.startswith(PREFIX)}
    for name in sorted(set(named) - known):
        raise WrongInput(f"There is no setting {PREFIX}{name.upper()}; there are {_names(known)}.")
    return {name: value for name, value in named.items() if value}


def _names(known: set[str]) -> str:
    return ", ".join(f"{PREFIX}{name.upper()}" for name in sorted(known))


def _prepared(settings: Settings) -> str:
    """Make the folder, and return the secret that is given or kept there."""
    try:
        # The database holds the seeds of running games: no other user of the machine may read it.
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return settings.secret or _kept_secret(settings.data / "secret", make=settings.sqlite_file is not None)
    except OSError as error:
        raise WrongInput(f"The folder {settings.data} cannot be used: {error.strerror}.") from None


def _kept_secret(file: Path, *, make: bool) -> str:
    """The secret in a file that only the host can read; an existing one is never overwritten, so links and cookies stay valid.

    Where servers share one through the database there need not be a file: the new secret is what this one proposes.
    """
    new = secrets.token_urlsafe(48)
    if not make and not file.exists():
        return new
    with suppress(FileExistsError), os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as empty:
        empty.write(new)
    return str(long_enough("secret", file.read_text().strip()))


# What the host has set up beyond the game itself, so that pages, the log and the host's own page can say what is
# not.


class ConfiguredParts(NamedTuple):
    """Which of the parts that need something from the host are there; the game works without any of them."""

    mail: bool
    push: bool
    webhooks: bool
    metrics: bool

    @property
    def missing(self) -> list[str]:
        """The names of what is off, in the order in which they are listed."""
        return [name for name, there in zip(self._fields, self, strict=True) if not there]


def set_up(settings: Settings) -> ConfiguredParts:
    """What these settings allow. Letters need a way out and a sender; push services ask for a contact."""
    return ConfiguredParts(
        mail=bool(settings.smtp and settings.mail_from),
        push=bool(settings.push_contact),
        webhooks=settings.webhooks,
        metrics=bool(settings.metrics),
    )
