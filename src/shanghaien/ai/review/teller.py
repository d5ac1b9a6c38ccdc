"""Reasons in words: to you, or about two players by name, in the language of the reader."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from shanghaien.rules import ACTS, BY_KEY, REPLIES, Act, Card, Nation, Sailor, Seat, Trick

from .phrases import PHRASES, QUOTED
from .reason import ReasonCode, ReviewReason, Share, Value, WinningChance


def card_name(card: Card) -> str:
    """A card as people call it."""
    if isinstance(card, Sailor):
        return f"{nation_name(card.nation)} {card.value}"
    return f"the trick card {BY_KEY[card].name.lower()}"


def nation_name(nation: Nation) -> str:
    """A nation as it stands on its cards."""
    return nation.name.title()


def listed(names: list[str]) -> str:
    """Names as a list in a sentence."""
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


@dataclass(frozen=True)
class Tongue:
    """A language: how it puts sentences, and what it calls things; English unless told otherwise."""

    say: Callable[[str], str] = str
    """Translates a template."""
    card: Callable[[Card], str] = card_name
    nation: Callable[[Nation], str] = nation_name
    listed: Callable[[list[str]], str] = listed
    chance: Callable[[float], str] = "{:.0%}".format
    share: Callable[[float], str] = lambda share: f"{100 * share:.1f}"


@dataclass(frozen=True)
class Teller:
    """Tells reasons to people who know the players by these names."""

    names: tuple[str, str] = ("A", "B")
    you: Seat | None = None
    """The player who is spoken to, if one of them is."""
    tongue: Tongue = Tongue()

    def tell(self, reasons: Iterable[ReviewReason]) -> tuple[str, ...]:
        """Each reason as a sentence."""
        return tuple(map(self.sentence, reasons))

    def sentence(self, reason: ReviewReason) -> str:
        """One reason as a sentence."""
        if reason.code in (ReasonCode.ACT, ReasonCode.ANSWER):
            return self._from_card(reason)
        them, other = self.names[reason.seat], self.names[1 - reason.seat]
        words = {name: self._word(value) for name, value in reason.values.items()}
        template = self.tongue.say(self._wording(reason))
        return template.format(me=them, who=them, other=other, whom=other, **words)

    def _wording(self, reason: ReviewReason) -> str:
        phrase = PHRASES[reason.code]
        if self.you is None:
            return phrase.named
        return (phrase.to_them if self.you == reason.seat else phrase.to_other) or phrase.named

    def _from_card(self, reason: ReviewReason) -> str:
        """What a trick card's own file says, with the dice that were chosen; it says "you" to whoever plays the card."""
        key = str(reason.values["key"])
        described = REPLIES[key] if reason.code is ReasonCode.ANSWER else ACTS[Act(key)]
        dice = self.tongue.listed(str(reason.values.get("dice", "")).split("-"))
        text = self.tongue.say(described.help).replace("%(die)s", dice)
        if self.you == reason.seat:
            return text
        return self.tongue.say(QUOTED).format(name=self.tongue.say(described.name), text=text)

    def _word(self, value: Value) -> str:
        match value:
            case WinningChance() | Share() | int() if not isinstance(value, Nation):
                return self._number(value)
            case Nation():
                return self.tongue.nation(value)
            case Sailor():
                return self.tongue.card(value)
            case str():
                return self.tongue.card(Trick(value))
            case _:
                return self.tongue.listed([self.tongue.card(card) for card in value])

    def _number(self, value: WinningChance | Share | int) -> str:
        if isinstance(value, WinningChance):
            return self.tongue.chance(value)
        return self.tongue.share(value) if isinstance(value, Share) else str(value)
