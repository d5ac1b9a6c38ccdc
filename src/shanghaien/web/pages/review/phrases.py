"""What `shanghaien.ai.review.reasons` says, marked for translation, and how its cards and nations are called on pages."""

from shanghaien.ai.review.reasons import Tongue
from shanghaien.web.http.i18n import N_, gettext
from shanghaien.web.pages.shared.names import listed, nation_name, short_name

PHRASES = (
    N_("A trick card is a point, or an answer to a bad roll."),
    N_("But it gives up {card}."),
    N_("But it leaves {card} to {other}."),
    N_("Calling now gives {who} {cards}."),
    N_("Card 1 then lies on the left."),
    N_("Card 1 then lies on the right."),
    N_("From now on {me} may object once in each turn of {other}."),
    N_("It makes the {crew} crews equal at {own}: neither counts."),
    N_("It risks an answer: {other} rolls a {die} in 11 of 36 rolls."),
    N_("It risks that {other} improves, or calls Shanghai at a better moment."),
    N_("It rolls all dice of {me} again."),
    N_("It takes {card} away from {other}: as the dice lie nobody gets it."),
    N_("It trades these dice for a new roll and puts the Double back into the middle."),
    N_("It trades these dice for a new roll."),
    N_("It wins {card} for {me} as the dice lie."),
    N_("Nobody can end the round early any more."),
    N_("On the score as it stands {me} goes from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}."),
    N_("One die more does not bring {other} level there."),
    N_("Rolling keeps the round open; {me} has {left} dice left for it."),
    N_("The Double is worth a point at the end, or a new roll when it is needed."),
    N_("The {crew} crew of {me} grows from {mine} to {more}, against {theirs}."),
    N_("The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds {whom}."),
    N_("The {die} becomes a {new}."),
    N_("What was played:"),
    N_("nothing"),
    N_("{whom} has no {crew} crew, so every sailor counts: {who} would have {own}."),
    N_("{whom} stands alone with {crew} {theirs}; against {own} of {who} that earns only {own}."),
    N_("{who} has the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more."),
    N_("{who} overtakes the {crew} crew of {whom} ({own} against {theirs}) and earns {then}."),
)

TO_YOU = (
    N_("But it leaves {card} to you."),
    N_("Calling now gives you {cards}."),
    N_("From now on you may object once in each turn of {other}."),
    N_("From now on {me} may object once in each of your turns."),
    N_("It risks an answer: you roll a {die} in 11 of 36 rolls."),
    N_("It risks that you improve, or call Shanghai at a better moment."),
    N_("It rolls all your dice again."),
    N_("It takes {card} away from you: as the dice lie nobody gets it."),
    N_("It wins {card} for you as the dice lie."),
    N_("On the score as it stands you go from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}."),
    N_("On the score as it stands {me} goes from {mine} to {mine_then}, you from {theirs} to {theirs_then}."),
    N_("One die more does not bring you level there."),
    N_("Rolling keeps the round open; you have {left} dice left for it."),
    N_("The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds you."),
    N_("You have no {crew} crew, so every sailor counts: {who} would have {own}."),
    N_("You have the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more."),
    N_("You overtake the {crew} crew of {whom} ({own} against {theirs}) and earn {then}."),
    N_("You stand alone with {crew} {theirs}; against {own} of {who} that earns only {own}."),
    N_("Your {crew} crew grows from {mine} to {more}, against {theirs}."),
    N_("Your {crew} crew stays behind ({own} against {theirs}), so it only feeds {whom}."),
    N_("{whom} has no {crew} crew, so every sailor counts: you would have {own}."),
    N_("{whom} stands alone with {crew} {theirs}; against your {own} that earns only {own}."),
    N_("{who} has the stronger {crew} crew already, which earns what you have there, {theirs}, and no more."),
    N_("{who} overtakes your {crew} crew ({own} against {theirs}) and earns {then}."),
)
"""The same, said to a player who reads about his own game."""

TONGUE = Tongue(gettext, short_name, nation_name, listed)
"""The language of the page."""
