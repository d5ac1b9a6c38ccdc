"""``shanghaien play``: a table of one's own, opened in the browser."""

import argparse
import logging
import sys
import threading
import webbrowser

from shanghaien.web.server import address_of, listen
from shanghaien.web.server import run as run_server
from shanghaien.web.settings import load

from .serve import flags_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--port", help="the port to listen on (a free one)", default="0")
    parser.add_argument("--data", metavar="FOLDER", help="where games are kept (your data folder)")
    parser.add_argument("--no-browser", action="store_true", help="only say the address")


def run(args: argparse.Namespace) -> int:
    """Serve this machine alone until Ctrl-C."""
    settings = load(flags_of(args) | {"rate_limit": 0})
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
    listening = listen(settings)
    address = address_of(listening)

    def ready() -> None:
        sys.stdout.write(f"Shanghaien is at {address} (games are kept in {settings.data}). Stop with Ctrl-C.\n")
        sys.stdout.flush()
        if not args.no_browser:
            # Some browsers keep the caller waiting until they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run_server(settings, listening, ready, access_log=False)
    return 0
