"""Clocks in a browser: a game on two seconds ends by itself, the script keeps to the server's time, readers are told."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import Program
from tests.browser.serving import tell
from tests.browser.test_pages import faults

FAKE_TIME = """
const real = performance.now.bind(performance);
let stopped = null;
performance.now = () => stopped ?? real();
window.stopAt = (time) => (stopped = time);
"""
"""A steady clock of the browser that stands where a test sets it."""
LEFT = "() => document.querySelector('#seat-me .clock b').textContent"
MEANT = "time => dispatchEvent(new CustomEvent('server-time', { detail: time }))"


def set_up(page: Page, mode: str, field: str, pace: str) -> None:
    """Set a table up with a pace that the form does not offer by itself."""
    page.goto("/new")
    page.locator(f"[name=mode][value={mode}]").check()
    chosen = page.locator(f"[name={field}][value^='live 300']")
    chosen.evaluate("(radio, pace) => { radio.value = pace; radio.checked = true; }", pace)
    page.locator("[name=first][value=a]").evaluate("radio => (radio.checked = true)")
    page.locator(".go button").click()
    page.wait_for_url("**/t/**")


def test_a_game_on_two_seconds_is_called_off_by_itself_though_the_other_side_has_gone(visitor: Visitors) -> None:
    ada, bob = visitor(), visitor()
    set_up(ada, "invite", "pace", "live 2 0")
    bob.goto(str(ada.locator("#invitation, input[value*='/join/']").first.input_value()))
    bob.locator("form .btn-roll").click()
    bob.wait_for_url("**/t/**")
    bob.close()
    expect(ada.locator("#res")).to_have_text("The game was called off")
    expect(ada.locator("#tray")).to_contain_text("hardly begun")


def test_whoever_runs_out_of_time_has_lost_and_their_page_says_so(visitor: Visitors, server: str) -> None:
    page = visitor()
    program = Program(page)
    game = program.play(program.create(pace="live 300 0"), lambda game: game["state"]["round"] > 1)
    page.goto(f"/t/{game['id']}")
    expect(page.locator("#live")).to_have_text("Live")
    tell(server, "later", "301")
    expect(page.locator("#tray .verdict")).to_contain_text("lost on time.")
    expect(page.locator("#log")).to_contain_text("lost on time")


def test_a_clock_keeps_to_the_servers_time_and_tells_readers_three_times(visitor: Visitors) -> None:
    page = visitor(phone=True)
    page.add_init_script(FAKE_TIME)
    set_up(page, "hot-seat", "here", "live 300 10")
    expect(page.locator("#seat-me .clock[data-run]")).to_be_visible()
    assert faults(page) == []
    since = int(page.locator("#seat-me .clock").get_attribute("data-since") or 0)
    page.evaluate("() => stopAt(1e6)")

    def told(passed: float) -> str:
        """What the clock shows when the server says that so many seconds have passed."""
        page.evaluate(MEANT, since + passed * 1000)
        return str(page.evaluate(LEFT))

    for _ in range(8):
        told(10)
    assert told(10) == "4:50"
    assert told(7) == "4:50"  # a word that was long on its way sets nothing back
    assert told(200) == "1:40"  # the browser's clock stood while the machine slept
    for _ in range(8):
        late = told(190)
    assert late == "1:50"  # the browser's clock runs too fast: what is said again and again is believed
    page.evaluate(
        """() => {
          window.heard = [];
          const teller = document.getElementById("clock");
          new MutationObserver(() => heard.push(teller.textContent)).observe(teller, { childList: true });
        }"""
    )
    shown = [told(passed) for passed in (239, 240, 250, 269, 270.5, 281, 289, 290.2, 299.95, 301)]
    assert shown == ["1:01", "1:00", "0:50", "0:31", "0:29", "0:19.0", "0:11.0", "0:09.8", "0:00.0", "0:00"]
    assert page.evaluate("() => heard") == ["seconds left: 60", "seconds left: 30", "seconds left: 10"]
    expect(page.locator("#seat-me .clock[data-low]")).to_be_visible()
    assert faults(page) == []
