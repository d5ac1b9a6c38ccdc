"""``shanghaien serve``: tables for everybody who can reach this machine."""

import argparse
import logging
from dataclasses import fields
from typing import Any

from shanghaien.web.http import logs
from shanghaien.web.server import address_of, listen
from shanghaien.web.server import run as run_server
from shanghaien.web.settings import PREFIX, Settings, load

log = logging.getLogger("shanghaien.serve")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add one flag per setting."""
    parser.epilog = (parser.epilog or "") + f"\n\nEach flag can be set by the environment too, as {PREFIX}PORT=80."
    for setting in fields(Settings):
        default = f" ({setting.default})" if setting.default not in ("", *_no_default()) else ""
        parser.add_argument(
            "--" + setting.name.replace("_", "-"),
            metavar=setting.name.split("_")[-1].upper(),
            help=setting.metadata["help"] + default,
        )


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = load(flags_of(args))
    logs.set_up(settings.log_level)
    listening = listen(settings)
    told = {"address": address_of(listening), "data": str(settings.data), "public_url": settings.public_url}
    run_server(settings, listening, lambda: log.info("listening", extra=told), access_log=True)
    log.info("stopped")
    return 0


def flags_of(args: argparse.Namespace) -> dict[str, Any]:
    """The settings among the flags of a command."""
    known = {setting.name for setting in fields(Settings)}
    return {name: value for name, value in vars(args).items() if name in known}


def _no_default() -> tuple[Any, ...]:
    return tuple(setting.default for setting in fields(Settings) if setting.name == "data")
