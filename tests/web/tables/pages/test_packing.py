"""Streams are compressed for whoever can unpack them, and pieces fit behind any other."""

import zlib

import pytest
from litestar.testing import RequestFactory

from shanghaien.web.tables.pages.page_stream import GZIP, PLAIN, packing_for

PIECES = (b"one " * 300, b"two " * 300, b"one " * 300, b"")


@pytest.mark.parametrize(
    ("wish", "packing"),
    [
        ("gzip, deflate, br, zstd", GZIP),
        ("br;q=1.0, GZIP;q=0.8", GZIP),
        ("br", PLAIN),
        ("gzip;q=0, br", PLAIN),
        ("x-gzip", PLAIN),
        ("", PLAIN),
    ],
)
def test_whoever_can_unpack_gzip_gets_it(wish: str, packing: object) -> None:
    assert packing_for(RequestFactory().get("/", headers={"accept-encoding": wish})) is packing


@pytest.mark.parametrize("order", [PIECES, PIECES[::-1], PIECES[1:]])
def test_pieces_are_read_in_any_order_as_soon_as_they_come(order: tuple[bytes, ...]) -> None:
    unpacker = zlib.decompressobj(wbits=31)
    assert unpacker.decompress(GZIP.beginning) == b""
    assert [unpacker.decompress(GZIP.piece(piece)) for piece in order] == list(order)


def test_a_piece_is_packed_once_and_small() -> None:
    assert GZIP.piece(PIECES[0]) is GZIP.piece(PIECES[0])
    assert len(GZIP.piece(PIECES[0])) < 60
    assert PLAIN.piece(PIECES[0]) is PIECES[0]
