"""Whole pages as a person reads them: if one changes, `make golden` writes it anew and the difference says what changed."""

import pytest

from tests.web.golden.outline import outline
from tests.web.golden.scenes import FOLDER, SCENES, path


@pytest.mark.parametrize("name", SCENES)
def test_a_page_says_and_offers_what_it_did(name: str) -> None:
    assert SCENES[name]() == path(name).read_text(encoding="utf-8"), "run `make golden` and read the difference"


def test_every_page_that_is_kept_belongs_to_a_scene() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SCENES)


def test_an_outline_tells_what_is_said_pressed_and_drawn_but_no_styling() -> None:
    page = """<head><title>A page</title></head><main class="x"><h1 id="t">Hello <b>you</b></h1>
      <svg class="die" data-of="me"><use href="/static/0123456789/art.svg#die-3"/></svg>
      <form><input type="hidden" name="_csrf_token" value="123"><button class="b" name="action" value="roll">Roll</button></form></main>"""
    assert outline(page).splitlines() == [
        "title: A page",
        "main",
        "  h1 #t: Hello you",
        "  ⟨die-3 me⟩",
        "  form",
        "    input name=_csrf_token value=… type=hidden",
        "    button name=action value=roll: Roll",
    ]
    assert "Hello" not in outline(page, ("t",))
