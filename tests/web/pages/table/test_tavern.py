from shanghaien.rules import takings_now
from shanghaien.web.pages.table.row import row
from tests.web.pages.table.positions import hot_seat, played, seen, with_dice


def test_own_dice_lie_below_in_red_and_the_others_above_in_blue_whatever_the_seat() -> None:
    shown = with_dice("225", "4")
    for viewer, own in ((0, 2), (1, 0)):
        slot = row(seen(shown, viewer))[1]
        assert (slot.lower.of, slot.lower.count) == ("me", own)
        assert slot.upper.of == "them"


def test_both_players_see_the_row_the_same_way_round() -> None:
    shown = with_dice("225", "4")
    assert [slot.label for slot in row(seen(shown, 0))] == [slot.label for slot in row(seen(shown, 1))]


def test_at_a_hot_seat_table_whoever_is_to_move_sits_below() -> None:
    assert row(hot_seat(with_dice("2", "33", turn=1)))[2].lower.count == 2
    assert row(hot_seat(with_dice("2", "33", turn=0)))[2].lower.count == 0


def test_each_card_tells_who_would_take_it_as_the_rules_decide() -> None:
    shown = with_dice("2235", "33466")
    for slot, taking in zip(row(seen(shown)), takings_now(shown.state), strict=True):
        assert slot.takes == {0: "me", 1: "them", None: "none"}[taking.taker]


def test_a_tie_names_the_pips_of_the_neighbours() -> None:
    slot = row(seen(with_dice("25", "245")))[4]
    assert slot.tie
    assert slot.why == "1 each. Pips on the neighbours: Marta 4, you 0."


def test_cards_have_no_number_before_the_end_is_named() -> None:
    assert {slot.number for slot in row(seen(played("roll", "2-5")))} == {None}


def test_the_row_that_was_shared_out_stays_until_somebody_rolls() -> None:
    first = (
        "roll",
        "1-2",
        "place 1 left",
        "roll",
        "1-2",
        "place 1",
        "roll",
        "2-3",
        "place 2",
        "roll",
        "3-4",
        "place 3",
    )
    deal = ("ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
    told = played(*first, "shanghai", *deal)
    assert row(seen(told))[0].label == "Card 1: French 4"
    assert row(seen(told))[1].lower.tally == "1"
    assert row(seen(played(*first, "shanghai", *deal, "roll", "1-2")))[0].face.name == "Italian"
