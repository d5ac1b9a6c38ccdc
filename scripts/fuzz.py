"""Hostile requests by the ten thousand, drawn by a seed, at real servers on both stores: `make fuzz`.

Nothing but an answer below 500 is right, and nothing may be logged as an error. What fails is made shorter as long as
it fails, and printed. What is sent stands in scripts/hostile.py.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from rich.progress import Progress

from scripts.hostile import Enemy, Guise, Hostile, Known
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor
from tests.web.postgres_server import PostgresServer
from tests.web.scale.addresses import templates
from tests.web.scale.world import addresses_of, days
from tests.web.server import Server, running

AT_ONCE = 8
SECONDS = 60.0
"""After which a request counts as not answered."""
MOST_SHOWN = 20


@dataclass
class Account:
    """What came of the requests."""

    statuses: Counter[int] = field(default_factory=Counter)
    not_ready: int = 0
    """How often the server said at /readyz that it could not write within two seconds, as a busy machine may."""
    failed: dict[int, Hostile] = field(default_factory=dict)
    """The first request of each kind of failure, by its status and path, made short."""
    errors: list[str] = field(default_factory=list)
    """What the server logged as an error."""

    @property
    def is_clean(self) -> bool:
        """Whether every request got a clear answer."""
        return not self.errors and not any(status >= 500 for status in self.statuses)


async def ask(server: Server, request: Hostile) -> int:
    """The status with which a request is answered, by a connection of its own; 0 if it is not answered."""
    parts = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        writer.write(request.wire())
        line = await asyncio.wait_for(reader.readline(), SECONDS)
        return int(line.split()[1]) if line.startswith(b"HTTP/") else 0
    except (TimeoutError, ConnectionError):
        return 0
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def shortest(server: Server, request: Hostile) -> Hostile:
    """The same failure with as little as possible."""
    while True:
        for candidate in request.shorter():
            if await ask(server, candidate) >= 500:
                request = candidate
                break
        else:
            return request


async def attack(server: Server, enemy: Enemy, count: int, progress: Progress) -> Account:
    """Send so many requests, several at once."""
    account, task, left = Account(), progress.add_task("requests", total=count), iter(range(count))

    async def send() -> None:
        for _ in left:
            request = enemy.request()
            status = await ask(server, request)
            if status == 503 and request.path.startswith(b"/readyz"):
                account.not_ready += 1
                continue
            account.statuses[status] += 1
            kind = hash((status, request.path.split(b"/")[1:2][0], request.method))
            if status >= 500 and len(account.failed) < MOST_SHOWN and kind not in account.failed:
                account.failed[kind] = await shortest(server, request)
            progress.advance(task)

    await asyncio.gather(*(send() for _ in range(AT_ONCE)))
    logged = (json.loads(line) for line in server.lines if line.startswith("{"))
    account.errors = [line["message"] for line in logged if line["level"] == "error"]
    return account


def acquainted(server: Server, data: Path, *flags: str) -> Known:
    """What there is to be attacked: every route of the app, as a guest and as an administrator, with games of theirs."""
    app = create_app(load({"data": data / "routes"}, {}))
    with server.client() as http, server.client() as other:
        guest, admin = Visitor(http), Visitor(other)
        admin.submit("/keep", "/keep/codes", name="Admiral")
        made = [sys.executable, "-m", "shanghaien", "people", "administrator", "Admiral", "--data", str(data), *flags]
        subprocess.run(made, check=True, capture_output=True)  # noqa: S603 - our own command
        running_game, waiting = guest.create(mode="invite", seat="a", name="Ada"), guest.create(mode="invite")
        admin.join(running_game["invitation"])
        over = guest.resign(guest.create())
        examples = {name: [value] for name, value in days().items()}
        examples |= {"name": ["Admiral"], "other": ["Admiral", "Ada"], "over": [over["id"]], "number": ["1", "2"]}
        examples["game"] = [running_game["id"], waiting["id"], over["id"]]
        examples["invitation"] = examples["token"] = [waiting["invitation"]]
        for visitor in (guest, admin):
            for name, value in addresses_of(visitor, running_game["id"]).items():
                examples.setdefault(name, []).append(value)
        examples["act"] = ["mute", "unmute", "close", "reopen", "rename", "unrate", "count-again", "clear", "dismiss"]
        return Known(list(templates(app)), examples, [_guise(guest), _guise(admin)])


def _guise(visitor: Visitor) -> Guise:
    visitor.get("/")
    cookies = visitor.http.cookies
    return Guise("; ".join(f"{name}={value}" for name, value in cookies.items()), cookies["csrftoken"], visitor.token)


@contextmanager
def stores(names: list[str]) -> Iterator[dict[str, tuple[str, ...]]]:
    """The flags that let a server use each store."""
    postgres = PostgresServer() if "postgresql" in names else None
    flags = {"sqlite": (), "postgresql": ("--database", postgres.url if postgres else "")}
    try:
        yield {name: flags[name] for name in names}
    finally:
        if postgres is not None:
            postgres.close()


def fuzz(names: list[str], count: int, seed: int) -> dict[str, Account]:
    accounts = {}
    with stores(names) as chosen, Progress(transient=True) as progress:
        for name, flags in chosen.items():
            with tempfile.TemporaryDirectory() as folder, running(Path(folder), "--bot-workers", "0", *flags) as server:
                enemy = Enemy(seed, acquainted(server, Path(folder), *flags))
                accounts[name] = asyncio.run(attack(server, enemy, count, progress))
                assert server.stop() == 0, "the server did not stop cleanly"
    return accounts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=50_000, help="on each store")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    args = parser.parse_args()
    accounts = fuzz(args.stores, args.requests, args.seed)
    for name, account in accounts.items():
        print(
            name,
            dict(sorted(account.statuses.items())),
            f"errors logged: {len(account.errors)}, not ready: {account.not_ready}",
        )
        for request in account.failed.values():
            print("  ", request.wire()[:500])
        for error in sorted(set(account.errors)):
            print("  ", error)
    return 0 if all(account.is_clean for account in accounts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
