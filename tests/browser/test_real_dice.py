"""Real dice on a phone that lies on the table: a whole round is tapped, nothing is lost, and nothing has to be scrolled."""

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitors

ROW = ("FRE", "FRE3", "AME", "AME1", "shift", "DUT", "DUT4", "ITA", "ITA2", "again")
NAMES = ("Ines", "Marta")


def sit_down(page: Page) -> None:
    """Set up a game with real dice by the form."""
    page.goto("/new")
    page.locator("[name=mode][value=real-dice]").check(force=True)
    for field, name in zip(("name", "name_b"), NAMES, strict=True):
        page.locator(f"[name={field}]").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")


def tap(page: Page, *taps: str) -> None:
    """Tap one after the other; all of it must be on the screen."""
    for value in taps:
        button = page.locator(f"#tray [name=tap][value='{value}']")
        expect(button).to_be_in_viewport(ratio=1)
        button.click()


def told(page: Page, question: str) -> None:
    expect(page.locator("#ask")).to_have_text(question)


def roll_and_place(page: Page, name: str, *dice: str) -> None:
    """One turn: two dice are tapped, then the one that was put."""
    told(page, f"What did you roll, {name}?")
    tap(page, *dice)
    expect(page.locator("#tray .pad")).to_have_count(0)
    put = page.locator("#tray .answers [name=action][value^=place]").first
    expect(put).to_be_in_viewport(ratio=1)
    put.click()


def test_a_whole_round_is_tapped_on_a_phone(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page)
    told(page, "Who starts?")
    tap(page, "B")
    told(page, "Which is the first card?")
    tap(page, *ROW)
    for name in ("Marta", "Ines", "Marta", "Ines"):
        roll_and_place(page, name, "2", "2")
    told(page, "What did you roll, Marta?")
    call = page.locator("#tray .btn-shanghai")
    expect(call).to_be_in_viewport(ratio=1)
    call.click()
    told(page, "Call Shanghai now?")
    page.locator("#tray .btn-shanghai").click()
    told(page, "Which is the first card?")
    expect(page.locator("#where")).to_contain_text("Round 1 of 8")
    tap(page, "FRE")
    expect(page.locator("[name=tap][value=FRE3]")).to_be_enabled()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    found = Axe().run(page).response["violations"]
    assert [rule["id"] for rule in found] == []


def test_taps_are_sent_together_and_taken_back_one_by_one(visitor: Visitors) -> None:
    page = visitor(phone=True, sockets=False)
    sit_down(page)
    tap(page, "A")
    told(page, "Which is the first card?")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    tap(page, "FRE", "FRE1", "GER", "GER2", "FRE")
    expect(page.locator("[name=tap][value=FRE1]")).to_be_disabled()
    back = page.locator("#tray .padback")
    for what, question in (("French", "third"), ("German 2", "third"), ("French 1", "second")):
        told(page, f"Which is the {question} card?")
        expect(back).to_have_text(f"Take back: {what}")
        back.click()
    told(page, "Which is the first card?")
    expect(page.locator("[name=tap][value=FRE] small")).to_have_text("5 left")
    assert asked == []
    tap(page, *ROW)
    told(page, "What did you roll, Ines?")
    assert len(asked) == 1
    page.get_by_role("button", name="Take back: Roll again").click()
    told(page, "Which is the last card?")


def test_what_was_typed_and_refused_stays_and_the_reason_stands_under_the_question(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page)
    page.get_by_text("Type it").click()
    field = page.locator("[name=typed]")
    field.fill("Nobody")
    field.press("Enter")
    expect(page.locator("#tray [role=status]")).to_contain_text("“Nobody”")
    expect(page.locator("#notice")).to_be_empty()
    expect(field).to_have_value("Nobody")
    field.fill("Marta")
    field.press("Enter")
    told(page, "Which is the first card?")
    expect(field).to_have_value("")


def test_the_table_turns_to_whoever_plays_if_that_is_wanted(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page)
    page.get_by_text("Menu").click()
    page.get_by_label("Turn the table to whoever plays").check()
    page.keyboard.press("Escape")
    tap(page, "B")
    told(page, "Which is the first card?")
    expect(page.locator("main[data-turned]")).to_have_count(1)
    tap(page, *ROW)
    roll_and_place(page, "Marta", "3", "5")
    told(page, "What did you roll, Ines?")
    expect(page.locator("main[data-turned]")).to_have_count(0)
