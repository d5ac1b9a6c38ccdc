"""The files that pages load: style sheets made of their parts, scripts, drawings; their addresses name the version."""

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath

import brotli
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from shanghaien.nation_colours import NATION_COLOURS
from shanghaien.web.core.features import features
from shanghaien.web.site.forms import AnyRequest

WEB = files("shanghaien.web")
"""Found by its package, which may be inside an archive."""
STATIC = WEB / "site" / "static"

TABLE_STYLES = ("tokens", "base", "bar", "buttons", "dice", "cards", "page")
"""Our own parts of the sheet that every page loads, and a table nothing else; its first line orders the layers."""
PAGE_STYLES = ("panels", "figures", "quay", "games", "pictures", "setup", "lessons", "stepping", "talking")
"""Our own parts of the sheet of all other pages; rules of one page's own must not fall on others."""

EVERYWHERE = "site/scripts/page.js"
"""The script of every page."""
IMPORT = re.compile(r'^(?:import|\} from)\b.*"(\.[^"]+\.js)";$', re.MULTILINE)
"""An import as the formatter of our scripts leaves it, or its last line."""
VERSION_DIGITS = 10
VERSION = re.compile(rf"[0-9a-f]{{{VERSION_DIGITS}}}")

PLAIN_TRICK = "i-trick"
"""The picture of any act that brings none of its own."""


@cache
def style_sheet() -> str:
    """The styles of every page in one text: one request instead of twenty."""
    return "@layer base, parts, pages;\n" + _tight([nation_colours(), *map(style, table_styles())])


@cache
def page_sheet() -> str:
    """The styles of pages that are no tables, so that a table is there sooner."""
    return _tight([*map(style, page_styles())])


def table_styles() -> list[str]:
    """The style sheets that every page loads, each by its feature and name, in their order."""
    return [
        *_named("site", TABLE_STYLES),
        *(n for name, each in features().items() for n in _named(name, each.table_styles)),
    ]


def page_styles() -> list[str]:
    """The style sheets of pages that are no tables."""
    return [*_named("site", PAGE_STYLES), *(n for name, each in features().items() for n in _named(name, each.styles))]


def single_sheets() -> dict[str, list[str]]:
    """The style sheets that only some pages load, by the name of the file that is served."""
    given = ((name, file, parts) for name, each in features().items() for file, parts in each.sheets.items())
    return {file: _named(name, parts) for name, file, parts in given}


def _named(feature: str, sheets: Iterable[str]) -> list[str]:
    return [f"{feature}/{sheet}" for sheet in sheets]


def style(name: str) -> str:
    """A style sheet of a feature: `tables/tray` is `tables/styles/tray.css`, `people.profile/charts` lies deeper."""
    feature, _, sheet = name.partition("/")
    return WEB.joinpath(*feature.split("."), "styles", f"{sheet}.css").read_text(encoding="utf-8")


def _tight(parts: list[str]) -> str:
    """Styles without comments and needless space."""
    text = re.sub(r"/\*.*?\*/", "", "\n".join(parts), flags=re.DOTALL)
    tight = re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}")
    tight = tight.replace("( ", "(").replace(" )", ")")
    tight = re.sub(r"(?<![\w.#])0(?=\.\d)", "", tight)
    sheet = tight.replace("/static/", "")  # beside the sheet, in the same version
    return sheet.strip() + "\n"


def nation_colours() -> str:
    """The colour of every nation as a custom property of the style sheet: --french."""
    properties = "".join(f"--{nation.name.lower()}: {colour};" for nation, colour in NATION_COLOURS.items())
    return f"@layer base {{ :root {{ {properties} }} }}"


@cache
def drawings() -> str:
    """All drawings in one file: those of the game, and the picture of every act of a trick card, the faces of bots."""
    art = (STATIC / "art.svg").read_text(encoding="utf-8")
    pictures = [picture for folder in ("tricks", "faces") for picture in _drawings_in(STATIC / folder)]
    return art.replace("</svg>", "".join(pictures) + "</svg>")


def _drawings_in(folder: Traversable) -> list[str]:
    found = [file for file in folder.iterdir() if file.name.endswith(".svg")]
    return [file.read_text(encoding="utf-8") for file in sorted(found, key=lambda file: file.name)]


@cache
def picture(name: str) -> str:
    """The drawing of this name if there is one, else that of a plain trick card."""
    return name if f'<symbol id="{name}"' in drawings() else PLAIN_TRICK


MADE = {
    "style.css": style_sheet,
    "pages.css": page_sheet,
    "art.svg": drawings,
}
"""Files that are put together from parts, besides the sheets that only some pages load."""


def made(name: str) -> str | None:
    """What is put together under this name; None for files that are served as they are."""
    if name in MADE:
        return MADE[name]()
    sheets = single_sheets()
    return _tight([*map(style, sheets[name])]) if name in sheets else None


def content_of(name: str) -> bytes:
    """The bytes of a file that pages load; scripts are named by their path below `web`."""
    text = made(name)
    if text is not None:
        return text.encode()
    return ((WEB if name.endswith(".js") else STATIC) / name).read_bytes()


@cache
def version() -> str:
    """A digest of everything that pages load.

    It stands in every address, so that scripts import each other by relative addresses and still get files of the same
    version.
    """
    digest = hashlib.sha256()
    for name in sorted(_names()):
        digest.update(hashlib.sha256(name.encode()).digest())
        digest.update(hashlib.sha256(content_of(name)).digest())
    return digest.hexdigest()[:VERSION_DIGITS]


@cache
def address(name: str) -> str:
    """Where a file is found; the address changes with the version, so that browsers may keep the file for ever."""
    return f"/static/{version()}/{name}"


@cache
def modules(*names: str) -> Markup:
    """The tags that load scripts, with everything that these import named at once.

    A browser would otherwise learn of an import only when it has read the script before it.
    """
    known = {*names, *((EVERYWHERE, *_imports(EVERYWHERE)) if EVERYWHERE not in names else ())}
    needed = dict.fromkeys(each for name in names for each in _imports(name) if each not in known)
    links = [Markup('<link rel="modulepreload" href="{}">').format(address(name)) for name in needed]
    scripts = [Markup('<script type="module" src="{}"></script>').format(address(name)) for name in names]
    return Markup("\n").join([*links, *scripts])


@cache
def _imports(name: str) -> tuple[str, ...]:
    """All scripts that this one imports, directly or by others."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        script = waiting.pop(0)
        text = content_of(script).decode()
        named = [normpath(join(dirname(script), path)) for path in IMPORT.findall(text)]
        waiting += [each for each in named if each not in found]
        found |= dict.fromkeys(named)
    return tuple(found)


# The files that pages load, each read and packed once; browsers keep them as long as their address stays.

PACKING = 11
"""The hardest: it is done once for each file."""
KEPT = "public, max-age=31536000, immutable"
"""For files at an address of the present version."""
ASKED_AGAIN = "public, no-cache"
"""For all other addresses: a page that was loaded before an update still finds its files, as they are now."""


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
    def tag(self) -> str:
        """Names the content."""
        return f'W/"{hashlib.sha256(self.plain).hexdigest()[:20]}"'


@get("/static/{name:path}")
async def static_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A file of the static folder, a script, or a file that is made of parts."""
    asked, plain_name = _split(str(name).lstrip("/"))
    file = find(plain_name)
    if file is None:
        raise NotFoundException
    kept = KEPT if asked == version() else ASKED_AGAIN
    headers = {"ETag": file.tag, "Cache-Control": kept, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    content, said = await _packed_for(request.headers.get("accept-encoding", ""), file)
    return Response(content, media_type=file.media_type, headers=headers | said)


def _split(path: str) -> tuple[str, str]:
    """The version that a path begins with, if it does, and the name of the file."""
    first, _, rest = path.partition("/")
    return (first, rest) if VERSION.fullmatch(first) else ("", path)


async def _packed_for(accepted: str, file: StaticFile) -> tuple[bytes, dict[str, str]]:
    """The content in the smallest form that the client accepts, and what it is packed in; packing does not hold others up."""
    if "br" in accepted:
        return await asyncio.to_thread(lambda: file.packed), {"Content-Encoding": "br"}
    if "gzip" in accepted:
        return await asyncio.to_thread(lambda: file.zipped), {"Content-Encoding": "gzip"}
    return file.plain, {}


def find(name: str) -> StaticFile | None:
    return _static_files_read(name) if name in _names() else None


@cache
def _names() -> frozenset[str]:
    scripts = (name for name in _names_in(WEB) if name.endswith(".js") and dirname(name).endswith("/scripts"))
    return frozenset([*_names_in(STATIC), *scripts, *MADE, *single_sheets()])


def _names_in(folder: Traversable, path: str = "") -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _names_in(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name


@cache
def _static_files_read(name: str) -> StaticFile:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    content = content_of(name)
    return StaticFile(kind, content)
