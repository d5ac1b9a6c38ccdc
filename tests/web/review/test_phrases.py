"""Everything that the words of a review can say can be said in every language."""

import random

from shanghaien import rules
from shanghaien.ai.words import Speaker, Tongue
from shanghaien.web.review.phrases import PHRASES
from shanghaien.web.tables.forms import EVERYTHING


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
                Speaker(state, tongue=Tongue(say)).explain(action, legal[0])
            state = rules.apply(state, luck.choice(legal)).state
        if said == set(PHRASES):
            break
    assert said == set(PHRASES)
