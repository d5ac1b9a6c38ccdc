"""``shanghaien work``: bots and reviews for servers that share a PostgreSQL database, on any machine."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import logging

from shanghaien.wrong_input import WrongInput

from .setting_flags import add_data_flag, settings_of

log = logging.getLogger("shanghaien.work")
MOST_PROCESSES = 64


def configure(parser: argparse.ArgumentParser) -> None:
    add_data_flag(parser)
    parser.add_argument("--database", metavar="URL", help="postgresql://..., as the servers have it")
    parser.add_argument("--nats", metavar="URL", help="nats://HOST:4222, if the servers have it")
    parser.add_argument("--secret", metavar="SECRET", help="the servers' secret, if they were given one")
    parser.add_argument("--bot-workers", metavar="N", help="processes that think for bots (1)")
    parser.add_argument("--bot-pause", metavar="SECONDS", help="seconds that a bot waits before it acts (0.7)")
    parser.add_argument("--reviews", type=_processes, default=1, metavar="N", help="processes that make reviews (1)")
    parser.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning or error (info)")


def run(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    if settings.sqlite_file is not None:
        raise WrongInput("With SQLite the server does this work itself; for more workers give all of them PostgreSQL.")
    if not settings.bot_workers and not args.reviews:
        raise WrongInput("There is nothing to do: give --bot-workers or --reviews a number above 0.")
    from shanghaien.web.core import logs
    from shanghaien.web.run.worker import run as work

    logs.set_up(settings.log_level)
    work(settings, args.reviews)
    log.info("stopped")
    return 0


def _processes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:3]) <= MOST_PROCESSES):
        raise argparse.ArgumentTypeError(f"expected a number from 0 to {MOST_PROCESSES}, not {text!r}")
    return int(text)
