"""The rules page: a section for every act of the pile and every expansion, from the cards' own files."""

from dataclasses import replace

import pytest

from shanghaien.rules import ACTS, BY_KEY, BY_OPTION, EXPANSIONS, PILE_TRICKS, Trick, TrickAct, TrickCard
from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.learn.rules_views import RulesPage, RulesSection, card_section, present


def page() -> RulesPage:
    return present()


def section(anchor: str) -> RulesSection:
    return next(each for each in (*page().acts, *page().expansions) if anchor in (each.anchor, each.also))


def test_every_expansion_has_a_section_that_links_can_lead_to() -> None:
    assert [each.anchor for each in page().expansions] == [option.replace("_", "-") for option in EXPANSIONS]
    for each, card in zip(page().expansions, BY_OPTION.values(), strict=True):
        assert each.name == card.name
        assert each.face is not None
        assert each.parts


def test_links_of_older_pages_still_lead_somewhere() -> None:
    for anchor in ("the-double", "crazy-captain", "extra-1", "extra-2", "extra-wild"):
        assert section(anchor) in page().expansions
    for anchor in ("two-sailors", "roll-again", "both-dice"):
        assert section(anchor) in page().acts


def test_no_place_on_the_page_has_two_sections() -> None:
    anchors = [anchor for each in (*page().acts, *page().expansions) for anchor in (each.anchor, each.also) if anchor]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.rule(16, 17, 18, 19)
def test_what_several_cards_show_is_told_once() -> None:
    assert [each.name for each in page().acts] == ["Two sailors", "Die ±1", "Roll again", "Both dice"]


def test_paragraphs_lists_and_drawings_stand_in_their_order() -> None:
    captain = section("crazy-captain")
    assert [bool(part.text) for part in captain.parts] == [True, False, True, True]
    assert len(captain.parts[1].items) == 3
    sharks = section("extra-2")
    drawing = sharks.parts[1].drawing
    assert drawing is not None
    assert drawing.row is not None
    assert drawing.row.row[3].face.down
    assert sharks.parts[0].text is not None
    assert sharks.parts[0].text.startswith("<b>To the sharks:</b>")
    shift = section("die-1").parts[1].drawing
    assert shift is not None
    assert (shift.dice, shift.then) == ((3, 6), (4, 6))
    joined = section("two-sailors").parts[1].drawing
    assert joined is not None
    assert [face.wild for face in joined.cards] == [False, True]


def test_a_card_that_says_nothing_for_the_page_is_told_by_its_help() -> None:
    act = TrickAct("doze", "Doze", "You doze.", lambda state, card: [], lambda state, play, log: state)  # type: ignore[arg-type]
    quiet = TrickCard(PILE_TRICKS[0], 99, "Quiet card", "It is quiet.", (act,), option="quiet_card")
    told = card_section("quiet_card", quiet)
    assert (told.anchor, told.also, told.name) == ("quiet-card", "", "Quiet card")
    assert [part.text or part.items for part in told.parts] == ["It is quiet.", ("You doze.",)]
    assert Trick(quiet.key) == PILE_TRICKS[0]


def test_it_is_told_which_cards_are_not_given_to_everybody() -> None:
    assert page().given == "At the start each captain gets one of each, except The Double: there is only one."


def test_the_eight_nations_and_the_tricks_of_the_pile_are_shown() -> None:
    assert len({face.nation for face in page().sailors}) == 8
    assert [face.halves[-1].name for face in page().pile_tricks] == ["Die ±1", "Roll again", "Both dice"]
    assert page().score.points == (5, 7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sections_can_be_read_in_every_language(language: str) -> None:
    with language_context(language):
        told = page()
    assert len(told.expansions) == len(EXPANSIONS)
    if language != "en":
        assert told.expansions[0].name != page().expansions[0].name


def test_an_act_that_the_page_has_told_already_is_not_told_again_with_a_card() -> None:
    told_of = ACTS[BY_KEY[PILE_TRICKS[0]].acts[0].key]
    assert told_of.rules
    own = TrickAct("doze", "Doze", "You doze.", lambda state, card: [], lambda state, play, log: state)  # type: ignore[arg-type]
    card = TrickCard(PILE_TRICKS[0], 99, "Card", "Help.", (told_of, replace(own, rules=("You may doze.",))), option="x")
    assert [part.text for part in card_section("x", card).parts] == ["You may doze."]
