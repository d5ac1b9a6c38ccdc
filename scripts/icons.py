"""Draw the icons of the web app from our own art: `PYTHONPATH=src python scripts/icons.py`.

They are small and change with the art only, so they are drawn once and kept under static/icons: an SVG and pixels in
the sizes that systems ask for, one that systems may cut to a shape of theirs, one for a home screen, one in one colour
for the line of small signs above all windows.
"""

from pathlib import Path

import shanghaien.web
from shanghaien.web.share.paint import png_of
from shanghaien.web.share.painter import drawn

ICONS = Path(shanghaien.web.__file__).parent / "static" / "icons"
ROOM = "#1d1410"
"""The wall of the tavern by night."""
PLAIN, CENTRED = 'viewBox="0 0 40 40"', 'viewBox="0 5 40 40"'
"""The drawing stands low in its frame, for beside words; alone it stands in the middle."""


def icon(size: int, share: float, corner: float) -> str:
    """The two dice on the wall of the tavern: `share` of the width is theirs, corners are round by `corner`."""
    dice = size * share
    edge = (size - dice) / 2
    wall = f'<rect width="{size}" height="{size}" rx="{size * corner:g}" fill="{ROOM}"/>'
    return _svg(size, wall + drawn("logo", (edge, edge, dice, dice)).replace(PLAIN, CENTRED))


def badge(size: int) -> str:
    """One die as a shape: systems paint it in a colour of their own."""
    pips = "".join(
        f"M{x + 3} {y}a3 3 0 1 1-6 0 3 3 0 0 1 6 0z" for x, y in ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29))
    )
    shape = "M9 3h22a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6z"
    die = f'<svg width="{size}" height="{size}" viewBox="0 0 40 40"><path fill="#fff" fill-rule="evenodd" d="{shape}{pips}"/></svg>'
    return _svg(size, die)


def _svg(size: int, content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}">{content}</svg>'


def drawings() -> dict[str, str]:
    """The SVG behind every picture, by the name of its file without the ending."""
    return {
        "icon-192": icon(192, 0.8, 0.2),
        "icon-512": icon(512, 0.8, 0.2),
        "maskable-512": icon(512, 0.6, 0),
        "apple-180": icon(180, 0.72, 0),
        "badge-96": badge(96),
    }


def main(folder: Path = ICONS) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "icon.svg").write_text(icon(512, 0.8, 0.2) + "\n", encoding="utf-8")
    for name, svg in drawings().items():
        (folder / f"{name}.png").write_bytes(png_of(svg))


if __name__ == "__main__":
    main()
