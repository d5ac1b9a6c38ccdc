"""What browsers say of themselves is taken only if it is a known push service and a key; what is sealed can be opened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.notices.channels.payload import LONGEST_TEXT, BrowserKeys, encrypt_push
from shanghaien.web.notices.channels.push import MOST, PushBrowsers, UnknownService
from shanghaien.web.notices.place_store import PushStore
from tests.web.core.database.databases import with_database
from tests.web.notices.channels.browser import Browser
from tests.web.notices.channels.notices import ADA
from tests.web.notices.channels.pushing import KNOWN


def test_only_addresses_of_known_services_and_keys_that_are_keys_are_taken(sqlite_url: str) -> None:
    async def use(database: Database) -> None:
        adding, browser = PushBrowsers(PushStore(database), KNOWN), Browser()
        good = "https://fcm.googleapis.com/fcm/send/abc:def"
        for address, keys in (
            ("https://169.254.169.254/latest", (browser.p256dh, browser.auth)),
            (good, (browser.p256dh[:-4], browser.auth)),
            (good, (browser.p256dh, "AAAA")),
            (good, ("B" + "A" * 86, browser.auth)),
            (good, ("é", browser.auth)),
        ):
            with pytest.raises(UnknownService):
                await adding.add(ADA, address, *keys, label="", language="en")
        for number in range(MOST):
            await adding.add(ADA, good + str(number), browser.p256dh, browser.auth, label="", language="en")
        with pytest.raises(LimitReached):
            await adding.add(ADA, good + "more", browser.p256dh, browser.auth, label="", language="en")

    with_database(sqlite_url, use)


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://web.push.apple.com/x", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=x", True),
        ("https://web.push.apple.com:443/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:22/x", False),
        ("https://fcm.googleapis.com.evil.example/x", False),
        ("https://evilpush.apple.com/x", False),
        ("https://evil.example/.push.apple.com", False),
        ("https://x@fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com@evil.example/x", False),
        ("https://evil.example\\@fcm.googleapis.com/x", False),
        ("https://evil.example#@fcm.googleapis.com/", False),
        ("https://127.0.0.1/x", False),
        ("https://[::1/x", False),
        ("https://fcm.googleapis.com:port/x", False),
        ("https://fcm.googleapis.com/" + "x" * 2000, False),
        ("https://fcm.googleapis.com/x\r\nHost: evil.example", False),
        ("https://fcm.googleapis.com/ü", False),
        ("", False),
    ],
)
def test_which_addresses_are_known(address: str, known: bool) -> None:
    assert KNOWN.known(address) is known


@given(st.text(max_size=400))
def test_every_text_is_opened_as_it_was_sealed(text: str) -> None:
    browser = Browser()
    assert (
        browser.opened(encrypt_push(f'"{text.encode().hex()}"'.encode(), BrowserKeys(browser.p256dh, browser.auth)))
        == text.encode().hex()
    )


def test_what_is_too_long_for_a_message_is_not_sealed() -> None:
    browser = Browser()
    with pytest.raises(ValueError, match=r"^$"):
        encrypt_push(b"x" * (LONGEST_TEXT + 1), BrowserKeys(browser.p256dh, browser.auth))
