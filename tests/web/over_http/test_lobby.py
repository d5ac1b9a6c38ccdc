"""The lobby over HTTP: offering, sitting down by one press, being too slow, and what a stranger cannot do."""

import re

from tests.web.browser_like import Visitor
from tests.web.over_http.visiting import NewVisitor, sentence

LIVE = "live 600 15"


def offered(visitor: Visitor, **values: str) -> str:
    """Offer a table by the form; the game's id."""
    answer = visitor.submit("/lobby/new", "/lobby/new", **{"pace": LIVE, "preset": "base", **values})
    assert answer.status_code == 303, sentence(answer)
    rows = re.findall(r'data-offer="([^"]+)" *data-own', re.sub(r"\s+", " ", visitor.get("/lobby").text))
    return str(rows[0])


def sit_down(visitor: Visitor, game: str) -> str:
    """Press the button of a row; where it leads."""
    assert f'value="{game}"' in visitor.get("/lobby").text
    return str(visitor.submit("/lobby", "/lobby/sit", offer=game).headers["location"])


def test_two_presses_lead_a_stranger_to_a_game(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    game = offered(ada, name="Ada", word="first one tonight")
    page = sentence(bob.get("/lobby"))
    assert "first one tonight" in page
    assert "10 min + 15 s" in page
    assert sit_down(bob, game) == f"/t/{game}"
    table = ada.look(game)
    assert table["waits_for"] is not None
    assert game not in visitor().get("/lobby").text


def test_whoever_is_slower_is_told_so_and_sees_the_other_tables(visitor: NewVisitor) -> None:
    ada, bob, eve = visitor(), visitor(), visitor()
    taken, free = offered(ada, word="taken"), offered(ada, word="still free")
    sit_down(bob, taken)
    late = eve.post("/lobby/sit", {"offer": taken})
    assert late.status_code == 409
    assert "Somebody was faster" in sentence(late)
    assert free in late.text
    assert eve.get(f"/lobby/{taken}/promise").status_code == 409
    assert eve.get(f"/lobby/{free}/promise").json()["game"] == free
    ada.post("/lobby/withdraw", {"offer": free})


def test_a_name_and_a_word_are_shown_as_they_are_and_run_nothing(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    game = offered(ada, name="<b>Ada", word="<script>alert(1)</script>")
    page = bob.get("/lobby").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&lt;b&gt;Ada" in page
    ada.post("/lobby/withdraw", {"offer": game})


def test_a_word_leads_nowhere_and_is_short(visitor: NewVisitor) -> None:
    for word in ("see http://evil.example", "mail me@evil.example", "x" * 61):
        answer = visitor().submit("/lobby/new", "/lobby/new", pace=LIVE, word=word)
        assert answer.status_code == 422, word
        assert "The note can" in sentence(answer)


def test_only_its_owner_takes_an_offer_back(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    game = offered(ada)
    assert bob.post("/lobby/withdraw", {"offer": game}).status_code == 403
    assert ada.post("/lobby/withdraw", {"offer": game}).headers["location"] == "/lobby"
    assert game not in bob.get("/lobby").text


def test_the_sixth_table_is_refused_in_a_sentence(visitor: NewVisitor) -> None:
    ada = visitor()
    games = [offered(ada, word=str(number)) for number in range(5)]
    answer = ada.submit("/lobby/new", "/lobby/new", pace=LIVE)
    assert answer.status_code == 409
    assert "You are already offering 5 tables" in sentence(answer)
    for game in games:
        ada.post("/lobby/withdraw", {"offer": game})


def test_a_guest_offers_no_rated_table(visitor: NewVisitor) -> None:
    answer = visitor().submit("/lobby/new", "/lobby/new", pace=LIVE, rated="1")
    assert answer.status_code == 422
    assert "for people with an account" in sentence(answer)


def test_a_table_over_days_is_listed_and_its_owner_told_what_follows(visitor: NewVisitor) -> None:
    ada = visitor()
    answer = ada.submit("/lobby/new", "/lobby/new", pace="days 259200 86400 432000", low="1400", high="1600")
    assert answer.headers["location"] == "/lobby?listed"
    page = sentence(ada.get("/lobby?listed"))
    assert "You will be told when somebody sits down" in page
    assert "1400–1600" in page


def test_what_nobody_offers_is_no_different_from_what_is_hidden(visitor: NewVisitor) -> None:
    bob = visitor()
    assert bob.get("/lobby/nothing/promise").status_code == 409
    assert bob.post("/lobby/sit", {"offer": "nothing"}).status_code == 409
    assert bob.post("/lobby/sit", {}).status_code == 400


def test_the_list_is_paged_by_places_and_nothing_is_lost(visitor: NewVisitor) -> None:
    people = [visitor() for _ in range(5)]
    games = {offered(person, word=f"table {number}") for person in people for number in range(5)}
    eve, seen, page = visitor(), set[str](), "/lobby"
    while page:
        text = eve.get(page).text
        seen |= set(re.findall(r'data-offer="([^"]+)"', text))
        more = re.search(r'href="(/lobby\?after=[^"]+)"', text)
        page = more[1] if more else ""
    assert games <= seen
