"""The files that pages load, each read and packed once; browsers keep them as long as their address stays."""

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources.abc import Traversable

import brotli
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from .assets import MADE, STATIC
from .requests import AnyRequest

PACKING = 11
"""The hardest: it is done once for each file."""
KEPT = "public, max-age=31536000, immutable"
"""For files whose address names their content."""


@dataclass(frozen=True)
class StaticFile:
    """A file as it is sent, packed or not."""

    media_type: str
    plain: bytes

    @cached_property
    def packed(self) -> bytes:
        """The content in brotli."""
        return bytes(brotli.compress(self.plain, quality=PACKING))

    @cached_property
    def zipped(self) -> bytes:
        """The content in gzip: over plain http browsers take no brotli."""
        return gzip.compress(self.plain, mtime=0)

    @cached_property
    def headers(self) -> dict[str, str]:
        """What is said with it, packed or not."""
        tag = hashlib.sha256(self.plain).hexdigest()[:20]
        return {"ETag": f'W/"{tag}"', "Cache-Control": KEPT, "Vary": "Accept-Encoding"}


@get("/static/{name:path}")
async def static_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A file of the static folder, or one that is made of parts."""
    file = find(str(name).lstrip("/"))
    if file is None:
        raise NotFoundException
    if request.headers.get("if-none-match") == file.headers["ETag"]:
        return Response(b"", status_code=304, media_type=file.media_type, headers=file.headers)
    content, said = await _packed_for(request.headers.get("accept-encoding", ""), file)
    return Response(content, media_type=file.media_type, headers=file.headers | said)


async def _packed_for(accepted: str, file: StaticFile) -> tuple[bytes, dict[str, str]]:
    """The content as small as whoever asks can take it, and what it is packed in; packing does not hold others up."""
    if "br" in accepted:
        return await asyncio.to_thread(lambda: file.packed), {"Content-Encoding": "br"}
    if "gzip" in accepted:
        return await asyncio.to_thread(lambda: file.zipped), {"Content-Encoding": "gzip"}
    return file.plain, {}


def find(name: str) -> StaticFile | None:
    """The file of this name, if there is one."""
    return _read(name) if name in MADE or name in _names() else None


@cache
def _names() -> frozenset[str]:
    return frozenset(_names_in(STATIC))


def _names_in(folder: Traversable, path: str = "") -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _names_in(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name


@cache
def _read(name: str) -> StaticFile:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    content = MADE[name]().encode() if name in MADE else (STATIC / name).read_bytes()
    return StaticFile(kind, content)
