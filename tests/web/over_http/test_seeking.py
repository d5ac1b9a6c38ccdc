"""Playing somebody over HTTP, as pages without script do it: being led to the table once, and every way to leave."""

from tests.web.browser_like import Visitor
from tests.web.over_http.test_lobby import LIVE, offered, sit_down
from tests.web.over_http.visiting import NewVisitor, sentence

BAR = 'id="seeking"'


def seek(visitor: Visitor) -> str:
    """Press the button of the lobby; where it leads."""
    return str(visitor.submit("/lobby", "/seek").headers["location"])


def pressed(visitor: Visitor, what: str, page: str = "/") -> str:
    """Press a button of the bar over a page; where it leads."""
    assert f'"/seek/{what}"' in visitor.get(page).text
    return str(visitor.post(f"/seek/{what}").headers["location"])


def stage(visitor: Visitor) -> str:
    """How the script of a page is told that the search stands."""
    return str(visitor.get("/seek/state").json()["stage"])


def brought_together(ada: Visitor, bob: Visitor) -> str:
    """Both look for somebody, are found and say yes; the table of the two, where neither has been yet."""
    for visitor in (ada, bob):
        seek(visitor)
    assert pressed(ada, "go") == "/"
    return pressed(bob, "go")


def test_who_has_been_at_the_table_is_led_there_no_more(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = brought_together(ada, bob)
    assert BAR not in bob.get(table).text
    assert stage(bob) == "not"
    assert "Your table is ready" in sentence(ada.get("/lobby"))
    assert pressed(ada, "go", "/lobby") == table
    for person in (ada, bob):
        for page in (table, "/lobby", "/"):
            assert BAR not in person.get(page).text


def test_a_table_that_is_over_before_one_comes_leads_nobody_around_either(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = brought_together(ada, bob)
    bob.resign({"id": table.removeprefix("/t/")})
    assert "Your table is ready" in sentence(ada.get("/"))
    assert BAR not in ada.get(table).text
    assert stage(ada) == "not"


def test_who_wants_to_stay_when_both_have_said_yes_is_led_to_the_table(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    table = brought_together(ada, bob)
    assert ada.post("/seek/stop").headers["location"] == table
    assert '"/seek/stop"' not in ada.get("/").text
    assert BAR not in ada.get(table).text


def test_who_stays_is_asked_no_more_and_the_other_one_is_let_go_too(visitor: NewVisitor) -> None:
    ada, bob = visitor(), visitor()
    bots = seek(ada), seek(bob)
    pressed(ada, "go", bots[0])
    assert pressed(bob, "stop", bots[1]) == "/"
    assert BAR not in bob.get(bots[1]).text
    assert "Looking for somebody" in sentence(ada.get(bots[0]))
    assert pressed(ada, "stop", bots[0]) == "/"
    assert BAR not in ada.get("/lobby").text


def test_who_sits_down_at_an_offered_table_is_not_called_away_from_it(visitor: NewVisitor) -> None:
    ada, bob, eve = visitor(), visitor(), visitor()
    seek(bob)
    game = offered(ada, pace=LIVE)
    assert BAR not in bob.get(sit_down(bob, game)).text
    seek(eve)
    assert (stage(bob), stage(eve)) == ("not", "waiting")
    pressed(eve, "stop")


def test_who_asks_again_and_finds_an_offered_table_is_found_by_nobody_else(visitor: NewVisitor) -> None:
    ada, bob, eve = visitor(), visitor(), visitor()
    seek(bob)
    game = offered(ada, pace=LIVE)
    assert seek(bob) == f"/t/{game}"
    seek(eve)
    assert (stage(bob), stage(eve)) == ("not", "waiting")
    pressed(eve, "stop")
