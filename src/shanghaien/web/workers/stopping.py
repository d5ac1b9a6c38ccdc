"""Ending a pool of processes at once: what they think is lost, what is stored is not."""

from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress


def end_at_once(pool: ProcessPoolExecutor) -> None:
    """End the pool's processes, whatever they are doing; one that stands still hears no other signal."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - there is no public way to end one
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with suppress(OSError):
            process.kill()
