"""``shanghaien serve``: tables for all who can reach this machine."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import gc
import logging
import socket
from collections.abc import Sequence
from dataclasses import Field, fields
from typing import Any

from shanghaien.web.core.settings import PREFIX, Settings

from .flags import flag, plain
from .setting_flags import given_settings, settings_of

log = logging.getLogger("shanghaien.serve")

UNITS = {"DAYS", "MB", "PORT", "SECONDS"}
VALUES = {
    "data": "FOLDER",
    "database": "URL",
    "nats": "URL",
    "smtp": "URL",
    "proxies": "ADDRESSES",
    "process_ports": "PORT",
    "bot_pause": "SECONDS",
    "mail_from": "SENDER",
    "contact": "ADDRESS",
    "push_contact": "ADDRESS",
    "push_services": "HOSTS",
    "metrics": "TOKEN",
}
"""What is given to a flag whose name does not say it."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (parser.epilog or "") + f"\n\nEach flag can be set by the environment too, as {PREFIX}PORT=80."
    for setting in fields(Settings):
        default = f" ({setting.default})" if isinstance(setting.default, int | float | str) and setting.default else ""
        said = plain(setting.metadata["help"] + default)
        if setting.type is bool:
            parser.add_argument(flag(setting.name), action="store_true", default=None, help=said)
        else:
            parser.add_argument(flag(setting.name), metavar=_value_of(setting), help=said)


def _value_of(setting: Field[Any]) -> str:
    """What help calls the value of a setting."""
    last = setting.name.split("_")[-1].upper()
    return VALUES.get(setting.name, "N" if setting.type in {int, float} and last not in UNITS else last)


def run(args: argparse.Namespace) -> int:
    gc.disable()  # until the server runs: what is loaded now stays, and collections took a fifth of the time to start
    try:
        return _run(args)
    finally:
        gc.enable()


def _run(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    from shanghaien.web.core import logs

    logs.set_up(settings.log_level)
    code = _run_one(settings) if settings.processes == 1 else _run_several(settings, given_settings(args))
    if not code:
        log.info("stopped")
    return code


def _run_one(settings: Settings) -> int:
    from shanghaien.web.run.server import listen_for_each

    (listening,) = listen_for_each(settings)
    from shanghaien.web.run.server import run as run_server

    run_server(settings, listening, lambda: _say_listening(settings, [listening]))
    return 0


def _run_several(settings: Settings, given: dict[str, Any]) -> int:
    from shanghaien.web.run.server import listen_for_each
    from shanghaien.web.run.supervisor import supervise

    sockets = listen_for_each(settings)
    return supervise(settings, given, sockets, lambda: _say_listening(settings, sockets))


def _say_listening(settings: Settings, listening: Sequence[Sequence[socket.socket]]) -> None:
    from shanghaien.web.core.settings import set_up
    from shanghaien.web.run.server import address_of, addresses_for_others

    if missing := set_up(settings).missing:
        log.info("not set up, which is no fault; see docs/hosting.md", extra={"off": missing})
    others = addresses_for_others(settings, listening[0][0])
    own = [address_of(each) for _, *more in listening for each in more]
    where = {
        "address": address_of(listening[0][0]),
        **({"others": others} if others else {}),
        **({"processes": own} if own else {}),
        "data": str(settings.data),
        "public_url": settings.public_url,
    }
    log.info("listening", extra=where)
