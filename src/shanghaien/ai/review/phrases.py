"""Every sentence of a review, once: for people who read about two players by name, and for each of the two themselves.

`{me}` or `{who}` is the player whom a reason is about, `{other}` or `{whom}` the one against them. The sentences are
marked for translation; what a trick card does is said by the card's own file.
"""

from typing import NamedTuple

from shanghaien.rules import N_

from .reason import ReasonCode


class Wordings(NamedTuple):
    """One sentence in up to three wordings."""

    named: str
    """Both players have names."""
    to_them: str = ""
    """Said to the player whom it is about; empty where they do not occur in it."""
    to_other: str = ""
    """Said to the other one; empty where they do not occur in it."""


PHRASES = {
    ReasonCode.PLAYED_INSTEAD: Wordings(N_("What was played:")),
    ReasonCode.CALL_GIVES: Wordings(N_("Calling now gives {who} {cards}."), N_("Calling now gives you {cards}.")),
    ReasonCode.CALL_GIVES_NOTHING: Wordings(
        N_("Calling now gives {who} nothing."),
        N_("Calling now gives you nothing."),
    ),
    ReasonCode.SCORE_CHANGES: Wordings(
        N_("On the score as it stands {me} goes from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}."),
        N_("On the score as it stands you go from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}."),
        N_("On the score as it stands {me} goes from {mine} to {mine_then}, you from {theirs} to {theirs_then}."),
    ),
    ReasonCode.KEEPS_ROUND_OPEN: Wordings(
        N_("Rolling keeps the round open; {me} has {left} dice left for it."),
        N_("Rolling keeps the round open; you have {left} dice left for it."),
    ),
    ReasonCode.RISKS_BETTER_CALL: Wordings(
        N_("It risks that {other} improves, or calls Shanghai at a better moment."),
        to_other=N_("It risks that you improve, or call Shanghai at a better moment."),
    ),
    ReasonCode.CREW_GROWS: Wordings(
        N_("The {crew} crew of {me} grows from {mine} to {more}, against {theirs}."),
        N_("Your {crew} crew grows from {mine} to {more}, against {theirs}."),
    ),
    ReasonCode.DIE_BECOMES: Wordings(N_("The {die} becomes a {new}.")),
    ReasonCode.WINS: Wordings(
        N_("It wins {card} for {me} as the dice lie."),
        N_("It wins {card} for you as the dice lie."),
    ),
    ReasonCode.TAKES_AWAY: Wordings(
        N_("It takes {card} away from {other}: as the dice lie nobody gets it."),
        to_other=N_("It takes {card} away from you: as the dice lie nobody gets it."),
    ),
    ReasonCode.GIVES_UP: Wordings(N_("But it gives up {card}.")),
    ReasonCode.LEAVES: Wordings(N_("But it leaves {card} to {other}."), to_other=N_("But it leaves {card} to you.")),
    ReasonCode.FIRST_CARD_LEFT: Wordings(N_("Card 1 then lies on the left.")),
    ReasonCode.FIRST_CARD_RIGHT: Wordings(N_("Card 1 then lies on the right.")),
    ReasonCode.RISKS_ANSWER: Wordings(
        N_("It risks an answer: {other} rolls a {die} in 11 of 36 rolls."),
        to_other=N_("It risks an answer: you roll a {die} in 11 of 36 rolls."),
    ),
    ReasonCode.SAFE_FROM_ONE_DIE: Wordings(
        N_("One die more does not bring {other} level there."),
        to_other=N_("One die more does not bring you level there."),
    ),
    ReasonCode.TRICK_WORTH: Wordings(N_("A trick card is a point, or an answer to a bad roll.")),
    ReasonCode.UNCONTESTED: Wordings(
        N_("{whom} has no {crew} crew, so every sailor counts: {who} would have {own}."),
        N_("{whom} has no {crew} crew, so every sailor counts: you would have {own}."),
        N_("You have no {crew} crew, so every sailor counts: {who} would have {own}."),
    ),
    ReasonCode.STRONGER_ALREADY: Wordings(
        N_("{who} has the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more."),
        N_("You have the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more."),
        N_("{who} has the stronger {crew} crew already, which earns what you have there, {theirs}, and no more."),
    ),
    ReasonCode.OVERTAKES: Wordings(
        N_("{who} overtakes the {crew} crew of {whom} ({own} against {theirs}) and earns {then}."),
        N_("You overtake the {crew} crew of {whom} ({own} against {theirs}) and earn {then}."),
        N_("{who} overtakes your {crew} crew ({own} against {theirs}) and earns {then}."),
    ),
    ReasonCode.MAKES_EQUAL: Wordings(N_("It makes the {crew} crews equal at {own}: neither counts.")),
    ReasonCode.AGAINST_ALONE: Wordings(
        N_("{whom} stands alone with {crew} {theirs}; against {own} of {who} that earns only {own}."),
        N_("{whom} stands alone with {crew} {theirs}; against your {own} that earns only {own}."),
        N_("You stand alone with {crew} {theirs}; against {own} of {who} that earns only {own}."),
    ),
    ReasonCode.STAYS_BEHIND: Wordings(
        N_("The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds {whom}."),
        N_("Your {crew} crew stays behind ({own} against {theirs}), so it only feeds {whom}."),
        N_("The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds you."),
    ),
}

QUOTED = N_("{name}: “{text}”")
"""What a trick card says about an act or an answer, quoted to everybody whom its "you" does not mean."""
