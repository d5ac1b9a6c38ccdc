"""The end of a game as each of those who look at it sees the rematch, without a script."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.randomness import SECRET, ids

NewVisitor = Callable[[], Visitor]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors to one server, each with cookies of their own."""
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 60, "rate_limit": 0}
    with clients_of(create_app(load(given, {}), ids())) as client:
        yield lambda: Visitor(client())


@pytest.fixture
def both(visitor: NewVisitor) -> tuple[Visitor, Visitor, dict[str, Any]]:
    """Ada and Bob, and their game that Ada has given up."""
    ada, bob = visitor(), visitor()
    table = bob.join(ada.create(mode="invite", seat="a", name="Ada")["invitation"], name="Bob")
    return ada, bob, ada.resign(table)


def offered(visitor: Visitor, game: str) -> str:
    """What the page of a finished game says of the rematch."""
    page = visitor.get(f"/t/{game}").text
    acts = re.search(r'class="acts nxt">(.*?)<p class="further">', page, re.DOTALL)
    assert acts
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", acts[1])).strip()


def press(visitor: Visitor, game: str, what: str = "rematch") -> dict[str, Any]:
    return visitor.led_to(visitor.submit(f"/t/{game}", f"/t/{game}/{what}"))


def test_one_press_by_each_leads_both_to_the_new_table_under_their_names(
    both: tuple[Visitor, Visitor, dict[str, Any]],
) -> None:
    ada, bob, table = both
    game = table["id"]
    assert offered(ada, game) == "Rematch Bob is away and will be told Review"
    assert press(ada, game)["id"] == game
    assert offered(ada, game).startswith("You offered a rematch. Bob has been told.")
    assert offered(bob, game) == "Ada wants a rematch: sit down seats swapped Review"
    begun = press(bob, game)
    assert [seat["name"] for seat in begun["seats"]] == ["Bob", "Ada"]
    assert (begun["yours"], len(begun["state"]["tavern"])) == (["A"], 6)
    assert offered(ada, game) == "To the rematch Review"
    assert f'href="/t/{begun["id"]}" data-go' in ada.get(f"/t/{game}").text


def test_who_only_watches_is_neither_asked_nor_led_away(
    both: tuple[Visitor, Visitor, dict[str, Any]], visitor: NewVisitor
) -> None:
    (ada, bob, table), eve = both, visitor()
    game = table["id"]
    assert offered(eve, game) == "Review"
    press(ada, game)
    assert offered(eve, game) == "Review"
    press(bob, game)
    assert offered(eve, game) == "To the rematch Review"
    assert "data-go" not in eve.get(f"/t/{game}").text


def test_an_offer_that_is_withdrawn_is_gone_for_both(both: tuple[Visitor, Visitor, dict[str, Any]]) -> None:
    ada, bob, table = both
    game = table["id"]
    press(ada, game)
    assert press(ada, game, "rematch/withdraw")["id"] == game
    assert offered(bob, game) == "Rematch seats swapped, Ada is asked Review"
    press(bob, game)
    assert offered(ada, game).startswith("Bob wants a rematch: sit down")


def test_a_withdrawal_that_comes_too_late_shows_that_the_game_has_begun(
    both: tuple[Visitor, Visitor, dict[str, Any]],
) -> None:
    ada, bob, table = both
    game = table["id"]
    press(ada, game)
    late = ada.get(f"/t/{game}").text
    begun = press(bob, game)
    assert "rematch/withdraw" in late
    assert ada.led_to(ada.post(f"/t/{game}/rematch/withdraw"))["rematch"] == begun["id"]
    assert offered(ada, game) == "To the rematch Review"


def test_whoever_is_asked_finds_the_question_at_the_table_that_is_kept_for_them(
    both: tuple[Visitor, Visitor, dict[str, Any]],
) -> None:
    ada, bob, table = both
    made = press(ada, table["id"])["rematch"]
    assert ada.get(f"/t/{made}").status_code == 200
    led = bob.get(f"/t/{made}")
    assert (led.status_code, led.headers["location"]) == (303, f"/t/{table['id']}")
    press(bob, table["id"])
    assert bob.get(f"/t/{made}").status_code == 200


def test_another_game_that_waits_comes_next(both: tuple[Visitor, Visitor, dict[str, Any]]) -> None:
    ada, _, table = both
    assert "Next game" not in offered(ada, table["id"])
    other = ada.create(mode="hot-seat")
    assert "Next game: Guest" in offered(ada, table["id"])
    address = f"/next?from={table['id']}"
    assert f'href="{address}"' in ada.get(f"/t/{table['id']}").text
    assert ada.get(address).headers["location"] == f"/t/{other['id']}"


def test_against_a_bot_one_press_is_enough(visitor: NewVisitor) -> None:
    ada = visitor()
    over = ada.resign(ada.create(mode="bot", level="deckhand", seat="a", name="Ada"))
    assert offered(ada, over["id"]) == "Rematch seats swapped Review"
    assert press(ada, over["id"])["yours"] == ["B"]
