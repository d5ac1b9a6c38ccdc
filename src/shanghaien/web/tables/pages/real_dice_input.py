"""Taps on the pad for real dice and cards: which of them fit, what they mean together, and when that is enough."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property

from shanghaien import rules
from shanghaien.web.core.i18n import LANGUAGES, gettext, language_context
from shanghaien.web.tables.words.card_words import mark_of, nation_code, nation_name

BACK = "back"
"""The tap that takes the last one back."""
NATIONS = {nation.code: nation for nation in rules.Nation}


def rolling(state: rules.State) -> rules.State:
    """The state after rolling, if the player may roll; chance decides there."""
    may_roll = not rules.is_chance(state) and rules.Roll() in rules.legal_actions(state)
    return rules.apply(state, rules.Roll()).state if may_roll else state


@dataclass(frozen=True)
class Taps:
    """What has been tapped so far of an outcome of chance: each tap that fits, in order."""

    state: rules.State
    """A state in which chance decides."""
    done: tuple[str, ...] = ()
    """Pips, cards in notation, or a seat's letter."""
    nation: str = ""
    """The code of the nation whose sailor is to be tapped next."""

    @classmethod
    def read(cls, state: rules.State, words: str) -> "Taps":
        """The taps that a form carries, in order; those that do not fit are ignored."""
        taps = cls(state)
        for word in words.split():
            taps = taps.tap(word)
        return taps

    def __str__(self) -> str:
        return " ".join((*self.done, *filter(None, [self.nation])))

    def tap(self, word: str) -> "Taps":
        """One more tap; if it does not fit, nothing changes."""
        if word == BACK:
            return Taps(self.state, self.done if self.nation else self.done[:-1])
        if self.enough:
            return self
        if word in self.nations_left:
            return Taps(self.state, self.done, word)
        return Taps(self.state, (*self.done, word)) if word in self.fitting else self

    @property
    def last(self) -> str:
        """The tap that would be taken back; empty if there is none."""
        return self.nation or (self.done[-1] if self.done else "")

    @cached_property
    def outcomes(self) -> tuple[rules.Outcome, ...]:
        return tuple(rules.chance(self.state).outcomes)

    @property
    def cards(self) -> bool:
        return isinstance(self.outcomes[0], rules.Sailor | str)

    @property
    def seats(self) -> bool:
        """Whether the player who starts is asked for."""
        return isinstance(self.outcomes[0], int)

    @property
    def wanted(self) -> int:
        """How many dice or cards have to be tapped in all."""
        if self.state.phase == rules.Phase.DEAL:
            return rules.TAVERN_SIZE - len(self.state.tavern)
        first = self.outcomes[0]
        return len(first) if isinstance(first, tuple) else 1

    @property
    def enough(self) -> bool:
        return len(self.done) == self.wanted

    @cached_property
    def left(self) -> Counter[str]:
        """How many of each card are left in the pile, without those tapped; the same by nation."""
        left = Counter[str]()
        for card, count in zip(rules.PILE_KINDS, self.state.pile, strict=True):
            here = count - self.done.count(rules.card_text(card))
            left[rules.card_text(card)] = here
            if isinstance(card, rules.Sailor):
                left[card.nation.code] += here
        return left

    @property
    def nations_left(self) -> frozenset[str]:
        return frozenset(code for code in NATIONS if self.cards and self.left[code])

    @cached_property
    def fitting(self) -> frozenset[str]:
        """What can be tapped next, so that the taps can still become an outcome of chance."""
        if self.cards:
            return frozenset(text for text in map(rules.outcome_text, self.outcomes) if self.left[text] > 0)
        if self.seats:
            return frozenset(map(rules.outcome_text, self.outcomes))
        return frozenset(pips for dice in self.outcomes for pips in _rest(dice, self.done))

    @property
    def said(self) -> str:
        """The outcome in notation."""
        return " ".join(self.done) if self.cards else "-".join(self.done)


def _rest(outcome: rules.Outcome, done: tuple[str, ...]) -> Counter[str]:
    """The pips of a roll without those tapped; none if others were tapped."""
    assert isinstance(outcome, tuple)
    dice, tapped = Counter(map(str, outcome)), Counter(done)
    return dice - tapped if tapped <= dice else Counter()


# What people type of real cards, in any language of the pages, put into notation: "french 3", "DEU3", "roll again".

MOST_WORDS = 4
"""The most words that one card is typed as: "die plus minus 1"."""
SHORTEST = 3
"""So many letters of a nation's name are enough, if they fit one nation only."""
SAILOR = re.compile(r"(\D+)(\d)")


def in_notation(text: str, names: tuple[str, str] = ("", "")) -> str:
    """The text with everything that is known in notation; the rest stays as it was typed."""
    called = [plain(name) for name in names]
    if plain(text) in called:
        return rules.seat_letter(called.index(plain(text)))
    words, said = re.split(r"[\s,;]+", text.strip()), list[str]()
    while words:
        length, meant = _first(words)
        said.append(meant)
        del words[:length]
    return " ".join(said)


def _first(words: list[str]) -> tuple[int, str]:
    """How many of the words the first card takes, and the card."""
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        card = _card(plain("".join(words[:length])))
        if card:
            return length, card
    return 1, words[0]


def _card(letters: str) -> str:
    sailor = SAILOR.fullmatch(letters)
    nation = nation_meant(sailor[1]) if sailor else None
    if sailor and nation is not None:
        return f"{nation.code}{sailor[2]}"
    return _tricks().get(letters, "")


def nation_meant(letters: str) -> rules.Nation | None:
    """The nation that a name, a code, or the beginning of a name stands for; None if it fits none, or several."""
    exact = _nations().get(letters)
    if exact is not None or len(letters) < SHORTEST:
        return exact
    fitting = {nation for name, nation in _nations().items() if name.startswith(letters)}
    return fitting.pop() if len(fitting) == 1 else None


@cache
def _nations() -> dict[str, rules.Nation]:
    known: dict[str, rules.Nation] = {}
    for language in LANGUAGES:
        with language_context(language):
            for nation in rules.Nation:
                known |= {plain(nation_name(nation)): nation, plain(nation_code(nation)): nation}
    return known


@cache
def _tricks() -> dict[str, str]:
    """The trick cards of the pile by their code, their name, and the half that tells them from the others."""
    known: dict[str, str] = {}
    for language in LANGUAGES:
        with language_context(language):
            for card in rules.PILE_TRICKS:
                names = (card, gettext(rules.BY_KEY[card].name), mark_of(card))
                known |= {plain(name): rules.card_text(card) for name in names}
    return known


def plain(text: str) -> str:
    """Letters and digits only, lower case and without accents: people type "hollander" for "Holländer"."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parted if letter.isalnum())
