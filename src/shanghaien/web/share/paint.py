"""Turn an SVG from the standard input into a PNG on the standard output.

A program of its own, because the renderer holds the interpreter for 0.3 to 0.8 s a picture: in a thread it kept the
server from answering.
"""

import sys
from contextlib import ExitStack
from importlib.resources import as_file, files

import resvg_py

FONTS = files("shanghaien.web.share") / "fonts"
"""Latin, Greek and Cyrillic of DejaVu 2.37, cut down by `pyftsubset FILE --no-hinting --layout-features=kern
--notdef-outline --unicodes=U+0020-007E,U+00A0-017F,U+0218-021B,U+0370-03FF,U+0400-045F,U+0490-0491,U+2010-2026,U+2030,
U+2039-203A,U+20AC,U+2116,U+2190-2193,U+2212,U+25A1,U+25B2,U+25BC`."""


def png_of(svg: str) -> bytes:
    """Rendered with the shipped fonts only."""
    with ExitStack() as stack:
        found = sorted((file for file in FONTS.iterdir() if file.name.endswith(".ttf")), key=lambda file: file.name)
        fonts = [str(stack.enter_context(as_file(file))) for file in found]
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))


if __name__ == "__main__":
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode()))
