"""What every process that thinks does beside its work: it shows that it is alive, and how far it has come.

The signs are shared with the process that watches: beats of the heart, steps done, and steps in all.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Any, TypeVar

Answer = TypeVar("Answer")
COURTESY = 5
"""How much a thought steps back behind the pages when both want the same core."""
BEAT_EVERY = 0.5
_signs: list[Any] = []
_working = threading.Event()


def begin(signs: Any, niceness: int) -> None:
    """Make the process end with the server, however that ends, leave Ctrl-C to it, show life, and learn to think."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _signs.append(signs)
    for task in (_end_with_parent, _beat):
        threading.Thread(target=task, daemon=True).start()
    os.nice(COURTESY + niceness)
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # must be set before NumPy is imported
    at_work(import_module, "shanghaien.ai.bots")


def ready() -> None:
    """Nothing; to be asked while the process starts."""


def at_work(work: Callable[..., Answer], *given: Any) -> Answer:
    """Do some work; the heart beats as long as it is done, and rests with it."""
    _working.set()
    try:
        return work(*given)
    finally:
        _working.clear()


def tell_steps(done: int, of: int) -> None:
    """Show how far the work has come."""
    _signs[0][1], _signs[0][2] = done, of


def _beat() -> None:
    while _working.wait():
        _signs[0][0] += 1
        time.sleep(BEAT_EVERY)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
