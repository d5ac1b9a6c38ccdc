"""Compressed streams that take no memory of their own: pieces that fit behind any other, packed once for all who get them.

A compressor for each stream would hold tens to hundreds of kilobytes. After a full flush deflate refers to nothing
before, so that pieces packed by themselves make up one gzip stream; its end, which never comes, is left out.
"""

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from .requests import AnyRequest

FAST = 1
RAW = -15
"""Deflate without a header, with the usual window."""


class Packing(NamedTuple):
    """How a stream is sent: its beginning, what becomes of each piece of it, and what the answer's head says."""

    beginning: bytes
    piece: Callable[[bytes], bytes]
    headers: Mapping[str, str]


@lru_cache(1024)
def _packed(piece: bytes) -> bytes:
    packer = zlib.compressobj(FAST, zlib.DEFLATED, RAW)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


PLAIN = Packing(b"", lambda piece: piece, {"Vary": "Accept-Encoding"})
GZIP = Packing(
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff", _packed, {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
)
"""Begins with the header of a gzip stream: deflate, no name, no time, packed fast."""


def packing_for(request: AnyRequest) -> Packing:
    """What whoever asks can unpack."""
    wishes = (wish.partition(";") for wish in request.headers.get("accept-encoding", "").lower().split(","))
    gzip = any(name.strip() == "gzip" and weight.strip() not in {"q=0", "q=0.0"} for name, _, weight in wishes)
    return GZIP if gzip else PLAIN
