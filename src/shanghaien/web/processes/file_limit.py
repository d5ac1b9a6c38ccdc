"""How many files and connections the system lets a process have open: as many as it may, and a word if they are few."""

import logging
import sys

log = logging.getLogger("shanghaien.serve")

FOR_OURSELVES = 128
"""Files that are open besides connections: databases, logs, workers, modules being loaded."""
LEAST = 64
"""Connections without which a server is of no use."""
ENOUGH = 65_536
"""More are not asked for, even where there is no limit."""


def connections_allowed(wanted: int) -> int:
    """Raise the limit of this process as far as it may, and say how many connections there is room for."""
    limit = _raised(wanted + FOR_OURSELVES)
    allowed = min(wanted, max(limit - FOR_OURSELVES, LEAST))
    if allowed < wanted:
        log.warning(
            "the system allows few open files, so that fewer can be connected; raise it (LimitNOFILE, ulimit -n)",
            extra={"files": limit, "connections": allowed, "wanted": wanted},
        )
    return allowed


def _raised(wanted: int) -> int:
    if sys.platform == "win32":
        return ENOUGH
    import resource  # noqa: PLC0415 - not everywhere

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    goal = max(wanted, ENOUGH) if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(goal, soft), hard))
    except (OSError, ValueError):  # some systems promise more than they give
        return soft
    return max(goal, soft)
