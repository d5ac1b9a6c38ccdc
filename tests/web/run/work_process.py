"""`shanghaien work` in a process of its own."""

import sys
from pathlib import Path

from tests.web.own_process import OwnProcess

PROGRAM = """
import sys
from shanghaien.cli.main import main
from shanghaien.web.bots import runner
from shanghaien.web.core import jobs
runner.LEASE_MS, runner.LOOK_EVERY = 1500, 0.5
jobs.LEASE_MS = 1500
sys.exit(main(sys.argv[1:]))
"""
"""Leases are short and looks frequent, so that nobody waits long for what a killed worker had claimed."""


class WorkProcess(OwnProcess):
    """A running worker."""

    def __init__(self, data: Path, *flags: str) -> None:
        super().__init__(sys.executable, "-c", PROGRAM, "work", "--data", str(data), *flags)
