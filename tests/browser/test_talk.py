"""Two people say hello to each other, each in their own language; on a phone it opens from below and covers no dice."""

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from shanghaien.web.core.i18n import gettext, language_context
from tests.browser.conftest import Visitors
from tests.browser.playing import HELD_TIMERS, TIME_IS_UP, mover_first, press, start


def told_in(language: str, text: str) -> str:
    with language_context(language):
        return gettext(text)


def two_people(visitor: Visitors, script: str = "") -> tuple[Page, Page]:
    """One at a desk who reads English, one with a phone who reads German."""
    host, guest = visitor(), visitor(phone=True, locale="de")
    guest.add_init_script(script)
    start(host, "invite")
    guest.goto(host.locator("#invitation").input_value())
    guest.locator("main form button.btn-roll").click()
    for page in (host, guest):
        page.locator("#counter button.card").first.wait_for()
        page.locator("#say").wait_for(state="attached")
    return host, guest


def faults(page: Page) -> list[str]:
    return [each["id"] for each in Axe().run(page).response["violations"]]


def boxes_cross(page: Page, one: str, others: str) -> bool:
    """Whether one thing lies over any of some others."""
    script = """([one, others]) => {
      const a = document.querySelector(one).getBoundingClientRect();
      return [...document.querySelectorAll(others)].some((each) => {
        const b = each.getBoundingClientRect();
        return b.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      });
    }"""
    return bool(page.evaluate(script, [one, others]))


def test_two_people_say_hello_in_two_languages(visitor: Visitors) -> None:
    host, guest = two_people(visitor, HELD_TIMERS)
    version = host.locator("#now").get_attribute("data-version")
    host.get_by_role("button", name="Well rolled!").click()
    bubble = guest.locator("#seat-them .bubble")
    expect(bubble).to_have_text(told_in("de", "Well rolled!"))
    assert not boxes_cross(guest, "#seat-them .bubble", "#counter .die, #counter .card")
    guest.evaluate(TIME_IS_UP)
    expect(bubble).to_have_count(0)
    expect(guest.locator("#log [data-said]")).to_contain_text(told_in("de", "Well rolled!"))
    guest.locator(".saybtn").click()
    expect(guest.locator("#say")).to_be_visible()
    assert faults(guest) == []
    guest.locator("#say button[value=thanks]").click()
    expect(guest.locator("#say")).to_be_hidden()
    expect(host.locator("#seat-them .bubble")).to_have_text("Thank you.")
    assert host.locator("#now").get_attribute("data-version") == version
    assert faults(host) == []


def test_while_dice_roll_the_log_hides_its_newest_line_alone(visitor: Visitors) -> None:
    host, guest = two_people(visitor)
    press(mover_first(host, guest)[0], ("roll",))
    for page in (host, guest):
        expect(page.locator("#log > li[data-newest]")).to_have_count(1)
        page.locator("main").evaluate("main => main.toggleAttribute('data-rolling', true)")
        veiled = "all => all.map(each => [each.tagName, getComputedStyle(each).opacity])"
        shown = page.locator("#log, #log > li").evaluate_all(veiled)
        assert shown[:2] == [["OL", "1"], ["LI", "0"]]
        assert {opacity for _, opacity in shown[2:]} == {"1"}


def test_free_text_appears_when_both_have_switched_it_on_and_goes_when_one_blocks_the_other(visitor: Visitors) -> None:
    host, guest = two_people(visitor)
    guest.locator(".saybtn").click()
    for page in (guest, host):
        page.locator("#say .terms summary").click()
        page.locator("#say [name=free]").check()
    for page, other in ((guest, host), (host, guest)):
        with other.expect_response("**/say"), page.expect_navigation():  # what the other one has ticked stays
            page.locator("#say .terms button").click()
        expect(page.locator("#live")).to_have_text(told_in("de" if page is guest else "en", "Live"))
    host.locator("#own-words").fill("<b>Nice</b> to meet you")
    host.locator("#own-words").press("Enter")
    expect(guest.locator("#log [data-said]")).to_contain_text("<b>Nice</b> to meet you")
    expect(host.locator("#own-words")).to_have_value("")
    guest.locator(".saybtn").click()
    expect(guest.locator("#own-words")).to_be_visible()  # without a new page
    guest.keyboard.press("Escape")
    host.goto(f"/block?game={host.url.rpartition('/')[2]}")
    host.locator("main .btn-roll").click()
    expect(guest.locator("#log [data-said]")).to_have_count(0)
    expect(guest.locator("#own-words")).to_have_count(0)


def test_notes_are_kept_without_a_new_page(visitor: Visitors) -> None:
    host, _ = two_people(visitor)
    host.locator("#notes summary").click()
    host.locator("#note").fill("likes Dutch crews")
    host.locator("#notes button").click()
    expect(host.locator("#notes .told")).not_to_be_empty()
    host.reload()
    expect(host.locator("#note")).to_have_value("likes Dutch crews")


def test_without_scripts_phrases_are_said_by_forms(visitor: Visitors) -> None:
    host, guest = visitor(java_script_enabled=False), visitor(java_script_enabled=False)
    address = start_without_script(host)
    guest.goto(address)
    guest.locator("main form button.btn-roll").click()
    guest.locator("#say button[value=hello]").click()
    expect(guest.locator("#log [data-said]")).to_contain_text("Hello!")
    host.goto(guest.url.partition("#")[0] + "?")  # another address, so that the page is loaded anew
    expect(host.locator("#log [data-said]")).to_contain_text("Hello!")


def start_without_script(page: Page) -> str:
    """Set up a table by invitation, and tell the invitation."""
    page.goto("/new")
    page.locator("input[name=mode][value=invite]").check(force=True)
    page.locator("form[action='/new'] button.btn-roll").first.click()
    return page.locator("#invitation").input_value()
