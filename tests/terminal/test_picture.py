"""The table as characters: both sides, the cards, and whatever trick cards add to it."""

import io
import re

import pytest
from rich.console import Console, RenderableType

from shanghaien.rules import BY_KEY, End, Trick
from shanghaien.terminal.picture import FITS, OTHER, OWN, Side, card_text, hands, pile_lines, score_table, tavern_table
from tests.rules.positions import A, B, position, side


def shown(picture: RenderableType, width: int = FITS) -> str:
    screen = io.StringIO()
    Console(file=screen, width=width, highlight=False, markup=False).print(picture)
    return screen.getvalue()


@pytest.mark.rule(42)
@pytest.mark.parametrize(("seat", "below"), [(A, "Ann"), (B, "Ben")])
def test_ones_own_dice_lie_below_the_cards(seat: int, below: str) -> None:
    lines = shown(tavern_table(position(side("11"), side("6")), Side(("Ann", "Ben"), seat))).splitlines()
    above, cards, own = (next(n for n, line in enumerate(lines) if name in line) for name in ("Ann", "card", "Ben"))
    assert (above < cards < own) is (below == "Ben")
    assert "[1] [1]" in next(line for line in lines if "Ann" in line)
    assert "[6]" in next(line for line in lines if "Ben" in line)


def test_players_of_one_name_are_told_apart_by_their_seats() -> None:
    state = position(side("11"), side("6"))
    side_by_side = Side(("cabin-boy (A)", "cabin-boy (B)"))
    assert [side_by_side.name(seat).plain for seat in (A, B)] == ["cabin-b A", "cabin-b B"]
    picture = shown(tavern_table(state, side_by_side))
    assert "cabin- A" in picture
    assert "cabin- B" in picture


def test_names_that_differ_are_only_cut() -> None:
    assert Side(("Bartholomew", "Ben")).name(A).plain == "Bartholom"


def test_every_trick_card_fits_into_a_cell_of_the_row() -> None:
    for card in BY_KEY:
        lines = card_text(card).plain.splitlines()
        assert lines[0] == "trick"
        assert max(map(len, lines)) <= 8
        assert "".join(lines[1:]).replace(" ", "") == BY_KEY[card].name.replace(" ", "")


def test_hands_list_each_card_once_and_say_what_is_in_force() -> None:
    state = position(side("1", hand="shift shift"), side(hand="both", force="extra1"), extra_1=True, extra_3=True)
    told = " ".join(shown(hands(state, Side(("Ann", "Ben")))).split())
    assert "Ann: 5 dice left; tricks: Die ±1 ×2" in told
    assert "Ben: 6 dice left; tricks: Both dice; Extra card 1 (No Shanghai / Roll all again) is in force" in told
    assert "In the middle: The Double" in told


def test_a_trick_of_this_round_shows_that_it_was_used() -> None:
    assert "trick of this round used" in shown(hands(position(side(used=True)), Side(("Ann", "Ben"))))


def test_what_a_card_remembers_is_shown_to_everybody() -> None:
    state = position().evolve(memory=((Trick("again"), 3),))
    assert "Roll again remembers: 3" in shown(hands(state, Side(("Ann", "Ben"))))


@pytest.mark.rule(5)
def test_the_pile_lists_what_is_left_of_every_nation_and_the_tricks() -> None:
    told = shown(pile_lines(position(tavern="AME1 AME2 shift SPA4 ITA3 both")))
    (american,) = (line for line in told.splitlines() if "American" in line)
    assert american.split() == ["American", "3", "3", "4"]
    assert "Die ±1 ×2, Roll again ×3, Both dice" in told


@pytest.mark.rule(46)
def test_the_score_table_keeps_each_crew_with_its_player() -> None:
    state = position(side(crews="AME3 AME1"), side(crews="AME2 FRE4"))
    lines = shown(score_table(state, Side(("Ann", "Ben"), B))).splitlines()
    own, other = (next(line.split() for line in lines if line.startswith(name)) for name in ("Ben", "Ann"))
    assert [own[1], own[2], own[-1]] == ["2", "4", "4"]
    assert [other[1], other[2], other[-1]] == ["4", "·", "2"]


def styled(picture: RenderableType) -> str:
    screen = io.StringIO()
    Console(file=screen, width=FITS, force_terminal=True, color_system="standard", highlight=False).print(picture)
    return screen.getvalue()


RED, BLUE = "\x1b[1;91m", "\x1b[1;94m"


@pytest.mark.rule(42)
@pytest.mark.parametrize("seat", [A, B])
def test_ones_own_name_and_dice_are_red_and_the_others_blue(seat: int) -> None:
    looking = Side(("Ann", "Ben"), seat)
    assert (looking.style(seat), looking.style(1 - seat)) == (OWN, OTHER)
    lines = styled(hands(position(side("1"), side("6")), looking))
    own, other = looking.names[seat], looking.names[1 - seat]
    assert f"{RED}{own}\x1b[0m" in lines
    assert f"{BLUE}{other}\x1b[0m" in lines
    row = styled(tavern_table(position(side("1"), side("6")), looking))
    assert re.search(rf"{re.escape(RED)} *\[{'1' if seat == A else '6'}\]", row)
    assert re.search(rf"{re.escape(BLUE)} *\[{'6' if seat == A else '1'}\]", row)


@pytest.mark.rule(42)
@pytest.mark.parametrize(("seat", "order"), [(A, ["Ben", "Ann"]), (B, ["Ann", "Ben"])])
def test_ones_own_hand_is_listed_below_the_others(seat: int, order: list[str]) -> None:
    lines = shown(hands(position(), Side(("Ann", "Ben"), seat))).splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == order


@pytest.mark.rule(12, 44)
def test_a_tie_tells_the_pips_of_who_looks_first() -> None:
    state = position(side("25"), side("245"))
    for seat, pips in ((A, "(0:4)"), (B, "(4:0)")):
        told = shown(tavern_table(state, Side(("Ann", "Ben"), seat)))
        assert pips in told
        assert "takes now" in told


@pytest.mark.rule(12)
def test_who_takes_a_card_is_named_under_it() -> None:
    lines = shown(tavern_table(position(side("11"), side("6")), Side(("Ann", "Ben")))).splitlines()
    (takes,) = (line for line in lines if "takes now" in line)
    assert [cell.strip() for cell in takes.strip("│ ").split("│")] == ["takes now", "Ann", "–", "–", "–", "–", "Ben"]


@pytest.mark.rule(10)
def test_cards_are_numbered_from_the_end_that_was_named() -> None:
    def numbers(end: End | None) -> list[str]:
        top = shown(tavern_table(position(end=end), Side(("Ann", "Ben")))).splitlines()[1]
        return [cell.strip() for cell in top.strip("│ ").split("│")]

    assert numbers(End.LEFT) == ["1", "2", "3", "4", "5", "6"]
    assert numbers(End.RIGHT) == ["6", "5", "4", "3", "2", "1"]
    assert numbers(None) == ["1 or 6", "2 or 5", "3 or 4", "4 or 3", "5 or 2", "6 or 1"]


def test_three_dice_and_more_are_counted_instead_of_drawn() -> None:
    told = shown(tavern_table(position(side("11222"), side("6")), Side(("Ann", "Ben"))))
    assert "[1] [1]" in told
    assert "3×[2]" in told


@pytest.mark.rule(22, 46)
def test_the_score_says_who_counts_what_and_what_is_to_come() -> None:
    state = position(side(crews="AME3 AME1", hand="shift"), side(crews="AME2 FRE4"))
    lines = [line.split() for line in shown(score_table(state, Side(("Ann", "Zoe")))).splitlines()]
    rows = {line[0]: line[1:] for line in lines if line}
    assert rows["Ann"][-2:] == ["1", "3"]
    assert rows["Zoe"][-2:] == ["0", "4"]
    assert rows["counts"][:3] == ["A+2", "Z+4", "·"]
    alike = shown(score_table(state, Side(("Ann", "Alf"))))
    assert "A+2" in alike
    assert "B+4" in alike
