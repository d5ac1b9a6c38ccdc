"""What others see is set on one page by those who have a page, and only there."""

import pytest

from tests.web.over_http.visiting import sentence
from tests.web.people.profile.town import Town


def test_a_guest_has_nothing_to_hide(town: Town) -> None:
    guest = town.new()
    assert guest.get("/privacy").headers["location"] == "/keep"
    answer = guest.post("/privacy", {"profile": "nobody"})
    assert answer.status_code == 403
    assert "Sign in, and try again." in sentence(answer)


def test_what_is_chosen_stays_chosen_and_the_rest_stays_as_it_was(town: Town) -> None:
    browser, _ = town.somebody("Gesa")
    town.hide(browser, games="opponents", day="nobody")
    browser.post("/privacy", {"strength": "nobody", "here": "1"})
    page = browser.get("/privacy?told").text
    for part, wish in (("profile", "everybody"), ("games", "opponents"), ("strength", "nobody"), ("day", "nobody")):
        assert f'name="{part}" value="{wish}" checked' in page
    assert 'name="here" value="1" checked' in page
    assert "Saved. It applies from now on." in page


@pytest.mark.parametrize("wish", ["friends", "", "EVERYBODY"])
def test_nothing_else_can_be_wished(town: Town, wish: str) -> None:
    browser, _ = town.somebody(f"Gwen{len(wish)}")
    answer = browser.post("/privacy", {"profile": wish})
    assert answer.status_code == 400
    assert "Choose who may see it" in sentence(answer)


def test_no_form_of_another_site_opens_a_page(town: Town) -> None:
    browser, _ = town.somebody("Gina")
    town.hide(browser, profile="nobody")
    assert browser.post("/privacy", {"profile": "everybody", "_csrf_token": ""}).status_code == 403
    assert town.new().get("/people/Gina").status_code == 403
