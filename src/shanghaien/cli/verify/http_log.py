"""A site's public log over HTTP, and what was seen of it at the last visit, in a small file."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from shanghaien.fairness.merkle_tree import entry, leaf
from shanghaien.fairness.messages import FairnessError
from shanghaien.fairness.public_log import PlacedEntry, SeenLog, ShownHead
from shanghaien.fairness.receipts import LogHead
from shanghaien.wrong_input import WrongInput

Answer = TypeVar("Answer")
SECONDS = 10.0
MOST_BYTES = 4_000_000
REFUSED = (400, 404)
"""Answers that say that there is no such head, entry or path."""
FILE_NAME = "public-logs.json"
DAILY = re.compile(
    r"<id>urn:shanghaien:public-log:(\d{1,9}):[\d-]{10}</id>.*?"
    r"<content[^>]*>(\d{1,15}) ([0-9a-f]{64}) (\d{1,15}) ([0-9a-f]{128}) ([0-9a-f]{64})</content>",
    re.DOTALL,
)
HASH = re.compile(r"[0-9a-f]{64}")


class HttpLog:
    """Asks a site for its log; every failure to answer is one sentence."""

    def __init__(self, address: str) -> None:
        with_scheme = address if re.match(r"https?://", address) else f"https://{address}"
        self.address = with_scheme.rstrip("/")

    def keys(self) -> Sequence[str]:
        return [line for line in (self._text("key") or "").split() if HASH.fullmatch(line)]

    def head(self) -> ShownHead | None:
        values = self._json("head")
        return None if values is None else self._read(lambda: _head(values))

    def daily(self) -> Sequence[ShownHead]:
        found = DAILY.findall(self._text("heads.atom") or "")
        return [
            ShownHead(int(epoch), key, LogHead(int(size), root, int(time), signature))
            for epoch, size, root, time, signature, key in found
        ]

    def entries(self, game_id: str) -> Sequence[PlacedEntry]:
        values = self._json("entries", game=game_id) or []
        return self._read(lambda: [_entry(each) for each in values])

    def inclusion(self, epoch: int, number: int, size: int) -> Sequence[str] | None:
        return self._path("inclusion", {"epoch": epoch, "number": number, "size": size})

    def consistency(self, epoch: int, first: int, second: int) -> Sequence[str] | None:
        return self._path("consistency", {"epoch": epoch, "from": first, "to": second})

    def _path(self, what: str, asked: dict[str, int]) -> Sequence[str] | None:
        values = self._json(what, **asked)
        path = values.get("path") if isinstance(values, dict) else None
        if not isinstance(path, list) or not all(isinstance(each, str) and HASH.fullmatch(each) for each in path):
            return None
        return path

    def _json(self, what: str, **asked: object) -> Any:
        text = self._text(what, **asked)
        return None if text is None else self._read(lambda: json.loads(text))

    def _text(self, what: str, **asked: object) -> str | None:
        """What the site answers; None if it says that there is no such thing."""
        address = f"{self.address}/dice/log/{what}" + (f"?{urlencode(asked)}" if asked else "")
        try:
            request = Request(address, headers={"User-Agent": "shanghaien-verify"})  # noqa: S310 - http or https
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                return str(answer.read(MOST_BYTES).decode("utf-8", "replace"))
        except HTTPError as error:
            if error.code in REFUSED:
                return None
            raise self._wrong(f"it answers {error.code} to /dice/log/{what}") from None
        except (OSError, HTTPException, ValueError):
            raise self._wrong("it does not answer") from None

    def _read(self, read: Callable[[], Answer]) -> Answer:
        try:
            return read()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._wrong("what it says cannot be read") from None

    def _wrong(self, reason: str) -> WrongInput:
        return WrongInput(f"The public log of {self.address} could not be checked: {reason}.")


def _head(values: Any) -> ShownHead:
    size, root, time, signature = (
        int(values["size"]),
        str(values["root"]),
        int(values["time"]),
        str(values["signature"]),
    )
    return ShownHead(int(values["epoch"]), str(values["key"]), LogHead(size, root, time, signature))


def _entry(values: Any) -> PlacedEntry:
    data = entry(values["kind"], values["game"], values["hash"])
    return PlacedEntry(int(values["epoch"]), int(values["number"]), leaf(data))


@dataclass(frozen=True)
class LogMemory:
    """What is remembered of all sites' logs, in one file."""

    file: Path

    @classmethod
    def of(cls, named: str | None) -> "LogMemory":
        """The file that was named, else one in the folder where programs of this user keep their data."""
        if named is not None:
            return cls(Path(named))
        from platformdirs import user_data_path  # noqa: PLC0415 - only those who check a log wait for it

        try:
            return cls(user_data_path("shanghaien", appauthor=False) / FILE_NAME)
        except RuntimeError:
            raise WrongInput("Name a file with --remember, since this user has no home.") from None

    def seen(self, address: str) -> SeenLog:
        sites = self._sites()
        if address not in sites:
            return SeenLog()
        try:
            return SeenLog.read(json.dumps(sites[address]))
        except FairnessError as error:
            raise WrongInput(f"{self.file}: {error}") from None

    def remember(self, address: str, seen: SeenLog) -> None:
        sites = self._sites() | {address: seen.values()}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_name(f"{self.file.name}.new")
        fresh.write_text(json.dumps(sites, indent=1) + "\n", encoding="utf-8")
        fresh.replace(self.file)

    def _sites(self) -> dict[str, Any]:
        try:
            sites = json.loads(self.file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError):
            sites = None
        if not isinstance(sites, dict):
            raise WrongInput(f"{self.file}: This is not what was remembered of public logs.")
        return sites
