"""One of several server processes: the process that started it sends what to serve, and it ends with that one."""

# ruff: noqa: PLC0415 - most is loaded once garbage collection is off
import gc
import json
import os
import socket
import sys
from typing import Any

from shanghaien.web.core.settings import load
from shanghaien.web.run.supervisor import READY
from shanghaien.wrong_input import WrongInput

WRONG_INPUT = 2


def main() -> int:
    gc.disable()  # until the server runs, as in `shanghaien serve`
    parent = _parent()
    order = _order(parent)
    from shanghaien.web.core import logs
    from shanghaien.web.run.server import run

    try:
        settings = load(order["given"])
        logs.set_up(settings.log_level)
        listening = [socket.socket(fileno=each) for each in order["sockets"]]
        run(settings, listening, lambda: parent.sendall(READY), parent)
    except WrongInput as error:
        sys.stderr.write(f"shanghaien: {error}\n")
        return WRONG_INPUT
    return 0


def _parent() -> socket.socket:
    """The socket to the parent, which is our standard input; what we start ourselves must not hold it."""
    parent = socket.socket(fileno=os.dup(sys.stdin.fileno()))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    return parent


def _order(parent: socket.socket) -> dict[str, Any]:
    line = b""
    while not line.endswith(b"\n"):
        part = parent.recv(65536)
        if not part:
            raise SystemExit(0)  # the parent is gone already
        line += part
    order: dict[str, Any] = json.loads(line)
    return order


if __name__ == "__main__":
    sys.exit(main())
