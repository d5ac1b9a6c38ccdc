from shanghaien.rules import Player, Trick
from shanghaien.web.pages.table.score import cards_taken, score_table
from shanghaien.web.play.table import Table
from tests.web.pages.table.positions import played, seen, table


def crews(**nations: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    order = ("american", "french", "german", "chinese", "dutch", "turkish", "spanish", "italian")
    return tuple(nations.get(name, ()) for name in order)


def example() -> Table:
    """Worked example 2 (R24), seen by the first seat."""
    state = played().state
    wilds = ((),) * 6 + ((Trick("wild"), Trick("wild")), ())
    mine = Player(crews=crews(spanish=(3,), french=(1, 4), american=(1, 2, 3), chinese=(1,)), wilds=wilds)
    theirs = Player(hand=(Trick("shift"),), crews=crews(french=(2, 3), american=(3, 4), chinese=(3, 3, 4)))
    return table(state.evolve(players=(mine, theirs)))


def test_the_slate_shows_the_points_of_the_worked_example() -> None:
    shown = score_table(seen(example()))
    assert shown.points == (8, 7)  # above, below
    spanish = shown.crews[6]
    assert (spanish.mine, spanish.counts, spanish.counts_for) == (7, 7, "me")
    assert spanish.why == "Only you have them: you keep them, 7 points."


def test_equal_crews_count_nothing_and_the_stronger_takes_the_weaker() -> None:
    shown = score_table(seen(example(), 1))
    american, french = shown.crews[0], shown.crews[1]
    assert (french.counts, french.counts_for) == (0, "")
    assert (american.counts, american.counts_for) == (6, "me")


def test_what_is_still_to_come_counts_the_table_and_the_pile() -> None:
    shown = score_table(seen(played()))
    assert (shown.cards_left, shown.points_left) == (48, 8 * 13 + 8)


def test_cards_taken_are_listed_by_nation_with_wild_cards_marked() -> None:
    other, own = cards_taken(seen(example()))
    assert [face.label for face in own.cards][-3:] == ["Spanish 3", "Spanish 2 (trick card)", "Spanish 2 (trick card)"]
    assert len(other.tricks) == 1
