"""Switches say what is true of the places behind them, and why some cannot be switched."""

import pytest

from shanghaien.web.core.settings import ConfiguredParts
from shanghaien.web.notices.pages.switches import browser_switch, mail_switch
from shanghaien.web.notices.pages.views import NoticesPage, Visit
from shanghaien.web.notices.place_store import PushRow, WebhookRow
from shanghaien.web.notices.places import KnownPlaces
from shanghaien.web.people.preferences import NoticePreferences, PersonPreferences
from tests.web.persons import ADA

THIRD_OF_NOVEMBER = 1_793_700_000_000
ALL, NONE = ConfiguredParts(True, True, True, True), ConfiguredParts(False, False, False, False)


def browser(failures: int = 0) -> PushRow:
    since = THIRD_OF_NOVEMBER if failures else None
    return PushRow("1", ADA, "https://x", "k", "a", "Firefox on Linux", "en", THIRD_OF_NOVEMBER, failures, since)


def test_a_browser_that_did_not_answer_three_times_is_off_and_says_since_when() -> None:
    silent = browser_switch(browser(failures=3), "")
    assert (silent.on, silent.text) == (False, "has not answered since 3 November; switch it on to try again")
    assert browser_switch(browser(failures=2), "").on


def test_a_browser_says_when_it_was_last_told_or_since_when_it_is_on() -> None:
    assert browser_switch(browser(), "").text == "since 3 November"
    told = browser_switch(browser(), "Europe/Berlin", THIRD_OF_NOVEMBER)
    assert told.text == "last notice: 3 November, 11:00"


@pytest.mark.parametrize(
    ("set_up", "signed_in", "mailbox", "possible", "link"),
    [
        (NONE, True, "ada@example.org", False, ""),
        (ALL, False, "", False, "/keep"),
        (ALL, True, "", False, "/keep/keys"),
        (ALL, True, "ada@example.org", True, ""),
    ],
)
def test_mail_is_possible_with_a_host_that_sends_it_and_an_address(
    set_up: ConfiguredParts, signed_in: bool, mailbox: str, possible: bool, link: str
) -> None:
    known = KnownPlaces(PersonPreferences(notices=NoticePreferences(mail=True)), mailbox=mailbox)
    switch = mail_switch(known, set_up, signed_in=signed_in)
    assert (switch.possible, switch.link, switch.on) == (possible, link, possible)


def test_a_trial_is_offered_only_where_something_would_arrive() -> None:
    def offered(known: KnownPlaces, set_up: ConfiguredParts = ALL) -> bool:
        return NoticesPage(known, set_up, Visit()).trial

    assert not offered(KnownPlaces(PersonPreferences()))
    assert offered(KnownPlaces(PersonPreferences(), (browser(),)))
    assert not offered(KnownPlaces(PersonPreferences(), (browser(failures=3),)))
    assert not offered(KnownPlaces(PersonPreferences(), (browser(),)), NONE)
    hooked = PersonPreferences(notices=NoticePreferences(webhook=True))
    assert offered(KnownPlaces(hooked, webhook=WebhookRow(ADA, "https://x", "s")))
    assert not offered(KnownPlaces(PersonPreferences(), webhook=WebhookRow(ADA, "https://x", "s")))
