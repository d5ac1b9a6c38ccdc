"""What the review says about a choice, on positions where a person can see what is meant."""

import random

from shanghaien import rules
from shanghaien.ai.review.reasons import Speaker, Tongue, card_name
from shanghaien.rules import Act, Call, End, Nation, Phase, Place, Play, Player, Roll, Sailor, State, Trick

ROW = (
    Sailor(Nation.GERMAN, 3),
    Sailor(Nation.SPANISH, 1),
    Sailor(Nation.TURKISH, 4),
    Sailor(Nation.ITALIAN, 3),
    Trick.ROLL_AGAIN,
    Sailor(Nation.AMERICAN, 1),
)


def crews(**strengths: int) -> tuple[tuple[int, ...], ...]:
    return tuple((strengths[nation.name],) if nation.name in strengths else () for nation in Nation)


def position(
    phase: Phase = Phase.PLACE, rolled: tuple[int, ...] = (1, 6), *, theirs: tuple[int, ...] = (0,) * 6
) -> State:
    """Ann (seat 0) is to choose: the row of the design's example, one die of hers on 4."""
    ann = Player(hand=(Trick.DIE_SHIFT,), crews=crews(AMERICAN=4, TURKISH=2), dice=(0, 0, 0, 1, 0, 0))
    ben = Player(crews=crews(GERMAN=4, AMERICAN=2, TURKISH=3), dice=theirs)
    start = rules.new_game(rules.Options(first=rules.First.SEAT_A))
    return start.evolve(phase=phase, players=(ann, ben), tavern=ROW, end=End.LEFT, rolled=rolled, round=5)


def told(state: State, action: rules.Action) -> str:
    return " ".join(Speaker(state, ("Ann", "Ben")).about(action))


def test_a_card_against_a_crew_that_stands_alone_is_explained() -> None:
    said = told(position(), Place(1))
    assert "wins German 3 for Ann" in said
    assert "Ben stands alone with German 4; against 3 of Ann that earns only 3" in said


def test_a_card_for_a_crew_that_leads_already_is_called_useless() -> None:
    assert "stronger American crew already" in told(position(), Place(6))


def test_a_card_that_overtakes_is_named() -> None:
    assert "overtakes the Turkish crew of Ben (6 against 3) and earns 3" in told(position(rolled=(3, 3)), Place(3))


def test_a_card_that_nobody_contests_counts_in_full() -> None:
    assert "no Spanish crew" in told(position(rolled=(2, 2)), Place(2))


def test_what_is_taken_away_from_the_other_is_named() -> None:
    state = position(rolled=(5, 5), theirs=(0, 0, 0, 0, 1, 0)).with_player(
        0, Player(hand=(Trick.DIE_SHIFT,), dice=(0, 0, 0, 0, 0, 0))
    )
    assert "takes the trick card roll again away from Ben" in told(state, Place(5))


def test_the_risk_of_an_answer_is_counted() -> None:
    assert "Ben rolls a 1 in 11 of 36 rolls" in told(position(), Place(1))


def test_a_call_tells_who_gets_what_and_the_score() -> None:
    state = position(Phase.TURN, (), theirs=(0, 0, 0, 0, 1, 0)).with_player(
        0, Player(crews=crews(AMERICAN=4), dice=(1, 0, 0, 1, 0, 0))
    )
    said = told(state, Call())
    assert "gives Ann German 3 and Italian 3" in said
    assert "gives Ben the trick card roll again" in said
    assert "On the score as it stands" in said
    assert "keeps the round open" in told(state, Roll())


def test_tricks_are_explained() -> None:
    state = position()
    assert "Turkish crew of Ann grows from 2 to 4, against 3" in told(
        state, Play(Trick.DIE_SHIFT, Act.TWO_SAILORS, nation=Nation.TURKISH)
    )
    assert "The 1 becomes a 2" in told(state, Play(Trick.DIE_SHIFT, Act.DIE_SHIFT, die=1, step=1))


def test_the_best_choice_and_the_one_made_are_both_explained() -> None:
    said = Speaker(position(), ("Ann", "Ben")).explain(Place(1), Place(6))
    assert "What was played:" in said
    assert said.index("What was played:") > 0
    assert "What was played:" not in Speaker(position()).explain(Place(1), Place(1))


def test_every_template_can_be_translated() -> None:
    seen: list[str] = []

    def say(template: str) -> str:
        seen.append(template)
        return template.upper() if "{" not in template else template

    Speaker(position(), ("Ann", "Ben"), Tongue(say)).explain(Place(1), Place(6))
    assert any("{other}" in template for template in seen)


def test_something_can_be_said_about_every_choice_of_any_game_without_fail() -> None:
    options = rules.Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)
    for seed in range(6):
        luck, state = random.Random(seed), rules.new_game(options)
        while not state.over:
            if rules.is_chance(state):
                state = rules.advance(state, rules.chance(state).pick(luck.randrange(rules.chance(state).total))).state
            else:
                for action in rules.legal_actions(state):
                    assert all("{" not in sentence for sentence in Speaker(state).about(action))
                state = rules.apply(state, luck.choice(rules.legal_actions(state))).state


def test_cards_are_called_by_nation_and_value() -> None:
    assert card_name(Sailor(Nation.DUTCH, 3)) == "Dutch 3"
