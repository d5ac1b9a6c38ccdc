"""What the review says about a choice, on positions where a person can see what is meant."""

import pytest

from shanghaien import rules
from shanghaien.ai.review.model import Ends, ReasonCode, ReviewReason
from shanghaien.ai.review.phrases import Language, ReasonWriter, card_name
from shanghaien.ai.review.reasons import reasons, reasons_why
from shanghaien.rules import (
    Act,
    Answer,
    Call,
    End,
    Nation,
    Options,
    Phase,
    Place,
    Play,
    Player,
    Roll,
    Sailor,
    State,
    Trick,
)
from tests.rules.positions import position as row_with
from tests.rules.positions import side

SHIFT, AGAIN = Trick("shift"), Trick("again")
ROW = (
    Sailor(Nation.GERMAN, 3),
    Sailor(Nation.SPANISH, 1),
    Sailor(Nation.TURKISH, 4),
    Sailor(Nation.ITALIAN, 3),
    AGAIN,
    Sailor(Nation.AMERICAN, 1),
)


def crews(**strengths: int) -> tuple[tuple[int, ...], ...]:
    return tuple((strengths[nation.name],) if nation.name in strengths else () for nation in Nation)


def position(
    phase: Phase = Phase.PLACE, rolled: tuple[int, ...] = (1, 6), *, theirs: tuple[int, ...] = (0,) * 6
) -> State:
    """Ann (seat 0) is to choose: the row of the design's example, one die of hers on 4."""
    ann = Player(hand=(SHIFT,), crews=crews(AMERICAN=4, TURKISH=2), dice=(0, 0, 0, 1, 0, 0))
    ben = Player(crews=crews(GERMAN=4, AMERICAN=2, TURKISH=3), dice=theirs)
    start = rules.new_game(rules.Options(first=rules.First.SEAT_A))
    return start.evolve(phase=phase, players=(ann, ben), tavern=ROW, end=End.LEFT, rolled=rolled, round=5)


def told(state: State, action: rules.Action) -> str:
    return " ".join(ReasonWriter(("Ann", "Ben")).sentences(reasons(state, action)))


def test_a_card_against_a_crew_that_stands_alone_is_explained() -> None:
    said = told(position(), Place(1))
    assert "wins Ann German 3" in said
    assert "Only Ben has German sailors so far (4); against Ann’s 3 they would score only 3" in said


def test_a_card_for_a_crew_that_leads_already_is_called_useless() -> None:
    assert "already has the stronger American crew" in told(position(), Place(6))


def test_a_card_that_overtakes_is_named() -> None:
    assert "overtakes Ben’s Turkish crew (6 against 3) and scores 3" in told(position(rolled=(3, 3)), Place(3))


def test_a_card_that_nobody_contests_counts_in_full() -> None:
    assert "no Spanish crew" in told(position(rolled=(2, 2)), Place(2))


def test_what_is_taken_away_from_the_other_is_named() -> None:
    state = position(rolled=(5, 5), theirs=(0, 0, 0, 0, 1, 0)).with_player(
        0, Player(hand=(SHIFT,), dice=(0, 0, 0, 0, 0, 0))
    )
    assert "takes the trick card roll again from Ben" in told(state, Place(5))


def test_the_risk_of_an_answer_is_counted() -> None:
    assert "Ben rolls a 1 11 times out of 36" in told(position(), Place(1))


def test_a_call_tells_who_gets_what_and_the_score() -> None:
    state = position(Phase.TURN, (), theirs=(0, 0, 0, 0, 1, 0)).with_player(
        0, Player(crews=crews(AMERICAN=4), dice=(1, 0, 0, 1, 0, 0))
    )
    said = told(state, Call())
    assert "gives Ann German 3 and Italian 3" in said
    assert "gives Ben the trick card roll again" in said
    assert "On the current score" in said
    assert "keeps the round open" in told(state, Roll())


def test_tricks_are_explained() -> None:
    state = position()
    assert "Ann’s Turkish crew grows from 2 to 4, against 3" in told(
        state, Play(SHIFT, Act("sailors"), nation=Nation.TURKISH)
    )
    assert "The 1 becomes a 2" in told(state, Play(SHIFT, Act("shift"), dice=(1,), step=1))


def test_a_call_that_brings_nothing_has_a_sentence_of_its_own() -> None:
    state = position(Phase.TURN, ()).with_player(0, Player(dice=(1, 0, 0, 1, 0, 0)))
    said = reasons(state, Call())
    assert ReviewReason(ReasonCode.CALL_GIVES_NOTHING, 1) in said
    assert "Calling now gives Ben nothing." in told(state, Call())
    assert "Calling now gives you nothing." in ReasonWriter(("Ann", "Ben"), you=1).sentences(said)


def test_an_act_is_explained_by_its_card() -> None:
    state = position().with_player(0, Player(hand=(AGAIN,)))
    said = reasons(state, Play(AGAIN, Act("again")))
    assert ReasonWriter(you=0).sentences(said) == ("Roll both dice again; this roll is gone.",)


@pytest.mark.parametrize("reader", [None, 1])
def test_what_a_card_says_to_its_player_is_quoted_to_everybody_else(reader: int | None) -> None:
    state = position().with_player(0, Player(hand=(Trick("captain"),)))
    said = reasons(state, Play(Trick("captain"), Act("captain")))
    told = ReasonWriter(you=reader).sentences(said)
    assert told == ("Crazy Captain: “Until the round ends you may object once in each of your opponent’s turns.”",)


@pytest.mark.rule(38)
def test_an_answer_is_explained_by_the_card_that_asked() -> None:
    state = position(rolled=(3, 3)).evolve(options=Options(extra_3=True), middle=(Trick("double"),))
    asked = rules.advance(state.evolve(phase=Phase.ROLL, rolled=()), (3, 3)).state
    assert [reason.code for reason in reasons(asked, Answer("take"))] == [ReasonCode.ANSWER]
    assert "the card is a point" in told(asked, Answer("take"))
    assert told(asked, Answer("one")) == ""


@pytest.mark.rule(28)
def test_what_the_other_may_object_to_is_explained_as_if_they_let_it_be() -> None:
    free = position()
    watched = free.with_player(1, free.players[1]._replace(in_force=Trick("captain")))
    assert reasons(watched, Place(1)) == reasons(free, Place(1))


def test_the_best_choice_and_the_one_made_are_both_explained() -> None:
    codes = [reason.code for reason in reasons_why(position(), Place(1), Place(6))]
    assert codes.index(ReasonCode.PLAYED_INSTEAD) > 0
    same = [reason.code for reason in reasons_why(position(), Place(1), Place(1))]
    assert ReasonCode.PLAYED_INSTEAD not in same


def test_reasons_are_data_that_any_language_can_tell() -> None:
    said = reasons(position(), Place(1))
    assert said[0] == ReviewReason(ReasonCode.WINS, 0, {"card": Sailor(Nation.GERMAN, 3)})
    language = Language(
        lambda template: template.replace("As the dice stand, this wins", "Nun gewinnt"), card=lambda card: "eine Karte"
    )
    assert ReasonWriter(("Ann", "Ben"), language=language).sentences(said)[0] == "Nun gewinnt Ann eine Karte."


def test_nobody_explains_what_chance_decides() -> None:
    with pytest.raises(ValueError, match="Nobody chooses"):
        reasons(rules.new_game(), Roll())


def test_cards_are_called_by_nation_and_value() -> None:
    assert card_name(Sailor(Nation.DUTCH, 3)) == "Dutch 3"


def test_a_lead_of_two_dice_is_safe_from_one_and_a_lead_of_one_is_not() -> None:
    def codes(mine: int, theirs: int, left: int = 6) -> list[ReasonCode]:
        state = position(rolled=(1, 6)).with_player(0, Player(dice=(mine, 0, 0, 0, 0, 0)))
        ben = Player(dice=(theirs, 0, 0, 0, 0, 6 - left - theirs))
        return [reason.code for reason in reasons(state.with_player(1, ben), Place(1))]

    assert ReasonCode.RISKS_ANSWER in codes(0, 0)
    assert ReasonCode.SAFE_FROM_ONE_DIE in codes(1, 0)
    assert ReasonCode.RISKS_ANSWER in codes(1, 1)
    assert not {ReasonCode.RISKS_ANSWER, ReasonCode.SAFE_FROM_ONE_DIE} & set(codes(0, 2))
    assert ReasonCode.RISKS_ANSWER in codes(0, 0, left=2)
    assert ReasonCode.RISKS_ANSWER not in codes(0, 0, left=1)


@pytest.mark.rule(22)
@pytest.mark.parametrize(
    ("had", "theirs", "code"),
    [
        (0, 0, ReasonCode.UNCONTESTED),
        (4, 0, ReasonCode.UNCONTESTED),
        (4, 3, ReasonCode.STRONGER_ALREADY),
        (3, 3, ReasonCode.OVERTAKES),
        (2, 3, ReasonCode.OVERTAKES),
        (1, 4, ReasonCode.MAKES_EQUAL),
        (0, 3, ReasonCode.MAKES_EQUAL),
        (0, 4, ReasonCode.AGAINST_ALONE),
        (1, 5, ReasonCode.STAYS_BEHIND),
    ],
)
def test_what_german_3_does_depends_on_both_crews(had: int, theirs: int, code: ReasonCode) -> None:
    ann, ben = (Player(crews=crews(GERMAN=strength) if strength else crews()) for strength in (had, theirs))
    said = reasons(position().with_player(0, ann).with_player(1, ben), Place(1))
    values = {"crew": Nation.GERMAN, "own": had + 3, "theirs": theirs, "then": rules.nation_points(had + 3, theirs)[0]}
    assert said[1] == ReviewReason(code, 0, values)


@pytest.mark.rule(12, 36)
def test_a_die_taken_back_gives_a_card_up_or_leaves_it_to_the_other() -> None:
    def lost(theirs: str) -> list[ReviewReason]:
        state = row_with(side("3", hand="extra2"), side(theirs), roll="15", extra_2=True)
        said = reasons(state, rules.parse_action("play extra2 exchange 3"))
        return [reason for reason in said if reason.code in (ReasonCode.GIVES_UP, ReasonCode.LEAVES)]

    german = {"card": Sailor(Nation.GERMAN, 3)}
    assert lost("") == [ReviewReason(ReasonCode.GIVES_UP, 0, german)]
    assert lost("3") == [ReviewReason(ReasonCode.LEAVES, 0, german)]
    assert lost("33") == []


def told_why(best: rules.Action, played: rules.Action, answer: rules.Action | None, ends: Ends | None) -> list[str]:
    """To Ann, why one die would have been better than another."""
    return list(ReasonWriter(("Ann", "Ben"), you=0).sentences(reasons_why(position(), best, played, answer, ends)))


def test_the_difference_is_told_by_the_chance_of_winning_and_by_the_cards_that_make_it() -> None:
    said = told_why(Place(1), Place(6), None, Ends(0.48, 0.42, ((0, 0.18), (5, -0.1))))
    assert "If the round ended then, your chance of winning would be 48%; after the move played, 42%." in said
    assert "What counts most is German 3, worth 18.0 percentage points; American 1 brings only 10.0." in said
    one = told_why(Place(1), Place(6), None, Ends(0.48, 0.42, ((0, 0.18), (5, -0.18))))
    assert "What counts most is German 3, worth 18.0 percentage points." in one


def test_a_choice_that_is_no_worse_as_the_dice_lie_is_told_so() -> None:
    said = told_why(Place(1), Place(6), None, Ends(0.42, 0.42, ((0, 0.18), (5, -0.18))))
    assert any("no worse (42%, against 42%); the dice to come" in sentence for sentence in said)
    assert not any("counts most" in sentence for sentence in said)


def test_the_score_is_compared_where_nobody_knows_the_chances() -> None:
    said = told_why(Place(1), Place(6), None, None)
    assert "If the round ended then, you would have 6 and Ben 5; after the move played 6 and 6." in said


def test_the_opponent_s_best_answer_is_named_unless_it_is_to_roll() -> None:
    assert told_why(Place(1), Place(6), Call(), None)[-1] == "After it, the best answer for Ben is to call Shanghai."
    assert "play a trick card" in told_why(Place(1), Place(6), Play(AGAIN, Act("again")), None)[-1]
    assert not any("best answer" in sentence for sentence in told_why(Place(1), Place(6), Roll(), None))


def test_what_can_be_said_of_any_die_is_left_out_where_it_holds_for_both() -> None:
    codes = {reason.code for reason in reasons_why(position(), Place(1), Place(6))}
    assert ReasonCode.RISKS_ANSWER in {reason.code for reason in reasons(position(), Place(1))}
    assert ReasonCode.RISKS_ANSWER not in codes
