"""What a person's cookies set, each for itself, and what stands without them."""

import pytest
from litestar.testing import RequestFactory

from shanghaien.web.core.i18n import language, language_context
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.preferences import Preferences, preferences_of
from shanghaien.web.site.sessions import speak_in_language_of


def sent(cookies: dict[str, str], **headers: str) -> AnyRequest:
    together = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return RequestFactory().get("/", headers={"cookie": together, **headers})


def read(cookies: dict[str, str]) -> Preferences:
    return preferences_of(sent(cookies))


def test_without_cookies_a_call_is_asked_about_and_nothing_else_is_on() -> None:
    assert read({}) == Preferences(theme="auto", confirm=True, sound=False, guide=False)


@pytest.mark.parametrize(
    ("cookies", "set_so"),
    [
        ({"confirm": "0"}, Preferences(confirm=False)),
        ({"confirm": "1"}, Preferences()),
        ({"sound": "1"}, Preferences(sound=True)),
        ({"guide": "1"}, Preferences(guide=True)),
        ({"theme": "dark"}, Preferences(theme="dark")),
        ({"theme": "light"}, Preferences(theme="light")),
    ],
)
def test_each_cookie_sets_one_thing(cookies: dict[str, str], set_so: Preferences) -> None:
    assert read(cookies) == set_so


@pytest.mark.parametrize("cookies", [{"theme": "pink"}, {"sound": "yes"}, {"guide": "0"}, {"confirm": "no"}])
def test_what_a_cookie_says_that_nobody_can_have_set_is_not_heard(cookies: dict[str, str]) -> None:
    assert read(cookies) == Preferences()


def test_a_page_speaks_the_chosen_language_before_that_of_the_browser() -> None:
    wanted = {"accept-language": "fr, de;q=0.5"}
    for chosen, spoken in (("", "fr"), ("it", "it"), ("xx", "fr")):
        with language_context("en"):
            speak_in_language_of(sent({"lang": chosen}, **wanted))
            assert language() == spoken
