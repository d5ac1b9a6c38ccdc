"""A public log that only grows: a Merkle tree as in RFC 6962, so that nothing in it can be changed or shown twice over.

A player who keeps two heads of different days can ask for a consistency path and see that the first log is the beginning of
the second; one who keeps a receipt can ask for an inclusion path and see that their entry is in it.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from .messages import message

EMPTY = sha256(b"").hexdigest()
"""The head of a log without entries."""
Entry = Literal["reservation", "contract", "guest", "anew", "day"]


def entry(kind: Entry, game_id: str, fixed: str) -> bytes:
    """One entry of the log: what was fixed for a game, as a hash."""
    return message("log", kind, game_id, fixed)


def leaf(data: bytes) -> str:
    return sha256(b"\x00" + data).hexdigest()


def node(left: str, right: str) -> str:
    """The hash of two neighbouring parts of the tree."""
    return sha256(b"\x01" + bytes.fromhex(left) + bytes.fromhex(right)).hexdigest()


class Frontier:
    """The right edge of a growing tree: all that is needed to add entries and compute the head, some 20 hashes."""

    def __init__(self, size: int = 0, edge: Sequence[str] = ()) -> None:
        self.size = size
        self.edge = list(edge)
        """The heads of the complete parts, from the largest to the smallest."""

    def add(self, leaf_hash: str) -> None:
        self.edge.append(leaf_hash)
        self.size += 1
        for _ in range((self.size & -self.size).bit_length() - 1):
            right = self.edge.pop()
            self.edge[-1] = node(self.edge[-1], right)

    @property
    def head(self) -> str:
        if not self.edge:
            return EMPTY
        head = self.edge[-1]
        for left in reversed(self.edge[:-1]):
            head = node(left, head)
        return head


def head_of(leaves: Sequence[str]) -> str:
    frontier = Frontier()
    for each in leaves:
        frontier.add(each)
    return frontier.head


def inclusion_path(leaves: Sequence[str], index: int) -> list[str]:
    """The hashes that lead from one leaf to the head."""
    if len(leaves) == 1:
        return []
    half = _half(len(leaves))
    if index < half:
        return [*inclusion_path(leaves[:half], index), head_of(leaves[half:])]
    return [*inclusion_path(leaves[half:], index - half), head_of(leaves[:half])]


def consistency_path(leaves: Sequence[str], first: int) -> list[str]:
    """The hashes that show the log of the first leaves to be the beginning of the whole one."""
    return _consistency(leaves, first, True) if 0 < first < len(leaves) else []


def _consistency(leaves: Sequence[str], first: int, known: bool) -> list[str]:
    if first == len(leaves):
        return [] if known else [head_of(leaves)]
    half = _half(len(leaves))
    if first <= half:
        return [*_consistency(leaves[:half], first, known), head_of(leaves[half:])]
    return [*_consistency(leaves[half:], first - half, False), head_of(leaves[:half])]


def _half(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)


def is_included(leaf_hash: str, index: int, size: int, head: str, path: Sequence[str]) -> bool:
    """Whether the path leads from the leaf with this index to the head of a log of this size."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf_hash
    for step in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node(step, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node(found, step)
        at, last = at >> 1, last >> 1
    return last == 0 and found == head


def is_consistent(first: tuple[int, str], second: tuple[int, str], path: Sequence[str]) -> bool:
    """Whether the log with the first size and head is the beginning of the log with the second."""
    (size, head), (later, later_head) = first, second
    if size == later:
        return head == later_head and not path
    if size == 0:
        return head == EMPTY and not path
    if not 0 < size < later:
        return False
    return _leads(size, head, later, later_head, [head, *path] if size & (size - 1) == 0 else path)


def _leads(size: int, head: str, later: int, later_head: str, path: Sequence[str]) -> bool:
    at, last = size - 1, later - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    if not path:
        return False
    old = new = path[0]
    for step in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            old, new = node(step, old), node(step, new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node(new, step)
        at, last = at >> 1, last >> 1
    return last == 0 and (old, new) == (head, later_head)
