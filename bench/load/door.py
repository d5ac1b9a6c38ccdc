"""Floods at the door, as `bench/floods.py` makes them: what an ordinary visitor meets with meanwhile."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[1] / "floods.py"


async def floods(seconds: float) -> dict[str, Any]:
    """Each flood for so many seconds: how long the visitor waited in the middle and at most, and that they were served."""
    words = (sys.executable, str(SCRIPT), "--seconds", str(seconds))
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    try:
        output, _ = await process.communicate()
    except asyncio.CancelledError:
        process.terminate()
        raise
    assert process.returncode == 0, f"{SCRIPT.name} ended with {process.returncode}"
    return {name: _short(figures) for name, figures in json.loads(output).items()}


def _short(figures: dict[str, Any]) -> dict[str, Any]:
    served = figures["told"].get("visitor 200", 0)
    assert served, figures
    return {
        "visits": figures["visits"],
        "served": served,
        "median_ms": figures["median_ms"],
        "longest_ms": figures["longest_ms"],
    }
