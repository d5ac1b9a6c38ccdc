"""Measures how smoothly the table moves: the longest task of the page's main thread during an update of each kind.

    python bench/motion.py [--presses 60] [--slowdown 4] [--emulated] [--phone] [--expansions]

Plays on one screen in headless Chromium and traces each press until all has come to rest; 400 presses are a whole
game, however long, with the film at its end. A person notices a task above 50 ms. What is measured is the time that
the thread itself ran, times the slowdown: other programs do not count. `--emulated` lets Chromium slow the processor
down instead. It does that by the clock, so whoever else wants a core meanwhile counts several times, and on two cores
Chromium's other threads do. Prints JSON: for each kind of update how many were seen, the longest task of each in
milliseconds, and what the worst was spent on.
"""

import argparse
import json
import shutil
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from load.processes import Server, end_cleanly
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
PARTS = {"FunctionCall", "EvaluateScript", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"}
LIKING = ("play", "shanghai", "ask=call", "place", "roll", "?end=", "keep", "take", "one", "allow")
OPEN = ":is(#tray, #counter) :is(button[name=action]:not([disabled]), a[data-live])"
PRESS = """([open, liking]) => {
  const said = each => each.value || each.getAttribute("href");
  const worth = each => liking.findIndex(word => said(each).includes(word));
  const best = [...document.querySelectorAll(open)].filter(each => worth(each) >= 0 && !said(each).includes("half="))
    .sort((a, b) => worth(a) - worth(b))[0];
  best.click();
  return said(best).split(" ")[0];
}"""
RESTS = """() => document.getElementById("now").dataset.version + document.getElementById("ask")?.textContent + " "
  + document.querySelectorAll("#stage > *, .reckon, [data-veiled], [data-rolling], [data-renewing], [aria-busy]").length"""


class Slowness(NamedTuple):
    """How much slower the processor is made, and how much slower it is taken to be."""

    emulated: float
    reckoned: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--slowdown", type=float, default=4)
    parser.add_argument("--emulated", action="store_true")
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--expansions", action="store_true")
    options = parser.parse_args()
    end_cleanly()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), "--bot-pause", "0")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--disable-gpu"])
        try:
            size = SIZES["phone" if options.phone else "desktop"]
            page = table(browser, server.address, size, "everything" if options.expansions else "base")
            slow = (options.slowdown, 1) if options.emulated else (1, options.slowdown)
            print(json.dumps(measured(browser, page, options.presses, Slowness(*slow)), indent=2))
        finally:
            browser.close()
            server.stop()


def table(browser: Browser, address: str, size: dict[str, int], preset: str) -> Page:
    """A game on one screen."""
    page = browser.new_context(viewport=size, base_url=address).new_page()  # type: ignore[arg-type]
    page.goto("/new")
    page.locator("[name=mode][value=hot-seat]").check(force=True)
    page.locator(f"[name=preset][value={preset}]").check(force=True)
    page.locator("button.btn-roll").first.click()
    page.wait_for_url("**/t/*")
    return page


def measured(browser: Browser, page: Page, presses: int, slowness: Slowness) -> dict[str, Any]:
    """The longest task of every update, by what was pressed."""
    session = page.context.new_cdp_session(page)
    found: dict[str, list[tuple[float, dict[str, float]]]] = defaultdict(list)
    for _ in range(presses):
        if page.locator("#now[data-over]").count():
            break
        kind, longest = traced(browser, page, session, slowness)
        found[kind].append(longest)
    return {kind: summary(tasks) for kind, tasks in found.items()}


def traced(
    browser: Browser, page: Page, session: CDPSession, slowness: Slowness
) -> tuple[str, tuple[float, dict[str, float]]]:
    """One press, traced until the page has come to rest."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowness.emulated})
    browser.start_tracing(page=page, categories=TRACED)
    before = page.evaluate(RESTS)
    after_shanghai = page.locator("#counter.told").count()
    page.locator(OPEN).first.wait_for()
    kind = str(page.evaluate(PRESS, [OPEN, LIKING]))
    come_to_rest(page, before)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    deals = after_shanghai and kind == "roll"
    ends = page.locator("#now[data-over]").count()
    name = "question" if "?" in kind else "end" if ends else f"deal, {kind}" if deals else kind
    return name, longest_task(events, slowness.reckoned)


def come_to_rest(page: Page, before: str) -> None:
    """Wait until the page has changed and nothing moves any more; a question changes what is asked, but no version."""
    for _ in range(400):
        time.sleep(0.1)
        state = str(page.evaluate(RESTS))
        if state != before and state.endswith(" 0"):
            break


def longest_task(events: list[dict[str, Any]], times: float) -> tuple[float, dict[str, float]]:
    """The longest task of the page's main thread in milliseconds, and what it was spent on."""
    named = [event for event in events if event["name"] == "thread_name"]
    mains = {(event["pid"], event["tid"]) for event in named if event["args"]["name"] == "CrRendererMain"}
    own = [event for event in events if (event["pid"], event["tid"]) in mains and "tdur" in event]
    tasks = [event for event in own if event["name"] in TASKS]
    if not tasks:
        return 0.0, {}
    task = max(tasks, key=lambda event: float(event["tdur"]))
    start, end = task["ts"], task["ts"] + task["dur"]
    spent: dict[str, float] = defaultdict(float)
    for event in own:
        if event["name"] in PARTS and start <= event["ts"] < end:
            spent[event["name"]] += times * event["tdur"] / 1000
    return round(times * task["tdur"] / 1000, 1), {name: round(ms, 1) for name, ms in spent.items() if ms >= 1}


def summary(tasks: list[tuple[float, dict[str, float]]]) -> dict[str, Any]:
    """What is printed of one kind of update."""
    worst = max(tasks, key=lambda task: task[0])
    return {"updates": len(tasks), "longest_ms": sorted((task[0] for task in tasks), reverse=True), "worst": worst[1]}


if __name__ == "__main__":
    main()
