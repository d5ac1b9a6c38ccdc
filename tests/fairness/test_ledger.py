"""What the ledger of a game lets happen, and when: whose link is asked for, and what is refused at once."""

import pytest

from shanghaien.fairness import DicePlayer, Ledger, Who, Witness, WrongLink, WrongMoment
from shanghaien.fairness.ledger import MOST_RECOMMITMENTS
from tests.fairness.honest import House

END = "0" * 64


def wanted(house: House, actor: Who) -> list[tuple[str, str, int]]:
    return [(each.who, each.chain, each.number) for each in house.ledger.wanted(actor)]


def test_a_player_opens_their_own_next_link() -> None:
    house = House(stop=2).play()
    assert house.ledger.groups == "cg"
    assert wanted(house, "creator") == [("creator", "creator-1", 2)]
    assert wanted(house, "guest") == [("guest", "guest-1", 2)]


def test_a_bots_opponent_opens_the_link_for_it_so_the_server_foresees_nothing() -> None:
    house = House(mode="bot", kinds=("person", "bot:captain"), words=("", ""), stop=2).play()
    assert wanted(house, "guest") == wanted(house, "creator") == [("creator", "creator-1", 3)]
    with pytest.raises(WrongLink, match="1 links of players are needed"):
        house.ledger.draw("guest", house.link("server", 3))


def test_at_one_screen_all_links_are_the_creators_and_two_bots_have_none() -> None:
    screen = House(mode="hot-seat", kinds=("person", "same-screen"), words=("", ""), seat="a", stop=2).play()
    assert wanted(screen, "guest") == [("creator", "creator-1", 3)]
    bots = House(mode="bots", kinds=("bot:captain", "bot:captain"), words=("", ""), stop=2).play()
    assert wanted(bots, "creator") == []
    assert bots.ledger.groups == "--"


def test_with_a_witness_both_players_open_a_link_once_both_sit_there() -> None:
    house = House(witness=Witness.ALWAYS, stop=3).play()
    assert wanted(house, "guest") == [("guest", "guest-1", 3), ("creator", "creator-1", 4)]
    assert House(witness=Witness.ALWAYS).ledger.wanted("creator")[0].number == 1


def test_a_fresh_chain_waits_for_a_link_of_the_other_player_where_there_are_witnesses() -> None:
    house = House(witness=Witness.ALWAYS, stop=3).play()
    house.ledger = house.ledger.renew("guest", house.pages["guest"].commit(house.game))
    assert wanted(house, "guest") == wanted(house, "creator") == [("creator", "creator-1", 4)]
    house.draw("guest")
    assert wanted(house, "guest") == [("guest", "guest-2", 1), ("creator", "creator-1", 5)]


def test_without_witnesses_a_fresh_chain_is_used_at_once_and_an_entrusted_one_goes_on() -> None:
    house = House(stop=2).play()
    house.ledger = house.ledger.renew("guest")
    assert wanted(house, "guest") == [("guest", "guest-held", 1)]
    house.draw("guest")
    house.ledger = house.ledger.renew("guest", house.pages["guest"].commit(house.game)).renew("guest")
    assert wanted(house, "guest") == [("guest", "guest-held", 2)]


def test_only_a_seat_is_drawn_before_the_guest_sits_there() -> None:
    for house in (House(seat="a"), House()):
        if house.seat == "drawn":
            house.draw("creator")
        with pytest.raises(WrongMoment, match="before both players sit there"):
            house.draw("creator")


def test_a_guest_sits_down_once_and_not_in_the_middle_of_a_game() -> None:
    late = DicePlayer("person", END)
    for ledger in (House(stop=2).play().ledger, House().ledger):
        with pytest.raises(WrongMoment, match="sits down once"):
            ledger.sit(late)


def test_who_has_no_chain_commits_to_none_and_nobody_does_it_for_ever() -> None:
    bot = House(mode="bot", kinds=("person", "bot:captain"), words=("", ""), stop=2).play().ledger
    with pytest.raises(WrongMoment, match="has a chain"):
        bot.renew("guest", END)
    ledger: Ledger = bot
    for _ in range(MOST_RECOMMITMENTS):
        ledger = ledger.renew("creator", END)
    with pytest.raises(WrongMoment, match="not more often"):
        ledger.renew("creator", END)


def test_after_a_restored_copy_nobody_draws_from_links_that_may_be_known() -> None:
    house = House(stop=4).play()
    restored = house.ledger.restore(END)
    assert (restored.server, restored.server_number) == ("server-2", 1)
    assert restored.stale == {"creator", "guest"}
    assert restored.head != house.ledger.head
    with pytest.raises(WrongMoment, match="commit anew first"):
        restored.draw("creator", END, house.link("creator-1", 3))
    assert restored.renew("creator", END).stale == {"guest"}


def test_nothing_secret_is_in_a_ledger() -> None:
    house = House(stop=5).play()
    shown = repr(house.ledger)
    assert house.link("server", 5) in shown
    assert house.link("server", 6) not in shown
    assert house.secrets.server.hex() not in shown
    assert house.secrets.guest.hex() not in shown
