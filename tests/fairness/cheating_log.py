"""A small public log served over HTTP, by the addresses of docs/fairness.md alone; it can cheat in seven ways."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from shanghaien.fairness.merkle_tree import EMPTY, Entry, consistency_path, entry, head_of, inclusion_path, leaf
from shanghaien.fairness.receipts import LogHead, Receipt, ReceiptSigner

GAME = "game-7"
RESERVATION, CONTRACT = "ab" * 32, "cd" * 32
KEYS = tuple(ReceiptSigner(bytes([number] * 32)) for number in range(1, 4))


@dataclass
class ServedLog:
    """One log; whatever a cheating server would change can be set."""

    epoch: int = 1
    signer: ReceiptSigner = KEYS[0]
    entries: list[tuple[Entry, str, str]] = field(default_factory=list)
    time: int = 1_795_000_000
    earlier: "ServedLog | None" = None
    """The log before a restore, which can still be read."""
    hides: str = ""
    """A kind of entry that is not shown to whoever asks for a game."""
    refuses: bool = False
    """Whether it gives no path between two sizes."""
    signed_at: int | None = None
    """How many entries it had when its head was signed last, if it signs only once a day."""

    def add(self, kind: Entry, game: str, fixed: str) -> None:
        self.entries.append((kind, game, fixed))
        self.time += 60

    def fill(self, count: int, name: str = "other") -> None:
        for _ in range(count):
            self.add("reservation", f"{name}-{len(self.entries)}", f"{len(self.entries):064x}")

    @property
    def leaves(self) -> list[str]:
        return [leaf(entry(*each)) for each in self.entries]

    @property
    def head(self) -> LogHead:
        return self.signer.head(LogHead(len(self.entries), head_of(self.leaves), self.time))

    def receipt(self, contract: str) -> str:
        return self.signer.receipt(Receipt(GAME, RESERVATION, contract, self.head)).text

    def all_keys(self) -> list[str]:
        return [*([] if self.earlier is None else self.earlier.all_keys()), self.signer.public]

    def log(self, asked: dict[str, str]) -> "ServedLog":
        return self.earlier if self.earlier is not None and asked.get("epoch") == str(self.earlier.epoch) else self


def _key(log: ServedLog, _: dict[str, str]) -> str:
    return "".join(f"{key}\n" for key in log.all_keys())


def _head(log: ServedLog, _: dict[str, str]) -> Any:
    if log.signed_at is not None:
        return None
    head = log.head
    told = {"size": head.size, "root": head.root, "time": head.time, "signature": head.signature}
    return {"epoch": log.epoch, **told, "key": log.signer.public}


def _feed(log: ServedLog, _: dict[str, str]) -> str:
    size = len(log.entries) if log.signed_at is None else log.signed_at
    time = log.time - 60 * (len(log.entries) - size)
    head = log.signer.head(LogHead(size, head_of(log.leaves[:size]), time))
    content = f"{head.size} {head.root} {head.time} {head.signature} {log.signer.public}"
    entry = f"<id>urn:shanghaien:public-log:{log.epoch}:2026-11-18</id>"
    return f'<feed><entry>{entry}<content type="text">{content}</content></entry></feed>'


def _entries(log: ServedLog, asked: dict[str, str]) -> Any:
    """The entries of a game, in all logs."""
    earlier = [] if log.earlier is None else _entries(log.earlier, asked)
    return earlier + [
        {"epoch": log.epoch, "number": number, "kind": kind, "game": game, "hash": fixed}
        for number, (kind, game, fixed) in enumerate(log.entries)
        if game == asked["game"] and kind != log.hides
    ]


def _inclusion(log: ServedLog, asked: dict[str, str]) -> Any:
    one, size, number = log.log(asked), int(asked["size"]), int(asked["number"])
    if not number < size <= len(one.entries):
        return None
    return {"leaf": one.leaves[number], "path": inclusion_path(one.leaves[:size], number)}


def _consistency(log: ServedLog, asked: dict[str, str]) -> Any:
    one, first, second = log.log(asked), int(asked["from"]), int(asked["to"])
    if one.refuses or not first <= second <= len(one.entries):
        return None
    return {"path": consistency_path(one.leaves[:second], first)}


ANSWERS: dict[str, Callable[[ServedLog, dict[str, str]], Any]] = {
    "/dice/log/key": _key,
    "/dice/log/head": _head,
    "/dice/log/heads.atom": _feed,
    "/dice/log/entries": _entries,
    "/dice/log/inclusion": _inclusion,
    "/dice/log/consistency": _consistency,
}


class LogServer:
    """Serves the log that `shown` is at the time."""

    def __init__(self, shown: ServedLog) -> None:
        self.shown = shown
        self.address = ""


@contextmanager
def serving(shown: ServedLog) -> Iterator[LogServer]:
    server = LogServer(shown)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            told = ANSWERS[asked.path](server.shown, dict(parse_qsl(asked.query)))
            body = (told if isinstance(told, str) else json.dumps(told)).encode()
            self.send_response(404 if told is None else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.address = f"http://127.0.0.1:{http.server_port}"
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


@dataclass(frozen=True)
class Story:
    """What a server shows at two visits, which receipts were given, and what has to be found at each visit."""

    first: ServedLog
    second: ServedLog
    receipts: tuple[str, ...]
    found: frozenset[str]
    """At the second visit; the first is as it should be, unless `at_once`."""
    at_once: bool = False

    @property
    def memory(self) -> dict[str, Any]:
        """What a page remembers of the game."""
        return {"game": GAME, "who": "creator", "receipts": list(self.receipts), "key": self.first.signer.public}


def _log(after: int = 3, name: str = "other") -> tuple[ServedLog, tuple[str, ...]]:
    """A log in which a game was promised, and its receipts."""
    log = ServedLog()
    log.fill(2, name)
    log.add("reservation", GAME, RESERVATION)
    early = log.receipt("-")
    log.add("contract", GAME, CONTRACT)
    receipts = (early, log.receipt(CONTRACT))
    log.fill(after, name)
    return log, receipts


def honest() -> Story:
    (first, receipts), (second, _) = _log(), _log(8)
    return Story(first, second, receipts, frozenset())


def quiet() -> Story:
    (first, receipts), (second, _) = _log(0), _log(0)
    return Story(first, second, receipts, frozenset())


def restored(lost: int = 0) -> Story:
    """Another log begins, with another key; the copy may have fewer entries than were seen."""
    (first, receipts), (kept, _) = _log(), _log(3 - lost)
    second = ServedLog(2, KEYS[1], earlier=kept, time=kept.time + 3600)
    second.fill(2, "later")
    return Story(first, second, receipts, frozenset())


def once_a_day() -> Story:
    """The receipts are younger than the head of the first day."""
    (first, receipts), (second, _) = _log(), _log(8)
    first.signed_at, second.signed_at = 2, 9
    return Story(first, second, receipts, frozenset())


def _smaller_next_day() -> Story:
    story = once_a_day()
    story.first.signed_at, story.second.signed_at = 7, 5
    return Story(story.first, story.second, story.receipts, frozenset({"log-size"}))


def _smaller() -> Story:
    (first, receipts), (second, _) = _log(5), _log(2)
    second.time = first.time + 60
    return Story(first, second, receipts, frozenset({"log-size"}))


def _earlier() -> Story:
    (first, receipts), (second, _) = _log(), _log(5)
    second.time = first.time - 1
    return Story(first, second, receipts, frozenset({"log-time"}))


def _fork() -> Story:
    (first, receipts), (second, _) = _log(), _log()
    second.entries[-1] = ("day", "day-2026-11-17", "ef" * 32)
    return Story(first, second, receipts, frozenset({"log-fork"}))


def _hidden() -> Story:
    (first, receipts), (second, _) = _log(), _log()
    first.hides = second.hides = "contract"
    return Story(first, second, receipts, frozenset({"log-inclusion"}), at_once=True)


def _not_promised() -> Story:
    """The entry that it shows is in no log that it has signed."""
    (first, receipts), (second, _) = _log(), _log()
    for each in (first, second):
        each.entries[3] = ("contract", GAME, "ee" * 32)
    return Story(first, second, receipts, frozenset({"log-inclusion"}), at_once=True)


def _other_past() -> Story:
    (first, receipts), (second, _) = _log(), _log(6)
    second.entries[0] = ("day", "day-2026-11-17", "ef" * 32)
    return Story(first, second, receipts, frozenset({"log-consistency"}))


def _no_path() -> Story:
    (first, receipts), (second, _) = _log(), _log(6)
    second.refuses = True
    return Story(first, second, receipts, frozenset({"log-consistency"}))


def _empty() -> Story:
    (first, _), (second, _) = _log(), _log(5)
    nothing = Receipt(GAME, RESERVATION, CONTRACT, LogHead(0, EMPTY, first.time))
    return Story(first, second, (KEYS[0].receipt(nothing).text,), frozenset({"log-empty"}), at_once=True)


def _unknown_root() -> Story:
    (first, _), (second, _) = _log(), _log(5)
    made_up = Receipt(GAME, RESERVATION, CONTRACT, LogHead(4, "77" * 32, first.time - 180))
    return Story(first, second, (KEYS[0].receipt(made_up).text,), frozenset({"log-inclusion"}), at_once=True)


def _other_key() -> Story:
    (first, receipts), (second, _) = _log(), _log(5)
    second.signer = KEYS[2]
    return Story(first, second, receipts, frozenset({"log-key"}))


def _unsigned() -> Story:
    """The head is signed with another key than the published one."""
    (first, receipts), (second, _) = _log(), _log(5)
    second.signer = ReceiptSigner(bytes([9] * 32))
    second.signer.public = KEYS[0].public
    return Story(first, second, receipts, frozenset({"log-signature"}))


CHEATS: dict[str, Callable[[], Story]] = {
    "the size goes backwards": _smaller,
    "the time goes backwards": _earlier,
    "another log of the same size": _fork,
    "an entry is not shown": _hidden,
    "another entry than the promised one": _not_promised,
    "another beginning": _other_past,
    "no path to what was seen": _no_path,
    "a receipt that names an empty log": _empty,
    "a receipt that names a root of no log": _unknown_root,
    "a daily head that is smaller than the one before": _smaller_next_day,
    "an exchanged key": _other_key,
    "a head that is not signed": _unsigned,
}
HONEST: dict[str, Callable[[], Story]] = {
    "a log that grows": honest,
    "a quiet log": quiet,
    "a log that is signed once a day": once_a_day,
    "a restored server": restored,
    "a server restored from an older copy": lambda: restored(lost=2),
}
