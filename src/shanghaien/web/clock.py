"""What time it is: the one clock of the server."""

import time


def now() -> int:
    """The time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000
