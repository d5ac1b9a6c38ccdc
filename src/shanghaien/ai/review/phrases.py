"""Every sentence of a review, once: for people who read about two players by name, and for each of the two themselves.

`{me}` or `{who}` is the player whom a reason is about, `{other}` or `{whom}` the one against them. The sentences are
marked for translation; what a trick card does is said by the card's own file.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from shanghaien.rules import ACTS, BY_KEY, N_, REPLIES, Act, Card, Nation, Sailor, Seat, Trick

from .model import ReasonCode, ReviewReason, Share, Value, WinningChance


class Wordings(NamedTuple):
    """One sentence in up to three wordings."""

    named: str
    """Both players have names."""
    to_them: str = ""
    """Said to the player whom it is about; empty where they do not occur in it."""
    to_other: str = ""
    """Said to the other one; empty where they do not occur in it."""


PHRASES = {
    ReasonCode.PLAYED_INSTEAD: Wordings(N_("The move played:")),
    ReasonCode.SCORES_MORE: Wordings(
        N_(
            "If the round ended then, {me} would have {mine} and {other} {theirs}; "
            "after the move played {mine_played} and {theirs_played}."
        ),
        N_(
            "If the round ended then, you would have {mine} and {other} {theirs}; "
            "after the move played {mine_played} and {theirs_played}."
        ),
        N_(
            "If the round ended then, {me} would have {mine} and you {theirs}; "
            "after the move played {mine_played} and {theirs_played}."
        ),
    ),
    ReasonCode.ENDS_BETTER: Wordings(
        N_("If the round ended then, {me}’s chance of winning would be {then}; after the move played, {instead}."),
        N_("If the round ended then, your chance of winning would be {then}; after the move played, {instead}."),
    ),
    ReasonCode.ENDS_NO_BETTER: Wordings(
        N_(
            "If the round ended then, the move played would be no worse ({instead}, against {then}); "
            "the dice to come make the difference."
        )
    ),
    ReasonCode.CARD_COUNTS: Wordings(N_("What counts most is {card}, worth {gain} percentage points.")),
    ReasonCode.CARD_AGAINST_CARD: Wordings(
        N_("What counts most is {card}, worth {gain} percentage points; {instead} brings only {less}.")
    ),
    ReasonCode.ANSWERED_BY_CALL: Wordings(
        N_("After it, the best answer for {other} is to call Shanghai."),
        to_other=N_("After it, your best answer is to call Shanghai."),
    ),
    ReasonCode.ANSWERED_BY_TRICK: Wordings(
        N_("After it, the best answer for {other} is to play a trick card."),
        to_other=N_("After it, your best answer is to play a trick card."),
    ),
    ReasonCode.CALL_GIVES: Wordings(N_("Calling now gives {who} {cards}."), N_("Calling now gives you {cards}.")),
    ReasonCode.CALL_GIVES_NOTHING: Wordings(
        N_("Calling now gives {who} nothing."), N_("Calling now gives you nothing.")
    ),
    ReasonCode.SCORE_CHANGES: Wordings(
        N_("On the current score, {me} would go from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}."),
        N_("On the current score, you would go from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}."),
        N_("On the current score, {me} would go from {mine} to {mine_then}, you from {theirs} to {theirs_then}."),
    ),
    ReasonCode.KEEPS_ROUND_OPEN: Wordings(
        N_("Rolling keeps the round open; {me} has {left} dice left for it."),
        N_("Rolling keeps the round open; you have {left} dice left for it."),
    ),
    ReasonCode.RISKS_BETTER_CALL: Wordings(
        N_("The risk: {other} may improve, or call Shanghai at a better moment."),
        to_other=N_("The risk: you may improve, or call Shanghai at a better moment."),
    ),
    ReasonCode.CREW_GROWS: Wordings(
        N_("{me}’s {crew} crew grows from {mine} to {more}, against {theirs}."),
        N_("Your {crew} crew grows from {mine} to {more}, against {theirs}."),
    ),
    ReasonCode.DIE_BECOMES: Wordings(N_("The {die} becomes a {new}.")),
    ReasonCode.WINS: Wordings(
        N_("As the dice stand, this wins {me} {card}."), N_("As the dice stand, this wins you {card}.")
    ),
    ReasonCode.TAKES_AWAY: Wordings(
        N_("It takes {card} from {other}: as the dice stand, nobody gets it."),
        to_other=N_("It takes {card} from you: as the dice stand, nobody gets it."),
    ),
    ReasonCode.GIVES_UP: Wordings(N_("But it loses {card}.")),
    ReasonCode.LEAVES: Wordings(N_("But it leaves {card} to {other}."), to_other=N_("But it leaves {card} to you.")),
    ReasonCode.FIRST_CARD_LEFT: Wordings(N_("Card 1 is then on the left.")),
    ReasonCode.FIRST_CARD_RIGHT: Wordings(N_("Card 1 is then on the right.")),
    ReasonCode.RISKS_ANSWER: Wordings(
        N_("It can be answered: {other} rolls a {die} 11 times out of 36."),
        to_other=N_("It can be answered: you roll a {die} 11 times out of 36."),
    ),
    ReasonCode.SAFE_FROM_ONE_DIE: Wordings(
        N_("One more die would not be enough for {other} to catch up there."),
        to_other=N_("One more die would not be enough for you to catch up there."),
    ),
    ReasonCode.TRICK_WORTH: Wordings(N_("A trick card is worth a point, or can rescue a bad roll.")),
    ReasonCode.UNCONTESTED: Wordings(
        N_("{whom} has no {crew} crew, so every sailor counts: {who} would have {own}."),
        N_("{whom} has no {crew} crew, so every sailor counts: you would have {own}."),
        N_("You have no {crew} crew, so every sailor counts: {who} would have {own}."),
    ),
    ReasonCode.STRONGER_ALREADY: Wordings(
        N_("{who} already has the stronger {crew} crew. It scores what {whom} has there ({theirs}) and no more."),
        N_("You already have the stronger {crew} crew. It scores what {whom} has there ({theirs}) and no more."),
        N_("{who} already has the stronger {crew} crew. It scores what you have there ({theirs}) and no more."),
    ),
    ReasonCode.OVERTAKES: Wordings(
        N_("{who} overtakes {whom}’s {crew} crew ({own} against {theirs}) and scores {then}."),
        N_("You overtake {whom}’s {crew} crew ({own} against {theirs}) and score {then}."),
        N_("{who} overtakes your {crew} crew ({own} against {theirs}) and scores {then}."),
    ),
    ReasonCode.MAKES_EQUAL: Wordings(N_("It makes the {crew} crews equal at {own}: neither counts.")),
    ReasonCode.AGAINST_ALONE: Wordings(
        N_("Only {whom} has {crew} sailors so far ({theirs}); against {who}’s {own} they would score only {own}."),
        N_("Only {whom} has {crew} sailors so far ({theirs}); against your {own} they would score only {own}."),
        N_("Only you have {crew} sailors so far ({theirs}); against {who}’s {own} they would score only {own}."),
    ),
    ReasonCode.STAYS_BEHIND: Wordings(
        N_("{who}’s {crew} crew is still weaker ({own} against {theirs}), so it only scores for {whom}."),
        N_("Your {crew} crew is still weaker ({own} against {theirs}), so it only scores for {whom}."),
        N_("{who}’s {crew} crew is still weaker ({own} against {theirs}), so it only scores for you."),
    ),
}

QUOTED = N_("{name}: “{text}”")
"""What a trick card says about an act or an answer, quoted to everybody whom its "you" does not mean."""


def card_name(card: Card) -> str:
    if isinstance(card, Sailor):
        return f"{nation_name(card.nation)} {card.value}"
    return f"the trick card {BY_KEY[card].name.lower()}"


def nation_name(nation: Nation) -> str:
    return nation.name.title()


def listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


@dataclass(frozen=True)
class Language:
    """How a language puts sentences, and what it calls things; English by default."""

    translate: Callable[[str], str] = str
    """Of a template."""
    card: Callable[[Card], str] = card_name
    nation: Callable[[Nation], str] = nation_name
    listed: Callable[[list[str]], str] = listed
    chance: Callable[[float], str] = "{:.0%}".format
    share: Callable[[float], str] = lambda share: f"{100 * share:.1f}"


@dataclass(frozen=True)
class ReasonWriter:
    """Puts reasons into sentences for a reader who knows the players by these names."""

    names: tuple[str, str] = ("A", "B")
    you: Seat | None = None
    """The player who reads, if one of them does."""
    language: Language = Language()

    def sentences(self, reasons: Iterable[ReviewReason]) -> tuple[str, ...]:
        return tuple(map(self.sentence, reasons))

    def sentence(self, reason: ReviewReason) -> str:
        if reason.code in (ReasonCode.ACT, ReasonCode.ANSWER):
            return self._from_card(reason)
        them, other = self.names[reason.seat], self.names[1 - reason.seat]
        words = {name: self._word(value) for name, value in reason.values.items()}
        template = self.language.translate(self._wording(reason))
        return template.format(me=them, who=them, other=other, whom=other, **words)

    def _wording(self, reason: ReviewReason) -> str:
        phrase = PHRASES[reason.code]
        if self.you is None:
            return phrase.named
        return (phrase.to_them if self.you == reason.seat else phrase.to_other) or phrase.named

    def _from_card(self, reason: ReviewReason) -> str:
        """What a trick card's own file says, with the dice that were chosen; its "you" is the player of the card."""
        key = str(reason.values["key"])
        described = REPLIES[key] if reason.code is ReasonCode.ANSWER else ACTS[Act(key)]
        dice = self.language.listed(str(reason.values.get("dice", "")).split("-"))
        text = self.language.translate(described.help).replace("%(die)s", dice)
        if self.you == reason.seat:
            return text
        return self.language.translate(QUOTED).format(name=self.language.translate(described.name), text=text)

    def _word(self, value: Value) -> str:
        match value:
            case WinningChance() | Share() | int() if not isinstance(value, Nation):
                return self._number(value)
            case Nation():
                return self.language.nation(value)
            case Sailor():
                return self.language.card(value)
            case str():
                return self.language.card(Trick(value))
            case _:
                return self.language.listed([self.language.card(card) for card in value])

    def _number(self, value: WinningChance | Share | int) -> str:
        if isinstance(value, WinningChance):
            return self.language.chance(value)
        return self.language.share(value) if isinstance(value, Share) else str(value)
