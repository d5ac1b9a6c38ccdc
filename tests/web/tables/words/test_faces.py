"""Cards as they are drawn."""

import pytest

from shanghaien.rules import BY_KEY, TRICK_CARDS, Nation, Sailor, Trick, TrickCard
from shanghaien.web.tables.words.drawings import face, face_down, token, wild_face


def test_a_sailor_shows_its_emblem_name_and_value() -> None:
    shown = face(Sailor(Nation.FRENCH, 4))
    assert (shown.nation, shown.name, shown.code, shown.value) == ("fr", "French", "FRE", 4)
    assert (shown.halves, shown.down, shown.wild) == ((), False, False)


@pytest.mark.parametrize("card", TRICK_CARDS, ids=lambda card: str(card.key))
def test_every_trick_card_shows_one_half_for_each_of_its_acts_with_what_it_does(card: TrickCard) -> None:
    halves = face(card.key).halves
    assert [half.name for half in halves] == [act.name for act in card.acts]
    assert [half.help for half in halves] == [act.help for act in card.acts]
    assert token(card.key) == halves[-1]


def test_a_card_that_can_be_played_for_nothing_is_drawn_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BY_KEY, Trick("idle"), TrickCard(Trick("idle"), 99, "Idle card", "It lies there.", ()))
    assert [half.name for half in face(Trick("idle")).halves] == ["Idle card"]


@pytest.mark.rule(35)
def test_a_card_face_down_hides_its_face_but_not_its_name() -> None:
    shown = face_down(Sailor(Nation.FRENCH, 4))
    assert (shown.down, shown.nation, shown.label) == (True, "", "French 4, face down")


@pytest.mark.rule(16)
def test_a_trick_card_in_a_crew_shows_the_nation_and_counts_two() -> None:
    shown = wild_face(Sailor(Nation.DUTCH, 2))
    assert (shown.wild, shown.value, shown.label) == (True, 2, "Dutch 2 (trick card)")
