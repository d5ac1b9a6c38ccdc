"""Addresses of mailboxes: what is taken for one, so that nothing else ever reaches a mail server or a header."""

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit


class NoAddress(ValueError):
    """The text is no address of a mailbox."""


def mail_address(text: str) -> str:
    """The address in the one form in which it is kept and compared; NoAddress if a mail server may not be shown it.

    Small letters throughout, since no provider of today distinguishes them; a domain in other letters becomes ASCII.
    """
    # Here, since the help of a command names the settings, also where [web] is not installed.
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415

    try:
        # Whether the domain takes mail is not looked up: a page must not wait for a name server.
        found = validate_email(text.strip(" "), check_deliverability=False, allow_smtputf8=False, strict=True)
    except EmailNotValidError:
        raise NoAddress from None
    assert found.ascii_email is not None  # no other letters are allowed before the @
    return found.ascii_email.lower()


def mailbox_of(address: str) -> str:
    """Where letters to an address end up: most providers let people add a word after a plus."""
    name, _, domain = address.partition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


# The mail server that a host names in one line, such as smtp://ada:password@mail.example:587.

Tls = Literal["whole", "after", "offered", "no"]
"""From the first byte on, after a plain greeting, after it where the server offers it, or never."""
TLS_CHOICES: dict[str, Tls] = {"yes": "after", "no": "no"}
WHOLE_PORT, USER_PORT, RELAY_PORT = 465, 587, 25


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """The SMTP server that takes letters, and the login there."""

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)
    tls: Tls = "offered"

    @classmethod
    def read(cls, text: str) -> "SmtpServer":
        """The server that such a line names; ValueError if it names none."""
        parts = urlsplit(text)
        asked = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or parts.path.strip("/") or set(asked) - {"tls"}:
            raise ValueError
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        if any(ord(sign) < 32 for sign in user + password):
            raise ValueError
        tls = _tls(parts.scheme, asked.get("tls", [""])[-1], known=bool(user))
        usual = WHOLE_PORT if tls == "whole" else USER_PORT if user else RELAY_PORT
        return cls(parts.hostname, parts.port or usual, user, password, tls)


def _tls(scheme: str, choice: str, *, known: bool) -> Tls:
    """A password goes over a line that is not secret only where the host says so."""
    if scheme == "smtps" and not choice:
        return "whole"
    if scheme == "smtps" or (choice and choice not in TLS_CHOICES):
        raise ValueError
    return TLS_CHOICES[choice] if choice else "after" if known else "offered"
