"""Games are kept by one press in a real browser, with a device that has passkeys, and found again in another one."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.playing import press, start
from tests.browser.test_pages import Keep, check

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """What has the passkeys of one browser: Chromium's own, without a finger."""

    def __init__(self, page: Page) -> None:
        self._talk: CDPSession = page.context.new_cdp_session(page)
        self._talk.send("WebAuthn.enable")
        made = self._talk.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._id = {"authenticatorId": made["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._talk.send("WebAuthn.getCredentials", self._id)["credentials"]
        return found

    def take(self, passkeys: list[dict[str, Any]]) -> None:
        """Have passkeys of another device, as by a password manager."""
        for passkey in passkeys:
            self._talk.send("WebAuthn.addCredential", {**self._id, "credential": passkey})


def keep_games(page: Page, name: str) -> None:
    page.goto("/keep")
    page.get_by_label("Your name at the tables").first.fill(name)
    expect(page.get_by_text(f"The name {name} is available.")).to_be_visible()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name=f"Ways to sign in as {name}")).to_be_visible()


def sign_in(page: Page) -> None:
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()


def test_games_are_kept_by_one_press_and_come_back_with_another(visitor: Visitors) -> None:
    page, phone = visitor(), visitor(phone=True)
    device, other = Device(page), Device(phone)
    game = start(page, "hot-seat").rpartition("/")[2]
    press(page)
    keep_games(page, "Ines")
    mine = page.locator(f'a[href="/t/{game}"]')
    page.goto("/")
    expect(mine.first).to_be_visible()

    page.context.clear_cookies()
    page.reload()
    expect(mine).to_have_count(0)
    sign_in(page)
    expect(mine.first).to_be_visible()

    sign_in(phone)
    expect(phone.get_by_text("Nothing was changed. Try again, or use another way.")).to_be_visible()
    other.take(device.passkeys())
    phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.locator(f'a[href="/t/{game}"]').first).to_be_visible()


def test_a_device_that_has_a_passkey_makes_no_second_one(visitor: Visitors) -> None:
    page = visitor()
    device = Device(page)
    keep_games(page, "Marta")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("This device already has a passkey for you.")).to_be_visible()
    assert len(device.passkeys()) == 1
    page.goto("/keep/keys")
    expect(page.get_by_role("button", name="Remove")).to_be_disabled()


@pytest.mark.parametrize(("phone", "light"), [(False, "light"), (True, "dark")], ids=["desktop", "phone"])
def test_the_pages_about_ways_in_are_open_to_everybody_in_every_language(
    visitor: Visitors, keep: Keep, phone: bool, light: str
) -> None:
    page = visitor(phone=phone, color_scheme=light)
    Device(page)
    size = f"{'phone' if phone else 'desktop'}-{light}"
    for name, path in {"keep": "/keep", "sign-in": "/sign-in", "link": "/in/a-link"}.items():
        page.goto(path)
        check(page, f"{name}-{size}", keep)
    keep_games(page, f"Ines {light}")
    check(page, f"keys-{size}", keep)
    page.get_by_role("button", name="Make ten recovery codes").click()
    expect(page.locator("#codes li")).to_have_count(10)
    check(page, f"codes-{size}", keep)


@pytest.mark.parametrize("language", ["de", "fr", "it", "ru"])
def test_without_script_and_in_every_language_games_are_kept_by_codes_on_a_phone(
    visitor: Visitors, language: str
) -> None:
    page = visitor(phone=True, locale=language, java_script_enabled=False)
    for path in ("/keep", "/sign-in"):
        page.goto(path)
        page.locator("summary").first.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        expect(page.locator("form[data-passkey] button").first).to_be_disabled()
    page.goto("/keep")
    page.locator("details.other summary").first.click()
    page.locator("#codes-name").fill(f"Ines {language}")
    page.locator('form[action="/keep/codes"] button').click()
    expect(page.locator("#codes li")).to_have_count(10)
    page.goto("/keep/keys")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
