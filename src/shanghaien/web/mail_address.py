"""Addresses of mailboxes: what is taken for one, so that nothing else ever reaches a mail server or a header."""

import re

LONGEST = 254
LONGEST_NAME = 64
NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*", re.ASCII)
"""What stands before the @, without quotes or comments, which no provider of today gives anybody."""
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
LAST_LABEL = re.compile(r"[a-z][a-z0-9-]*[a-z0-9]", re.ASCII)


class NoAddress(ValueError):
    """The text is no address of a mailbox."""


def mail_address(text: str) -> str:
    """The address in the one form in which it is kept and compared; NoAddress if a mail server may not be shown it.

    Small letters throughout, since no provider of today tells them apart; a domain in other letters becomes ASCII.
    """
    name, at, domain = text.strip(" ").partition("@")
    ascii_domain = _ascii(domain)
    address = f"{name}@{ascii_domain}".lower()
    if not at or len(name) > LONGEST_NAME or len(address) > LONGEST or not NAME.fullmatch(name):
        raise NoAddress
    labels = ascii_domain.split(".")
    if len(labels) < 2 or not all(map(LABEL.fullmatch, labels)) or not LAST_LABEL.fullmatch(labels[-1]):
        raise NoAddress
    return address


def mailbox_of(address: str) -> str:
    """Where letters to an address end up: most providers let people add a word after a plus."""
    name, _, domain = address.partition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


def _ascii(domain: str) -> str:
    # What Unicode takes for a full stop must not split a name that was looked at as a whole.
    if any(sign in domain for sign in "\u3002\uff0e\uff61"):
        raise NoAddress
    try:
        return domain.lower().encode("idna").decode()
    except UnicodeError:
        raise NoAddress from None
