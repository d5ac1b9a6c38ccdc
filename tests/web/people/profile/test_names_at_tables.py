"""Names at a table lead to the pages of accounts: by who sits there, since a guest may carry anybody's name."""

from tests.web.people.profile.town import Town


def test_the_name_of_an_account_leads_to_its_page_and_that_of_a_guest_nowhere(town: Town) -> None:
    ada, _ = town.somebody("Anke")
    guest, watcher = town.new(), town.new()
    game = guest.join(ada.create(mode="invite", seat="a")["invitation"], name="Anke")["id"]
    for browser in (guest, watcher):
        page = browser.get(f"/t/{game}").text
        assert page.count('class="named" href="/people/Anke"') == 1  # one of the two who go by that name
    own = ada.get(f"/t/{game}").text
    assert 'class="named"' not in own
    assert 'href="/people/Anke">Your page</a>' in own


def test_at_the_end_too(town: Town) -> None:
    ada, _ = town.somebody("Arne")
    guest = town.new()
    table = guest.join(ada.create(mode="invite", seat="a")["invitation"], name="Gast")
    guest.resign(table)
    page = guest.get(f"/t/{table['id']}").text
    assert '<small>▲ <a class="named" href="/people/Arne">Arne</a></small>' in page


def test_what_changes_at_a_table_keeps_the_link(town: Town) -> None:
    ada, _ = town.somebody("Alva")
    guest = town.new()
    game = guest.join(ada.create(mode="invite", seat="a")["invitation"], name="Gast")["id"]
    while not (before := ada.look(game))["legal"]:
        guest.act(guest.look(game))
    ada.act(before)
    changed = guest.http.get(f"/t/{game}/parts?since={before['version']}").json()
    assert '<a class="named" href="/people/Alva">Alva</a>' in changed["parts"]["seat-them"]


def test_one_screen_for_two_and_bots_have_no_pages(town: Town) -> None:
    ada, _ = town.somebody("Auri")
    for mode in ("hot-seat", "bot"):
        assert 'class="named"' not in ada.get(f"/t/{ada.create(mode=mode)['id']}").text
