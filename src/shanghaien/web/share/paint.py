"""Turn an SVG from the standard input into a PNG on the standard output; a program of its own, see decision 0257.

The renderer holds the interpreter while it works, so it runs beside the server, which goes on answering.
"""

import sys
from contextlib import ExitStack
from importlib.resources import as_file, files

import resvg_py

FONTS = files("shanghaien.web.share") / "fonts"


def png_of(svg: str) -> bytes:
    """The picture in pixels; its letters come from the fonts that ship with it and from nowhere else."""
    with ExitStack() as stack:
        found = sorted((file for file in FONTS.iterdir() if file.name.endswith(".ttf")), key=lambda file: file.name)
        fonts = [str(stack.enter_context(as_file(file))) for file in found]
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))


if __name__ == "__main__":
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode()))
