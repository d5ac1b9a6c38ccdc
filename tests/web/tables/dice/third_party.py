"""Somebody who watches a server's log from outside: knows the document, the addresses, and what they have kept."""

from hashlib import sha256
from typing import Any
from xml.etree import ElementTree as ET

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from litestar.testing import TestClient

from shanghaien.fairness.merkle_tree import is_consistent, is_included

CONTENT = "{http://www.w3.org/2005/Atom}entry/{http://www.w3.org/2005/Atom}content"


class ThirdParty:
    """Asks a server for its log and works everything out anew."""

    def __init__(self, http: "httpx.Client | TestClient[Any]") -> None:
        self._http = http

    def keys(self) -> list[str]:
        """The published keys."""
        return self._http.get("/dice/log/key").text.split()

    def leaves(self, epoch: int) -> list[str]:
        """All leaves of a log, page by page."""
        found, following = list[str](), f"/dice/log/entries?epoch={epoch}"
        while following:
            answer = self._http.get(following)
            assert [each["number"] for each in answer.json()] == list(
                range(len(found), len(found) + len(answer.json()))
            )
            found += [each["leaf"] for each in answer.json()]
            following = answer.links.get("next", {}).get("url", "")
        return found

    def heads(self) -> list[list[str]]:
        """The heads in the feed, the youngest first: size, root, time, signature and key of each."""
        feed = ET.fromstring(self._http.get("/dice/log/heads.atom").content)  # noqa: S314 - our own server's
        return [(content.text or "").split() for content in feed.iterfind(CONTENT)]

    def entries(self, game: str) -> list[dict[str, Any]]:
        """What the server says that it committed to for a game."""
        found: list[dict[str, Any]] = self._http.get(f"/dice/log/entries?game={game}").json()
        return found

    def has(self, entry: dict[str, Any], size: int, root: str) -> bool:
        """Whether the server can show the entry to be in the log with this head."""
        path = {"epoch": entry["epoch"], "number": entry["number"], "size": size}
        answer = self._http.get("/dice/log/inclusion", params=path)
        return answer.is_success and is_included(leaf_of(entry), entry["number"], size, root, answer.json()["path"])

    def goes_on(self, first: tuple[int, str], second: tuple[int, str], epoch: int = 1) -> bool:
        """Whether the server can show that the one log is the beginning of the other."""
        sizes = {"epoch": epoch, "from": first[0], "to": second[0]}
        answer = self._http.get("/dice/log/consistency", params=sizes)
        return answer.is_success and is_consistent(first, second, answer.json()["path"])


def leaf_of(entry: dict[str, Any]) -> str:
    """The leaf of an entry, by the document."""
    text = "\n".join(("shanghaien-fair-2", "log", entry["kind"], entry["game"], entry["hash"]))
    return sha256(b"\0" + text.encode()).hexdigest()


def root_of(leaves: list[str]) -> str:
    """The head of a log, by RFC 6962."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().hexdigest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    pair = bytes.fromhex(root_of(leaves[:half]) + root_of(leaves[half:]))
    return sha256(b"\1" + pair).hexdigest()


def check_signature(key: str, signature: str, *fields: str) -> None:
    """Raises InvalidSignature if the fields are not signed with the key."""
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    public.verify(bytes.fromhex(signature), "\n".join(("shanghaien-fair-2", *fields)).encode())
