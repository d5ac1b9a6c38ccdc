"""Write into every script that imports another one which content it means: `PYTHONPATH=. python scripts/pins.py`.

Browsers keep a script for ever under its address, so the address names the content. Pages do that by themselves; in
`import ... from "./sha256.js?v=..."` it is written down, and a test compares it.
"""

import hashlib
import re
from pathlib import Path

import shanghaien.web

PIN = re.compile(r'(?<=")\./([\w-]+\.js)\?v=(\w+)(?=")')
SCRIPTS = Path(shanghaien.web.__file__).parent / "static" / "js"


def version(path: Path) -> str:
    """What the address of a script says about its content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def pinned(path: Path) -> str:
    """The script with the present version of every script that it imports."""
    text = path.read_text(encoding="utf-8")
    return PIN.sub(lambda found: f"./{found[1]}?v={version(SCRIPTS / found[1])}", text)


def main() -> None:
    """Write until nothing changes any more, since a changed script changes those that import it."""
    changed = True
    while changed:
        stale = [path for path in sorted(SCRIPTS.glob("*.js")) if pinned(path) != path.read_text(encoding="utf-8")]
        for path in stale:
            path.write_text(pinned(path), encoding="utf-8")
        changed = bool(stale)


if __name__ == "__main__":
    main()
