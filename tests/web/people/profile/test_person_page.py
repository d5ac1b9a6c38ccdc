"""A person's page: skill first, the curve from five games on, months, habits, opponents; and names are only text."""

import re

import pytest

from tests.web.people.arriving import Resident
from tests.web.people.profile.town import Town, text_of
from tests.web.standings.result_rows import DAY, add_results, add_seats, add_strength, both_sides, result_row

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def ines(town: Town) -> Resident:
    """Ines has played a lot."""
    browser, ines = town.somebody("Ines")
    _, marta = town.somebody("Marta")
    for score in (2, 0, 2, 1, 2, 2):
        town.played(browser, ines, marta, score=score, luck=-0.1, loss=0.4, decisions=50)
    town.write(browser, add_results, result_row(ines, level="captain", score=0), result_row(ines, ""))
    town.strong(browser, ines)
    town.write(browser, add_strength, ines, list="days", rating=1544.0, deviation=140.0, games=3, curve="")
    return browser


def test_skill_comes_first_and_ratings_after_it(ines: Resident, town: Town) -> None:
    page = town.new().get("/people/Ines").text
    figures = [text_of(each).strip() for each in re.findall(r"<dt>.*?</dd>", page, re.DOTALL)]
    for figure, name in zip(figures, ("Skill, luck taken out", "Rating, live", "Rating, days"), strict=False):
        assert figure.startswith(name)
    assert "1612" in figures[0]
    assert "1587" in figures[1]
    assert "1544" in figures[2]
    assert figures[2].endswith("?")  # provisional
    assert "Ines plays 25 points above their rating." in page


def test_the_page_says_you_to_its_owner_and_has_the_settings_beside_it(ines: Resident, town: Town) -> None:
    own, other = ines.get("/people/Ines").text, town.new().get("/people/Ines").text
    assert "You play 25 points above your rating." in own
    assert "The dice owe you 0.6 wins from 6 reviewed games." in own
    assert 'href="/privacy"' in own
    assert 'href="/privacy"' not in other
    assert 'href="/people/Ines">Your page</a>' in own
    assert "Your page</a>" not in other


def test_every_picture_has_words_for_who_listens_and_numbers_for_who_reads(ines: Resident, town: Town) -> None:
    page = town.new().get("/people/Ines").text
    drawings = re.findall(r"<svg class=\"chart.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 6  # the curve twice, for wide pages and phones; luck, result, error, rounds
    for drawing in drawings:
        labels = re.search(r'aria-labelledby="(\S+) (\S+)"', drawing)
        assert labels is not None
        assert f'<title id="{labels[1]}">' in drawing
        assert f'<desc id="{labels[2]}">' in drawing
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<summary>The same as a table</summary>") == 3
    assert "style=" not in page


def test_the_other_list_has_a_curve_only_after_five_games(ines: Resident, town: Town) -> None:
    assert "After five rated games there is something to see." not in town.new().get("/people/Ines").text
    page = town.new().get("/people/Ines?list=days").text
    assert "After five rated games there is something to see." in page
    assert 'aria-labelledby="curve' not in page
    assert town.new().get("/people/Ines?list=nonsense").text.count('aria-labelledby="curve') == 2


def test_mistakes_are_named_and_lead_to_puzzles_of_their_kind(ines: Resident, town: Town) -> None:
    page = town.new().get("/people/Ines").text
    assert page.index("Rolling or calling Shanghai") < page.index("Choosing a die and its card")
    assert 'href="/puzzles?kind=call"' in page
    assert "67%" in page
    puzzles = town.new().get("/puzzles?kind=call").text
    assert "Roll or call?" in puzzles
    assert "Die or trick?" not in puzzles
    assert "Most is lost in rounds 7 and 8." in page


def test_opponents_lead_to_two_people_and_bots_to_their_games(ines: Resident, town: Town) -> None:
    page = town.new().get("/people/Ines").text
    assert 'href="/people/Ines/versus/Marta"' in page
    assert 'href="/people/Ines/games?level=captain"' in page
    assert 'href="/bots/captain">Captain</a>' in page
    assert "a sailor" in page  # a result whose other side has gone


def test_somebody_new_has_a_page_without_anything(town: Town) -> None:
    town.somebody("Nina")
    page = town.new().get("/people/Nina").text
    for sentence in (
        "no rated games yet",
        "After five rated games there is something to see.",
        "No finished games yet.",
    ):
        assert sentence in page
    assert '<svg class="chart' not in page


def test_damaged_numbers_do_not_break_the_page(town: Town) -> None:
    browser, person = town.somebody("Dora")
    town.write(browser, add_strength, person, curve="{broken", skill=None, skill_deviation=None)
    page = browser.get("/people/Dora")
    assert page.status_code == 200
    assert "After five rated games" in page.text


def test_names_are_found_as_they_sound_and_shown_as_they_are_written(town: Town) -> None:
    town.somebody("O'Brien X.")
    found = town.new().get("/people/obrienx")
    assert (found.status_code, found.headers["location"]) == (303, "/people/O%27Brien%20X.")
    assert '<h1 id="name">O&#39;Brien X.</h1>' in town.new().get("/people/O%27Brien%20X.").text
    for nobody in (
        "/people/%3Cscript%3E",
        "/people/" + "a" * 300,
        "/people/%00",
        "/people/a%2Fb",
        "/people/%F0%9F%98%80",
    ):
        answer = town.new().get(nobody)
        assert answer.status_code in {400, 404}
        assert "<script>alert" not in answer.text


def test_hostile_names_of_guests_are_text(town: Town) -> None:
    browser, person = town.somebody("Vera")
    rows = both_sides(person, "guest1")
    town.write(browser, add_results, *rows)

    town.write(browser, add_seats, rows[0]["game"], "Vera", HOSTILE)
    for path in ("/people/Vera", "/people/Vera/games"):
        page = town.new().get(path).text
        assert HOSTILE not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    opponent = town.new().get("/people/Vera/games?opponent=" + HOSTILE.replace("<", "%3C").replace(">", "%3E"))
    assert opponent.status_code == 404
    assert HOSTILE not in opponent.text


def test_other_sites_are_told_of_a_page_only_if_everybody_sees_it(town: Town) -> None:
    browser, _ = town.somebody("Olga")
    assert '<meta property="og:title" content="Olga">' in town.new().get("/people/Olga").text
    town.hide(browser, profile="nobody")
    assert '<meta property="og:title" content="Olga">' not in browser.get("/people/Olga").text
    assert '<meta property="og:title" content="Shanghaien">' in town.new().get("/people/Olga").text


@pytest.mark.parametrize("level", ["cabin-boy", "captain"])
def test_bots_have_a_face_a_character_and_a_strength_that_stays(town: Town, level: str) -> None:
    page = town.new().get(f"/bots/{level}").text
    assert f"#face-{level}" in page
    assert "Strength, fixed" in page
    assert "chart" not in page.split("<main")[1]
    assert town.new().get("/bots/admiral").status_code == 404


def test_old_ratings_are_less_certain_than_they_were(town: Town) -> None:
    browser, person = town.somebody("Alma")
    town.write(browser, add_strength, person, at=1_760_000_000_000 - 900 * DAY, deviation=48.0)
    around = re.findall(r"± (\d+)", browser.get("/people/Alma").text)
    assert int(around[1]) > 100
