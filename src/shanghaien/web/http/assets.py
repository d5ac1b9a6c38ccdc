"""The files that pages load: one style sheet made of its parts, the script, the drawings; each address names its content."""

import hashlib
import re
from functools import cache
from pathlib import Path

WEB = Path(__file__).parents[1]
STATIC = WEB / "static"
PAGES = WEB / "pages"

STYLES = (
    *("shared/tokens", "shared/base", "shared/bar", "shared/buttons", "shared/dice", "shared/cards"),
    *("table/counter", "table/seat", "table/tray", "table/slate", "table/log", "shared/page", "table/table"),
    *(
        "table/choices",
        "table/over",
        "start/home",
        "start/pictures",
        "new_game/setup",
        "replay/replay",
        "rules/lessons",
    ),
    *("dice/checking", "review/review", "tokens/programs", "table/motion"),
)
"""The parts of the style sheet in their order; the first line of the sheet orders the layers."""

SCRIPTS = ("contribute", "sound", "motion", "stream", "parts", "page", "peek", "live")
"""The parts of the table's script in their order."""


@cache
def style_sheet() -> str:
    """All styles in one text, without comments and needless space: one request instead of twenty."""
    parts = [(PAGES / f"{name}.css").read_text(encoding="utf-8") for name in STYLES]
    text = re.sub(r"/\*.*?\*/", "", "\n".join(parts), flags=re.DOTALL)
    tight = re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}")
    sheet = tight.replace("/static/wood.svg", address("wood.svg"))
    return "@layer base, parts, pages;\n" + sheet.strip() + "\n"


@cache
def script() -> str:
    """The table's script in one text: its modules one after the other, each only using those before it."""
    parts = [(STATIC / "js" / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    text = re.sub(r"^import .*?;\n", "", "\n".join(parts), flags=re.MULTILINE)
    return re.sub(r"^\s*//.*\n", "", re.sub(r"^export ", "", text, flags=re.MULTILINE), flags=re.MULTILINE)


MADE = {"style.css": style_sheet, "table.js": script}
"""Files that are put together from parts."""


@cache
def address(name: str) -> str:
    """Where a file of the static folder is found; the address changes when the file does, so it may be kept for ever."""
    content = MADE[name]().encode() if name in MADE else (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:10]}"
