from shanghaien.rules import Player
from shanghaien.web.pages.shared.seen_table import OpenChoice
from shanghaien.web.pages.table.guide import comment
from shanghaien.web.play.table import Table
from tests.rules.positions import after, position, side
from tests.web.pages.table.positions import ME, hot_seat, played, seen, table, with_dice


def said(shown: Table) -> str:
    return comment(seen(shown, ME))


def with_crews(mine: tuple[int, ...], theirs: tuple[int, ...], *, of: int) -> Table:
    """Round 2; 2 and 4 are rolled, and both have these sailors of one nation."""
    state = played("roll", "1-4", "place 1 left", "roll", "2-2", "place 2", "roll", "2-4").state
    crews = [tuple(values if nation == of else () for nation in range(8)) for values in (mine, theirs)]
    players = tuple(p._replace(crews=each) for p, each in zip(state.players, crews, strict=True))
    return table(state.evolve(players=players, round=2))


def test_the_first_comment_tells_how_a_turn_goes() -> None:
    assert said(played()).startswith("Roll two dice.")


def test_whoever_starts_is_told_to_choose_the_end_and_then_what_takes_a_card() -> None:
    rolled = played("roll", "2-5")
    assert "from which end" in said(rolled)
    assert comment(seen(rolled, ME, choice=OpenChoice.read(end="left"))).startswith("More dice on a card take it")


def test_a_lead_in_the_row_is_a_reason_to_call_and_the_others_dice_one_to_hurry() -> None:
    assert "makes it final" in said(with_dice("1122", "3"))
    assert "may call after it" in said(with_dice("34", "3344"))
    assert "not ahead yet" in said(with_dice("33", "5"))


def test_who_has_too_few_dice_hears_that_they_must_call() -> None:
    assert "have to call" in said(with_dice("11223", "3"))


def test_a_card_that_overtakes_is_told_with_both_scores() -> None:
    overtaking = with_crews((1,), (2,), of=4)  # card 4 is Dutch 3
    assert "Dutch 3" in said(overtaking)
    assert "for you from 0 to 2, for the other from 1 to 0" in said(overtaking)


def test_a_trick_card_is_not_liked_more_than_a_crew_of_ones_own() -> None:
    state = played("roll", "3-4").state.evolve(round=2, players=(Player(), Player()))
    chosen = seen(table(state), ME, choice=OpenChoice.read(end="left"))
    assert "for you from 0 to 3" in comment(chosen)


def test_the_second_seat_hears_the_same_of_its_own_dice() -> None:
    assert "makes it final" in comment(seen(with_dice("3", "1122", turn=1), 1))
    assert "not ahead yet" in comment(seen(with_dice("5", "33", turn=1), 1))
    assert "makes it final" in comment(hot_seat(with_dice("3", "1122", turn=1)))


def test_who_holds_tricks_hears_that_one_may_be_played_first() -> None:
    shown = table(position(side("1", hand="shift"), side("2"), roll="24"))
    assert said(shown).endswith("You may first play one trick card: press its upper or lower half.")


def test_at_a_question_of_a_trick_card_the_guide_leads_to_the_cards_own_sentence() -> None:
    shown = table(after(position(side("1"), side("2"), extra_3=True), "roll, 4-4"))
    assert said(shown).startswith("An expansion card asks.")


def test_where_nobody_may_call_the_guide_says_to_roll() -> None:
    assert said(table(position(side("12"), side("3", force="extra1"), extra_1=True))) == (
        "Nobody may call Shanghai right now, so roll on."
    )
