"""Measures the pages with Lighthouse: start, table, review and replay, on a phone and on a desktop.

    python bench/lighthouse.py [--runs 3] [--lighthouse PATH]

Starts a server of its own with one game that goes on and one that is over and reviewed. Lighthouse is no part of this
project: install it somewhere (`npm install lighthouse`) and name its program. On a busy machine the figures say more
about the machine. Prints JSON: the scores of every run, and what went over the wire.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from load.processes import Server, end_cleanly

CHROME = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
KINDS = ("performance", "accessibility", "best-practices", "seo")
PATIENCE = 120


def set_up(address: str) -> dict[str, str]:
    """One game that waits for a person and one of two bots that is over; the pages to be measured."""
    with httpx.Client(base_url=address, headers={"accept": "text/html"}, timeout=60) as person:
        person.get("/")
        running, over = (_game(person, mode) for mode in ("hot-seat", "bots"))
        _wait(person, f"/watch/{over}", "data-over")
        _wait(person, f"/t/{over}/review", 'class="review"')
    return {"start": "/", "table": f"/watch/{running}", "review": f"/t/{over}/review", "replay": f"/replay/{over}"}


def _game(person: httpx.Client, mode: str) -> str:
    fields = {"mode": mode, "preset": "base", "seat": "a", "_csrf_token": person.cookies["csrftoken"]}
    return str(person.post("/new", data=fields).headers["location"]).removeprefix("/t/")


def _wait(person: httpx.Client, page: str, sign: str) -> None:
    for _ in range(PATIENCE * 2):
        if sign in person.get(page).text:
            return
        time.sleep(0.5)
    sys.exit(f"{page} did not come to show {sign} within {PATIENCE} seconds.")


def measure(program: str, address: str, device: str) -> dict[str, Any]:
    """One run: the scores of 100, the bytes, and where the time went."""
    with tempfile.TemporaryDirectory() as folder:
        report_file = Path(folder) / "told.json"
        command = [
            program,
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report_file}",
            f"--chrome-flags={CHROME}",
        ]
        words = [*command, *(["--preset=desktop"] if device == "desktop" else [])]
        while subprocess.run(words).returncode:  # noqa: S603, PLW1510 - named by whoever runs this; it fails at times
            print(f"{address}: once more", file=sys.stderr)
        report = json.loads(report_file.read_text(encoding="utf-8"))
    audits = report["audits"]
    scores = {kind: round(100 * (report["categories"][kind]["score"] or 0)) for kind in KINDS}
    seconds = {name: round(audits[name]["numericValue"]) for name in ("first-contentful-paint", "total-blocking-time")}
    return scores | seconds | {"bytes": round(audits["total-byte-weight"]["numericValue"])}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lighthouse", default=os.environ.get("LIGHTHOUSE", "lighthouse"))
    options = parser.parse_args()
    program = shutil.which(options.lighthouse)
    if program is None:
        print(json.dumps({"lighthouse": "not installed: npm install lighthouse, then name it with --lighthouse"}))
        return
    os.environ.setdefault("CHROME_PATH", shutil.which("chromium") or "")
    end_cleanly()
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), "--bot-pause", "0")
        try:
            print(json.dumps(measured(program, server.address, options.runs), indent=2))
        finally:
            server.stop()


def measured(program: str, address: str, runs: int) -> dict[str, list[dict[str, Any]]]:
    """Every page on both devices, so many times."""
    return {
        f"{name}, {device}": [measure(program, address + page, device) for _ in range(runs)]
        for name, page in set_up(address).items()
        for device in ("phone", "desktop")
    }


if __name__ == "__main__":
    main()
