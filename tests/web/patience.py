"""How long anything is waited for that nobody tells of; only something broken takes so long."""

import ssl
import time
from collections.abc import Callable

PATIENCE = 600.0
"""Seconds after which something that does not answer counts as broken; a machine with twenty busy processes is slow."""


def wait_until(true: Callable[[], bool]) -> None:
    """Look again and again, until it is so."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of servers on this machine: to read all certificates for each would take longer than most tests."""
