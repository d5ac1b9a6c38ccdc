"""Motion: what happened is shown over a page that has changed already; it blocks nothing, and only what changed moves."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import asked, changed, follows, press, start, until

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
LISTEN = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const named = this.closest("#stage") ? `stage ${this.innerHTML.includes("die-") ? "die" : "other"}` : this.className;
    if (given[0].length) window.moved.push(named.baseVal ?? named);
    return animate.apply(this, given);
  };
"""
"""Notes whatever is moved by the page's script; a mere wait moves nothing."""
AS_LOADED = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  return document.getElementById("counter").isEqualNode(page.getElementById("counter"));
}"""
"""Whether the counter stands as on a page that is loaded now."""
HELD = 0.02
"""So slow a movement does not come to its end by itself while a test looks at it."""


def slowed(page: Page, rate: float) -> None:
    """Let all motion of a page run at a rate from now on."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})


def at_rest(page: Page) -> None:
    expect(page.locator("#stage > *")).to_have_count(0)
    expect(page.locator("[data-veiled], [data-rolling], [data-untold]")).to_have_count(0)


def moved(page: Page) -> list[str]:
    at_rest(page)
    return list(page.evaluate("window.moved.splice(0)"))


def test_a_press_during_motion_ends_it_and_counts(visitor: Visitors) -> None:
    page = visitor(**MOVING)
    start(page, "hot-seat")
    slowed(page, HELD)
    page.locator("#tray [value=roll]").click()
    expect(page.locator("#main[data-rolling]")).to_be_attached()
    expect(page.locator("#stage .die")).to_have_count(2)
    page.locator("#tray [value^=place]").first.click()
    expect(page.locator("#main[data-rolling]")).to_have_count(0)
    expect(page.locator("#counter .slot .dice > .die")).to_have_count(1)
    page.keyboard.press("Shift")
    at_rest(page)


def test_a_mere_roll_moves_dice_and_a_die_moves_its_card_and_nothing_else(visitor: Visitors) -> None:
    page = visitor(**MOVING)
    page.add_init_script(LISTEN)
    start(page, "hot-seat")
    moved(page)
    press(page, ("roll",))
    rolled = moved(page)
    press(page, ("place",))
    placed = moved(page)
    assert set(rolled) == {"stage die"}
    assert "stage die" in placed
    assert sum("card" in each.split() for each in placed) == 1
    assert not any("other" in each for each in placed)


def test_updates_that_come_quickly_end_in_the_right_picture_and_in_order(visitor: Visitors) -> None:
    mover, looker = visitor(), visitor(**MOVING)
    address = start(mover, "hot-seat").replace("/t/", "/watch/")
    looker.goto(address)
    expect(looker.locator("#live")).to_have_text("Live")
    looker.evaluate(
        """() => {
          const now = document.getElementById('now');
          window.versions = [];
          new MutationObserver(() => window.versions.push(Number(now.dataset.version)))
            .observe(now, { attributeFilter: ['data-version'] });
        }"""
    )
    for _ in range(14):
        press(mover, ("shanghai", "ask=call", "place", "roll"))
    follows(looker, mover)
    at_rest(looker)
    versions = looker.evaluate("window.versions")
    assert versions == sorted(set(versions))
    until(looker, lambda: looker.evaluate(AS_LOADED), "A page that is loaded now looks different")


def test_with_reduced_motion_nothing_moves_and_everything_is_told(visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script(LISTEN)
    start(page, "hot-seat")
    for wanted in ("roll", "place", "roll", "place"):
        before = page.locator("#status").text_content()
        press(page, (wanted,))
        assert page.locator("#status").text_content() != before
    assert page.locator("#log > li").count() >= 2
    assert page.evaluate("window.moved") == []
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_focus_never_falls_to_the_page_while_a_bot_plays(visitor: Visitors) -> None:
    page = visitor(**MOVING)
    start(page, "bot")
    asked(page)
    page.locator("#tray [value=roll]").focus()
    page.evaluate(
        """() => {
          window.fallen = [];
          const look = () => document.activeElement === document.body && window.fallen.push(document.title);
          new MutationObserver(look).observe(document.getElementById('main'), { subtree: true, childList: true });
        }"""
    )
    for _ in range(2):
        before = asked(page)
        page.keyboard.press("Enter")
        changed(page, before, "Enter")
    asked(page)
    assert page.evaluate("window.fallen") == []
