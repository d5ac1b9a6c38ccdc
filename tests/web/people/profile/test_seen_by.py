"""Every part of a page is seen by whom it is shown to: strangers, opponents, whoever is blocked, gone, and oneself."""

from dataclasses import dataclass

import pytest

from shanghaien.web.people.profile.service import ProfileService
from tests.web.patience import wait_until
from tests.web.people.arriving import Resident
from tests.web.people.profile.town import PRIVATE, Town
from tests.web.standings.result_rows import add_results, result_row


@dataclass
class Crowd:
    """Ada, whose page is looked at, and everybody who looks; `guest` and `stranger` never played her."""

    ada: Resident
    friend: Resident
    stranger: Resident
    guest: Resident
    hater: Resident
    """Has blocked Ada."""
    hated: Resident
    """Was blocked by Ada."""
    game: str
    name: str

    def looks(self) -> dict[str, Resident]:
        """Everybody by what they are to Ada."""
        return {each: getattr(self, each) for each in ("ada", "friend", "stranger", "guest", "hater", "hated")}


@pytest.fixture(scope="module")
def crowd(town: Town) -> Crowd:
    ada, ada_id = town.somebody("Ada")
    friend, friend_id = town.somebody("Freya")
    stranger, _ = town.somebody("Stella")
    hater, hater_id = town.somebody("Hanno")
    hated, hated_id = town.somebody("Henk")
    game = town.played(ada, ada_id, friend_id, luck=0.2, loss=0.3, decisions=50)
    town.played(ada, ada_id, hater_id)
    town.played(ada, ada_id, hated_id)
    town.strong(ada, ada_id)
    town.block(ada, hater_id, ada_id)
    town.block(ada, ada_id, hated_id)
    return Crowd(ada, friend, stranger, town.new(), hater, hated, game, "Ada")


PAGES = ["", "/games", "/versus", "/versus/Freya", "/records.zip", "?list=live"]


def statuses(crowd: Crowd, path: str) -> dict[str, int]:
    return {who: browser.get(f"/people/Ada{path}").status_code for who, browser in crowd.looks().items()}


@pytest.mark.parametrize("path", PAGES)
def test_what_is_public_is_seen_by_all_but_those_who_keep_away(crowd: Crowd, town: Town, path: str) -> None:
    town.hide(crowd.ada, profile="everybody", games="everybody", strength="everybody")
    seen = {"ada": 200, "friend": 200, "stranger": 200, "guest": 200, "hater": 404, "hated": 404}
    assert statuses(crowd, path) == seen


@pytest.mark.parametrize("path", PAGES)
def test_what_is_for_opponents_is_seen_by_them(crowd: Crowd, town: Town, path: str) -> None:
    town.hide(crowd.ada, profile="opponents", games="everybody", strength="everybody")
    seen = {"ada": 200, "friend": 200, "stranger": 403, "guest": 403, "hater": 404, "hated": 404}
    assert statuses(crowd, path) == seen


@pytest.mark.parametrize("path", PAGES)
def test_what_is_for_nobody_is_seen_by_oneself_alone(crowd: Crowd, town: Town, path: str) -> None:
    town.hide(crowd.ada, profile="nobody", games="everybody", strength="everybody")
    both_played = 200 if path == "/versus/Freya" else 403
    seen = {"ada": 200, "friend": both_played, "stranger": 403, "guest": 403, "hater": 404, "hated": 404}
    assert statuses(crowd, path) == seen


def test_a_page_that_is_kept_back_says_so_and_tells_nothing_else(crowd: Crowd, town: Town) -> None:
    town.hide(crowd.ada, profile="nobody", games="everybody", strength="everybody")
    page = crowd.stranger.get("/people/Ada").text
    assert PRIVATE in page
    for secret in ("1587", "1612", crowd.game, "Freya", 'og:title" content="Ada'):
        assert secret not in page


@pytest.mark.parametrize("wish", ["opponents", "nobody"])
def test_games_and_strength_are_kept_back_one_without_the_other(crowd: Crowd, town: Town, wish: str) -> None:
    town.hide(crowd.ada, profile="everybody", games=wish, strength="everybody")
    page = crowd.stranger.get("/people/Ada").text
    assert "1587" in page
    assert '<svg class="chart w"' in page
    for secret in (crowd.game, "Freya", "records.zip"):
        assert secret not in page
    town.hide(crowd.ada, games="everybody", strength=wish)
    page = crowd.stranger.get("/people/Ada").text
    assert crowd.game in page
    for secret in ("1587", "1612", '<svg class="chart', "rated games", "Practise"):
        assert secret not in page
    own = crowd.ada.get("/people/Ada").text
    assert "1587" in own
    assert crowd.game in own


def test_programs_are_told_the_same_as_pages(crowd: Crowd, town: Town) -> None:
    town.hide(crowd.ada, profile="everybody", games="opponents", strength="nobody")
    told = crowd.stranger.api("GET", "/people/ada").json()
    assert (told["name"], told["strength"], told["habits"], told["games"]) == ("Ada", None, None, None)
    assert crowd.stranger.api("GET", "/people/Ada/games").status_code == 403
    friend = crowd.friend.api("GET", "/people/Ada").json()
    assert (friend["strength"], friend["games"]) == (None, "/api/v1/people/Ada/games")
    assert [game["game"] for game in crowd.friend.api("GET", "/people/Ada/games").json()][-1] == crowd.game
    own = crowd.ada.api("GET", "/people/Ada").json()
    assert (own["strength"][0]["rating"], own["strength"][0]["skill"]) == (1587.0, 1612.0)
    for apart in (crowd.hater, crowd.hated):
        for path in ("/people/Ada", "/people/Ada/games", "/people/Nobody"):
            assert apart.api("GET", path).status_code == 404
    town.hide(crowd.ada, profile="nobody", games="everybody", strength="everybody")
    hidden = crowd.stranger.api("GET", "/people/Ada").json()
    assert {value for name, value in hidden.items() if name != "name"} == {None}


def test_a_privacy_that_is_changed_counts_at_once(crowd: Crowd, town: Town) -> None:
    for wish, status in (("everybody", 200), ("nobody", 403), ("opponents", 403), ("everybody", 200)):
        town.hide(crowd.ada, profile=wish)
        assert crowd.guest.get("/people/Ada").status_code == status


def test_nobody_is_named_in_somebody_else_s_list_who_keeps_their_games_back(crowd: Crowd, town: Town) -> None:
    town.hide(crowd.ada, profile="everybody", games="everybody", strength="everybody")
    town.hide(crowd.friend, games="nobody")
    page = crowd.stranger.get("/people/Ada/games").text
    assert "Freya" not in page
    assert crowd.game not in page
    assert "a sailor" in page
    assert "Freya" not in crowd.stranger.get("/people/Ada").text
    assert "Freya" not in crowd.stranger.get("/people/Ada/versus").text
    assert crowd.stranger.get("/people/Ada/versus/Freya").status_code == 403
    assert crowd.stranger.get("/people/Ada/games?opponent=Freya").status_code == 403
    listed = crowd.stranger.api("GET", "/people/Ada/games").json()
    assert {(row["game"], row["opponent"]) for row in listed if not row["level"]} >= {(None, None)}
    assert crowd.game not in str(listed)
    assert "Freya" in crowd.ada.get("/people/Ada/games").text  # who has played her knows it
    town.hide(crowd.friend, games="everybody")
    assert "Freya" in crowd.stranger.get("/people/Ada/games").text


def test_of_whom_one_keeps_away_there_is_nothing_in_the_lists_of_others(crowd: Crowd, town: Town) -> None:
    town.hide(crowd.ada, profile="everybody", games="everybody", strength="everybody")
    assert "Hanno" in crowd.stranger.get("/people/Ada/games").text
    assert "Hanno" not in crowd.ada.get("/people/Ada/games").text
    assert "Hanno" not in crowd.ada.get("/people/Ada/versus").text
    assert crowd.ada.get("/people/Ada/versus/Hanno").status_code == 404


def test_who_has_gone_has_no_page_and_is_a_sailor_to_others(town: Town) -> None:
    leaver, leaver_id = town.somebody("Leander")
    stays, stays_id = town.somebody("Stine")
    town.played(stays, stays_id, leaver_id)
    town.strong(leaver, leaver_id)
    assert "Leander" in stays.get("/people/Stine").text
    leaver.submit("/account", "/account/delete", name="Leander")
    for path in ("/people/Leander", "/people/Leander/games", "/people/Stine/versus/Leander"):
        assert town.new().get(path).status_code == 404
    wait_until(lambda: stays.api("GET", "/people/Leander").status_code == 404)
    town.parts[ProfileService].names._known.clear()
    assert "Leander" not in stays.get("/people/Stine").text


def test_a_name_that_is_only_held_leads_nowhere(town: Town) -> None:
    browser, _ = town.somebody("Oldname")
    browser.submit("/account", "/account/name", name="Newname")
    assert town.new().get("/people/Oldname").status_code == 404
    assert town.new().get("/people/Newname").status_code == 200


def test_no_id_of_a_person_is_on_any_page(town: Town) -> None:
    one, one_id = town.somebody("Ida")
    _, two_id = town.somebody("Ivo")
    town.played(one, one_id, two_id)
    town.write(one, add_results, result_row(one_id, "someguest"))
    for path in ("", "/games", "/versus", "/versus/Ivo"):
        page = town.new().get(f"/people/Ida{path}").text
        for secret in (one_id, two_id, "someguest"):
            assert secret not in page.replace("content=", "")
