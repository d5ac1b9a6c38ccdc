"""Everything that the words of a review can say can be said in every language."""

import random

from shanghaien import rules
from shanghaien.ai.review.reasons import Speaker, Tongue
from shanghaien.web.pages.new_game.form import EVERYTHING
from shanghaien.web.pages.review.phrases import PHRASES, TO_YOU


def test_every_phrase_is_marked_for_translation_and_none_is_idle() -> None:
    said: set[str] = set()

    def say(template: str) -> str:
        said.add(template)
        return template

    for seed in range(40):
        luck, state = random.Random(seed), rules.new_game(EVERYTHING)
        while not state.over:
            if rules.is_chance(state):
                state = rules.advance(state, rules.chance(state).pick(luck.randrange(rules.chance(state).total))).state
                continue
            legal = rules.legal_actions(state)
            for action in legal:
                for you in (None, 0, 1):
                    Speaker(state, tongue=Tongue(say), you=you).explain(action, legal[0])
            state = rules.apply(state, luck.choice(legal)).state
        if said == {*PHRASES, *TO_YOU}:
            break
    assert said == {*PHRASES, *TO_YOU}


def test_a_player_is_spoken_to_and_never_called_by_his_name() -> None:
    luck, state = random.Random(5), rules.new_game()
    while not state.over:
        if rules.is_chance(state):
            state = rules.advance(state, rules.chance(state).pick(luck.randrange(rules.chance(state).total))).state
            continue
        legal = rules.legal_actions(state)
        for action in legal:
            for seat, name in enumerate(("Ann", "Ben")):
                told = Speaker(state, ("Ann", "Ben"), you=seat).explain(action, legal[0])
                assert not any(name in sentence for sentence in told), told
        state = rules.apply(state, luck.choice(legal)).state


def test_what_was_played_repeats_nothing_that_was_said_of_the_best() -> None:
    luck, state = random.Random(6), rules.new_game()
    while not state.over:
        if rules.is_chance(state):
            state = rules.advance(state, rules.chance(state).pick(luck.randrange(rules.chance(state).total))).state
            continue
        legal = rules.legal_actions(state)
        told = Speaker(state).explain(legal[0], legal[-1])
        assert len(set(told)) == len(told)
        state = rules.apply(state, luck.choice(legal)).state
