"""Checking paths of the public log with nothing but two heads: RFC 9162, sections 2.1.3.2 and 2.1.4.2."""

from collections.abc import Sequence

from .public_log import EMPTY, node


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
