"""Pages as the server sends them: nothing inline, no other site, settings kept, every form with its token."""

import re

import pytest

from shanghaien.web.site.assets import address, style_sheet
from tests.web.browser_like import Visitor
from tests.web.site.test_styles import TEMPLATES

PAGES = ("/", "/new", "/rules", "/voyage/1", "/voyage/6?answer=5", "/import", "/no-such-page")


def test_no_template_holds_inline_script_or_style() -> None:
    for template in TEMPLATES:
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*(\bsrc=|application/json))", text), (
            template.name
        )


def test_no_page_asks_another_site_for_anything(visitor: Visitor) -> None:
    for path in (*PAGES, f"/t/{visitor.create()['id']}"):
        text = visitor.get(path).text
        # A link may lead to another site, as that to the licence does; nothing is loaded from there.
        loading = re.sub(r"<a\s[^>]*>", "", text)
        assert not re.search(r"""(src|href|action)=["'](https?:)?//""", loading), path
    assert "http" not in style_sheet()


def test_every_form_that_changes_something_carries_the_token(visitor: Visitor) -> None:
    for path in (*PAGES, f"/t/{visitor.create()['id']}"):
        for form in re.findall(r'<form[^>]*method="post".*?</form>', visitor.get(path).text, re.DOTALL):
            assert re.search(r'name="_csrf_token" value="\w+', form), (path, form[:100])


def test_the_address_of_a_file_names_its_content_and_it_may_be_kept(visitor: Visitor) -> None:
    for name in ("style.css", "tables/scripts/table.js", "art.svg", "wood.svg", "icon.svg"):
        answer = visitor.get(address(name))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_settings_are_kept_and_lead_back_to_the_page(visitor: Visitor) -> None:
    answer = visitor.post("/settings", {"theme": "dark", "lang": "de", "sound": "1", "next": "/new"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/new")
    page = visitor.get("/new").text
    assert '<html lang="de"' in page
    assert re.search(r'name="theme" value="dark" checked', page)
    assert re.search(r'name="sound" value="1" checked', page)
    assert not re.search(r'name="confirm" value="1" checked', page)


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "/\\example.org", "example"])
def test_settings_never_lead_to_another_site(visitor: Visitor, elsewhere: str) -> None:
    assert visitor.post("/settings", {"next": elsewhere}).headers["location"] == "/"


def test_the_browser_s_first_language_that_we_speak_is_chosen(visitor: Visitor) -> None:
    for wish, language in (("fr-CH, en;q=0.8", "fr"), ("pt, it;q=0.5, en;q=0.4", "it"), ("xx", "en"), ("", "en")):
        page = visitor.http.get("/", headers={"accept": "text/html", "accept-language": wish}).text
        assert f'<html lang="{language}"' in page


def test_a_guided_game_starts_with_comments(visitor: Visitor) -> None:
    answer = visitor.post("/guide")
    assert answer.status_code == 303
    assert visitor.http.cookies.get("guide") == "1"
    assert visitor.get(answer.headers["location"]).status_code == 200


def test_watchers_choose_the_side_they_look_from(visitor: Visitor) -> None:
    game = visitor.create(name="Anna", name_b="Marta")["id"]
    below = re.compile(r'<section\s+class="seat"\s+id="seat-me"[^>]*aria-label="(\w+)"')
    for side, name in (("", "Anna"), ("?side=a", "Anna"), ("?side=b", "Marta")):
        page = visitor.get(f"/watch/{game}{side}").text
        assert below.search(page)[1] == name  # type: ignore[index]
        assert 'name="action"' not in page
        assert ("data-neutral" in page) == (side == "")
        assert f'href="/watch/{game}{side}" aria-current=true' in page


def test_players_are_never_neutral(visitor: Visitor) -> None:
    assert "data-neutral" not in visitor.get(f"/t/{visitor.create()['id']}").text


def test_a_stale_move_is_refused_on_the_page_itself(visitor: Visitor) -> None:
    table = visitor.create()
    visitor.act(table, "roll")
    answer = visitor.post(f"/t/{table['id']}/act", {"version": table["version"], "id": "late", "action": "roll"})
    assert answer.status_code == 409
    assert "The game has moved on" in answer.text
    assert 'id="counter"' in answer.text
