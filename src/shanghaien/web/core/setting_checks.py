"""What each setting may be; a wrong value is refused by the setting's name."""

import re
from collections.abc import Callable
from email.headerregistry import Address
from email.utils import parseaddr
from importlib.util import find_spec
from math import log2
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, hexdigits
from typing import Any
from urllib.parse import urlsplit

from shanghaien.web.core.mail_addresses import NoAddress, SmtpServer, mail_address
from shanghaien.wrong_input import WrongInput

# How hard a secret is to guess: an estimate that knows no words, only what people do when they make up one.

LEAST_BITS = 80.0
"""A million guesses a second for a million years try about as many secrets as 2 to the power of 65."""
OTHERS = 32
"""Characters on a keyboard that are neither letters nor digits."""
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")
BITS_OF_A_STEP = 1.0
"""For what repeats the character before, or stands beside it in the alphabet or on a keyboard."""
WORD = re.compile(r"[A-Za-z][a-z]{3,}|[A-Z]{4,}")
"""Four letters in a row of one case."""
MUCH_IN_WORDS, MANY_VOWELS = 0.45, 0.28
"""The part of a secret that is words, and the part of its letters that is vowels, if a person has made it up."""
BITS_OF_A_WORD, BITS_BETWEEN = 12.0, 4.0
"""An attacker has a list of some thousand words; little ones, years and exclamation marks are quickly tried."""
BETWEEN = re.compile(r"[^\W_]+|[\W_]+")


def is_weak(secret: str) -> bool:
    """Whether an attacker with time and machines would find the secret."""
    return bits(secret) < LEAST_BITS


def bits(secret: str) -> float:
    """About how many times the number of guesses doubles until the secret is among them."""
    if _reads_like_words(secret):
        words, others = set(WORD.findall(secret)), set(BETWEEN.findall(WORD.sub(" ", secret)))
        return len(words) * BITS_OF_A_WORD + len(others) * BITS_BETWEEN
    return _bits_of_characters(secret, _bits_of_one(secret))


def _reads_like_words(secret: str) -> bool:
    if not set(secret) - set(hexdigits + "-"):
        return False
    letters = [letter for letter in secret.lower() if letter in ascii_letters]
    vowels = sum(letter in "aeiouy" for letter in letters)
    in_words = sum(map(len, WORD.findall(secret)))
    return in_words > MUCH_IN_WORDS * len(secret) and vowels >= MANY_VOWELS * len(letters)


def _bits_of_one(secret: str) -> float:
    """How many bits one character has, by the kinds of characters there are and by how many of them differ."""
    kinds = [kind for kind in (ascii_lowercase, ascii_uppercase, digits) if set(kind) & set(secret)]
    size = sum(map(len, kinds)) + (OTHERS if set(secret) - set("".join(kinds)) else 0)
    if not set(secret) - set(hexdigits + "-"):
        size = min(size, 16)
    return log2(max(min(size, 2 * len(set(secret))), 1))


def _bits_of_characters(secret: str, each: float) -> float:
    """A character counts in full if it neither continues a series nor a stretch that was there before."""
    total, seen = 0.0, set[str]()
    for at, character in enumerate(secret):
        stretch = secret[max(at - 2, 0) : at + 1].lower()
        if at == 0 or not _is_beside(secret[at - 1].lower(), character.lower()):
            total += 0.0 if stretch in seen else each
        else:
            total += 0.0 if stretch in seen else BITS_OF_A_STEP
        seen.add(stretch)
    return total


def _is_beside(one: str, other: str) -> bool:
    return abs(ord(one) - ord(other)) <= 1 or any(one + other in row or other + one in row for row in ROWS)


# What the settings for letters, notices and figures may be; a wrong value is refused by the setting's name.

SHORTEST_TOKEN = 16
LOCAL = "local"
"""Who asks from this machine may read the figures."""
HOSTS = re.compile(r"\.?[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII)


def _smtp(name: str, value: Any) -> str:
    try:
        SmtpServer.read(str(value))
    except ValueError:  # the value is not repeated: it holds a password
        raise WrongInput(f"Setting {name} must look like smtp://USER:PASSWORD@mail.example:587.") from None
    return str(value)


def _mail_from(name: str, value: Any) -> str:
    shown, address = parseaddr(str(value))
    try:
        return str(Address(shown, addr_spec=mail_address(address if str(value).isprintable() else "")))
    except ValueError:
        raise WrongInput(f"Setting {name} must look like Shanghaien <table@play.example>, not {value!r}.") from None


def _push_contact(name: str, value: Any) -> str:
    text = str(value)
    parts = urlsplit(text)
    try:
        if parts.scheme == "mailto":
            return f"mailto:{mail_address(text.partition(':')[2])}"
        if parts.scheme == "https" and parts.hostname and text.isascii() and text.isprintable() and " " not in text:
            return text
    except NoAddress:
        pass
    raise WrongInput(f"Setting {name} must look like mailto:host@play.example or https://play.example, not {value!r}.")


def _push_services(name: str, value: Any) -> str:
    hosts = [host.strip().lower().removeprefix("*") for host in str(value).split(",") if host.strip()]
    if not hosts or not all(HOSTS.fullmatch(host) for host in hosts):
        raise WrongInput(f"Setting {name} must be names of hosts with commas between them, not {value!r}.")
    return ",".join(hosts)


def _metrics(name: str, value: Any) -> str:
    text = str(value)
    if text != LOCAL and not (len(text) >= SHORTEST_TOKEN and text.isascii() and text.isprintable()):
        raise WrongInput(f"Setting {name} must be {LOCAL} or a token of at least {SHORTEST_TOKEN} characters.")
    return text


def _contact(name: str, value: Any) -> str:
    try:
        return mail_address(str(value))
    except NoAddress:
        raise WrongInput(f"Setting {name} must be a mail address, such as host@play.example, not {value!r}.") from None


SENDER_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "smtp": _smtp,
    "mail_from": _mail_from,
    "contact": _contact,
    "push_contact": _push_contact,
    "push_services": _push_services,
    "metrics": _metrics,
}

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


def _outage_seconds(name: str, value: Any) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0.1 <= number <= 60:
        raise WrongInput(f"Setting {name} must be a number of seconds from 0.1 to 60, not {value!r}.")
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
    """A secret that is hard to guess; one that was checked before is taken as it is."""
    if isinstance(value, ChosenSecret):
        return value
    if is_weak(long_enough(name, str(value))):
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


def _page(name: str, value: Any) -> str:
    """A page that others may open: a whole address, or a path on this site that the proxy answers."""
    text = str(value)
    parts = urlsplit(text)
    elsewhere = parts.scheme in {"http", "https"} and parts.hostname and not parts.password
    here = not parts.scheme and not parts.netloc and text.startswith("/") and "\\" not in text
    if not (elsewhere or here) or not text.isascii() or not text.isprintable() or " " in text:
        raise WrongInput(f"Setting {name} must look like https://play.example/page or /page, not {value!r}.")
    return text


def _log_level(name: str, value: Any) -> str:
    if str(value).lower() not in LOG_LEVELS:
        raise WrongInput(f"Setting {name} must be one of {', '.join(LOG_LEVELS)}, not {value!r}.")
    return str(value).lower()


def _nats(name: str, value: Any) -> str:
    servers = [server.strip() for server in str(value).split(",")]
    if not all(urlsplit(server).scheme in {"nats", "tls"} and urlsplit(server).hostname for server in servers):
        raise WrongInput(f"Setting {name} must look like nats://127.0.0.1:4222, not {value!r}.")
    if find_spec("nats") is None:
        raise WrongInput(f"Setting {name} needs the package nats-py: pip install 'shanghaien[nats]'.")
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
        raise WrongInput(
            "Setting database needs the package asyncpg for PostgreSQL: pip install 'shanghaien[postgres]'."
        )
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
    "source_url": _page,
    "imprint_url": _page,
    "privacy_url": _page,
    "processes": _whole(1, 256),
    "process_ports": _whole(0, 65_535),
    "nats": _nats,
    "connections": _whole(2, 1000),
    "bot_workers": _whole(0, 64),
    "bot_pause": _seconds,
    "outage_seconds": _outage_seconds,
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
