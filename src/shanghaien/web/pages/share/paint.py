"""Turn an SVG from the standard input into a PNG on the standard output; a program of its own, see decision 0257.

The renderer holds the interpreter while it works, so it runs beside the server, which goes on answering.
"""

import sys
from pathlib import Path

import resvg_py

FONTS = Path(__file__).parent / "fonts"


def png_of(svg: str) -> bytes:
    """The picture in pixels; its letters come from the fonts that ship with it and from nowhere else."""
    fonts = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))


if __name__ == "__main__":
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode()))
