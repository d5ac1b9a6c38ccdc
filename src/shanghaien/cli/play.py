"""``shanghaien play``: a table of one's own, opened in the browser."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import logging
import sys
import threading
import webbrowser

from .setting_flags import add_data_flag, settings_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", help="the port to listen on (a free one)", default="0")
    add_data_flag(parser)
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def run(args: argparse.Namespace) -> int:
    """Serve this machine alone until Ctrl-C; if a server has the games already, open that one."""
    settings = settings_of(args, rate_limit=0)
    from shanghaien.web.run.prepare import AnotherServer
    from shanghaien.web.run.server import address_of, listen
    from shanghaien.web.run.server import run as run_server

    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
    listening = listen(settings)
    address = address_of(listening)

    def ready() -> None:
        _say(f"Shanghaien is at {address} (games are kept in {settings.data}). Stop with Ctrl-C.")
        if not args.no_browser:
            # Some browsers keep the caller waiting until they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        run_server(settings, [listening], ready)
    except AnotherServer as running:
        if not running.address:
            raise
        _say(f"Shanghaien is at {running.address} already.")
        if not args.no_browser:
            webbrowser.open(running.address)
    return 0


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
