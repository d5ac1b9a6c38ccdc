"""Whoever is about to lose a rated game cannot see to it that it counts for nobody."""

from itertools import count

import pytest

from tests.web.moderation.meeting import House, Pair
from tests.web.over_http.visiting import sentence
from tests.web.patience import wait_until
from tests.web.scale.world import play

COUNTS = "This game counts."
_numbers = count(1)


@pytest.fixture
def losing(house: House) -> Pair:
    """Two people at a rated game in which both have chosen something; the first one is about to lose it."""
    number = next(_numbers)
    pair = house.pair(f"Ida {number}e", f"Bo {number}e", pace="live 600 10", rated="1")
    play((pair.ada, pair.ben), pair.game, 12)
    return pair


def test_by_giving_their_seat_to_a_second_account(house: House, losing: Pair) -> None:
    second, link = house.new(), losing.ada.private_link(losing.game)
    second.keep(f"Second {next(_numbers)}e")
    answer = second.post(link)
    assert answer.status_code == 403
    assert "belongs to another account" in sentence(answer)
    losing.finish()
    wait_until(lambda: COUNTS in sentence(losing.ben.get(losing.page)))


def test_by_giving_it_to_a_guest_who_then_keeps_their_games(house: House, losing: Pair) -> None:
    phone = house.new()
    assert phone.post(losing.ada.private_link(losing.game)).status_code == 303
    assert phone.look(losing.game)["yours"]
    phone.keep(f"Second {next(_numbers)}e")
    assert not phone.look(losing.game)["yours"]
    losing.finish()
    wait_until(lambda: COUNTS in sentence(losing.ben.get(losing.page)))


def test_a_guest_with_the_link_of_somebody_who_signs_in_as_them_plays_on(house: House, losing: Pair) -> None:
    phone = house.new()
    phone.post(losing.ada.private_link(losing.game))
    phone.arrive(losing.ids[0])
    assert phone.look(losing.game)["yours"] == ["A"]


def test_a_friendly_game_goes_over_to_whomever_its_player_likes(house: House, pair: Pair) -> None:
    friend = house.new()
    friend.keep(f"Friend {next(_numbers)}e")
    assert friend.post(pair.ada.private_link(pair.game)).status_code == 303
    assert friend.look(pair.game)["yours"] == ["A"]
