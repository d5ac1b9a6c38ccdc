"""What the settings for letters, notices and figures may be; a wrong value is refused by the setting's name."""

import re
from collections.abc import Callable
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from shanghaien.wrong_input import WrongInput

from .mail_address import NoAddress, mail_address
from .smtp_server import SmtpServer

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
