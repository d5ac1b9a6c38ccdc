"""``shanghaien serve``: tables for everybody who can reach this machine."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import logging
from dataclasses import fields

from shanghaien.web.settings import PREFIX, Settings

from .flags import flag, plain
from .settings import settings_of

log = logging.getLogger("shanghaien.serve")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add one flag per setting."""
    parser.epilog = (parser.epilog or "") + f"\n\nEach flag can be set by the environment too, as {PREFIX}PORT=80."
    for setting in fields(Settings):
        default = f" ({setting.default})" if isinstance(setting.default, int | float | str) and setting.default else ""
        said = plain(setting.metadata["help"] + default)
        if setting.type is bool:
            parser.add_argument(flag(setting.name), action="store_true", default=None, help=said)
        else:
            parser.add_argument(flag(setting.name), metavar=setting.name.split("_")[-1].upper(), help=said)


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = settings_of(args)
    from shanghaien.web.http import logs
    from shanghaien.web.server import address_of, listen
    from shanghaien.web.server import run as run_server

    logs.set_up(settings.log_level)
    listening = listen(settings)
    told = {"address": address_of(listening), "data": str(settings.data), "public_url": settings.public_url}
    run_server(settings, listening, lambda: log.info("listening", extra=told), access_log=True)
    log.info("stopped")
    return 0
