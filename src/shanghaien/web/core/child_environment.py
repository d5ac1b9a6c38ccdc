"""The environment of processes that run modules of ours: they find the package where this process found it."""

import os
from pathlib import Path
from site import getsitepackages, getusersitepackages

import shanghaien


def child_environment() -> dict[str, str]:
    """Our environment, with the place of the package if an interpreter does not look there by itself: an archive."""
    place = str(Path(shanghaien.__file__).absolute().parents[1])
    if place in {*getsitepackages(), getusersitepackages()}:
        return dict(os.environ)
    places = (place, os.environ.get("PYTHONPATH", ""))
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))}
