"""Whether there is room for rounds in which every card of the expansions is foreseen."""

import logging
import os
from functools import cache
from pathlib import Path

SETTING = "SHANGHAIEN_FORESIGHT"
"""Set it to `yes` or `no` to decide yourself."""

NEEDED = 4 << 30
"""Bytes of memory from which on cards are foreseen: solving a round with every expansion takes up to two gigabytes."""

CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")

LESS = (
    "Less than %d GB of memory: with the expansions reviews and hints plan no card before it can be played. "
    "Set %s=yes to have them do so all the same."
)


@cache
def enough_memory() -> bool:
    """Whether solved rounds may take some hundred megabytes each; if not, that is logged once."""
    wish = os.environ.get(SETTING, "").lower()
    if wish in ("yes", "no"):
        return wish == "yes"
    enough = memory() >= NEEDED
    if not enough:
        logging.getLogger(__name__).warning(LESS, NEEDED >> 30, SETTING)
    return enough


def memory() -> int:
    """Bytes of memory that this process may use, as far as the system says."""
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else NEEDED
    try:
        limit = CGROUP_LIMIT.read_text().strip()
    except OSError:
        return physical
    return min(physical, int(limit)) if limit.isdigit() else physical
