"""The lobby in real browsers: a table is offered and taken, two are brought together, and each sees that the other is there."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import HELD_TIMERS, TIME_IS_UP, follows, led_from, mover_first, press, version

Keep = Callable[[Page, str], None]


def offer(page: Page, word: str, pace: str = "live 600 15", delay: str = "0") -> str:
    """Offer a table by the form, and wait at it; the game's id."""
    page.goto("/lobby/new")
    page.locator(f'[name=pace][value="{pace}"]').check()
    page.locator("[name=word]").fill(word)
    page.locator("[name=delay]").select_option(delay)
    page.get_by_role("button", name="Offer this table").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def sit_down(page: Page, game: str) -> None:
    """Press the button of a row."""
    page.locator(f'[data-offer="{game}"]').get_by_role("button", name="Sit down").click()
    page.wait_for_url(f"**/t/{game}")


def withdrawn(page: Page, game: str) -> None:
    page.goto("/lobby")
    page.locator(f'[data-offer="{game}"]').get_by_role("button", name="Take back").click()


def test_a_table_comes_into_an_open_list_and_one_press_begins_the_game(visitor: Visitors, keep: Keep) -> None:
    host, guest, third = visitor(), visitor(phone=True), visitor()
    third.add_init_script(HELD_TIMERS)
    guest.goto("/lobby")
    third.goto("/lobby")
    game = offer(host, "first one tonight")
    row = guest.locator(f'[data-offer="{game}"]')
    expect(row).to_contain_text("first one tonight")
    keep(guest, "lobby-list-phone")
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    third.locator(f'[data-offer="{game}"]').hover()
    sit_down(guest, game)
    for page in (host, guest):
        page.locator("#counter button.card").first.wait_for()
    # Under the pointer the row stays; pressed, it says that somebody was faster.
    gone = third.locator(f'[data-offer="{game}"]')
    gone.get_by_role("button", name="Sit down").click()
    expect(gone).to_contain_text("Somebody was faster")
    third.evaluate(TIME_IS_UP)
    expect(gone).to_have_count(0)


def test_whoever_sits_down_has_a_part_in_the_dice(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    game = offer(host, "dice")
    guest.goto("/lobby")
    sit_down(guest, game)
    guest.locator("#counter button.card").first.wait_for()
    kinds = guest.evaluate(f"fetch('/t/{game}/record.json').then(answer => answer.json()).then(JSON.stringify)")
    assert "person" in kinds


def test_without_script_the_list_and_its_buttons_do_the_same(visitor: Visitors) -> None:
    host, guest = visitor(java_script_enabled=False), visitor(java_script_enabled=False)
    game = offer(host, "plain")
    guest.goto("/lobby")
    sit_down(guest, game)
    expect(guest.locator("#counter")).to_be_visible()


def loads_of(page: Page) -> list[str]:
    """The addresses of all pages that are loaded here from now on."""
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    return loads


def test_play_somebody_brings_two_together_and_both_stay_at_one_table(visitor: Visitors, keep: Keep) -> None:
    one, two, watcher = visitor(), visitor(phone=True), visitor()
    loads = [loads_of(page) for page in (one, two, watcher)]
    for page in (one, two):
        page.goto("/lobby")
        page.get_by_role("button", name="Play somebody").click()
        page.wait_for_url("**/t/*")
    bots = [one.url, two.url]
    expect(one.locator("#seeking-said")).to_contain_text("is there")
    keep(one, "seeking-found")
    assert Axe().run(one).generate_report().startswith("Found 0 accessibility violations")
    one.get_by_role("button", name="To the table").click()
    two.get_by_role("button", name="To the table").click()
    assert led_from(bots[0], one) == led_from(bots[1], two)
    for page in (one, two):
        page.locator("#counter button.card").first.wait_for()
        expect(page.locator("#seeking")).to_have_count(0)
        assert page.evaluate("fetch('/seek/state').then(answer => answer.json())") == {"stage": "not"}
    watcher.goto(one.url.replace("/t/", "/watch/"))
    for _ in range(6):
        press(mover_first(one, two)[0])
    mover, other = mover_first(one, two)
    for page in (other, watcher):
        follows(page, mover)
    keep(two, "seeking-played-phone")
    assert [len(each) for each in loads] == [3, 3, 1], loads


def test_who_stays_at_the_bot_is_asked_no_more(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/lobby")
    page.get_by_role("button", name="Play somebody").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#seeking-said")).to_contain_text("Looking for somebody")
    page.get_by_role("button", name="Stay here").click()
    expect(page.locator("#seeking")).to_have_count(0)
    page.reload()
    expect(page.locator("#seeking")).to_have_count(0)


def test_a_dot_tells_whether_the_other_is_here_away_or_gone(visitor: Visitors, keep: Keep) -> None:
    host, guest = visitor(), visitor(phone=True)
    game = offer(host, "dot")
    guest.goto("/lobby")
    sit_down(guest, game)
    dot = guest.locator("#seat-them .pres")
    expect(dot).to_have_attribute("data-p", "here")
    keep(guest, "presence-phone")
    host.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(dot).to_have_attribute("data-p", "away")
    host.goto("/rules")
    expect(dot).to_have_attribute("data-p", "gone")
    expect(guest.locator("#seat-them .presence")).to_contain_text("seen")
    host.goto(f"/t/{game}")
    expect(dot).to_have_attribute("data-p", "here")


def test_a_watcher_is_behind_and_players_know_how_many_watch(visitor: Visitors) -> None:
    host, guest, watcher = visitor(), visitor(), visitor()
    game = offer(host, "late", delay="60")
    guest.goto("/lobby")
    sit_down(guest, game)
    for page in (host, guest):
        page.locator("#counter button.card").first.wait_for()
    watcher.goto(f"/watch/{game}")
    mover, _ = mover_first(host, guest)
    press(mover, ("roll",))
    expect(mover.locator("#seat-me .watchers")).to_contain_text("1 watches")
    watcher.reload()
    assert version(watcher) < version(mover)


def test_the_start_page_of_whoever_has_games_shows_open_tables_live(visitor: Visitors, keep: Keep) -> None:
    host, other = visitor(), visitor()
    other.goto("/")
    other.get_by_role("button", name="Play a bot now").click()
    other.wait_for_url("**/t/*")
    other.goto("/")
    game = offer(host, "on the start page")
    expect(other.locator(f'[data-offer="{game}"]')).to_contain_text("on the start page")
    keep(other, "start-with-offers")
    assert other.locator(".btn-roll").count() == 1
    assert Axe().run(other).generate_report().startswith("Found 0 accessibility violations")
    withdrawn(host, game)
    expect(other.locator(f'[data-offer="{game}"]')).to_have_count(0)
