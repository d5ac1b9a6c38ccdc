"""The sentences of `words` once more, said to one of the two players: "you" instead of a name."""

AS_YOU: dict[str, dict[str, str]] = {
    "But it leaves {card} to {other}.": {"other": "But it leaves {card} to you."},
    "Calling now gives {who} {cards}.": {"who": "Calling now gives you {cards}."},
    "From now on {me} may object once in each turn of {other}.": {
        "me": "From now on you may object once in each turn of {other}.",
        "other": "From now on {me} may object once in each of your turns.",
    },
    "It risks an answer: {other} rolls a {die} in 11 of 36 rolls.": {
        "other": "It risks an answer: you roll a {die} in 11 of 36 rolls.",
    },
    "It risks that {other} improves, or calls Shanghai at a better moment.": {
        "other": "It risks that you improve, or call Shanghai at a better moment.",
    },
    "It rolls all dice of {me} again.": {"me": "It rolls all your dice again."},
    "It takes {card} away from {other}: as the dice lie nobody gets it.": {
        "other": "It takes {card} away from you: as the dice lie nobody gets it.",
    },
    "It wins {card} for {me} as the dice lie.": {"me": "It wins {card} for you as the dice lie."},
    "On the score as it stands {me} goes from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}.": {
        "me": "On the score as it stands you go from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}.",
        "other": "On the score as it stands {me} goes from {mine} to {mine_then}, you from {theirs} to {theirs_then}.",
    },
    "One die more does not bring {other} level there.": {"other": "One die more does not bring you level there."},
    "Rolling keeps the round open; {me} has {left} dice left for it.": {
        "me": "Rolling keeps the round open; you have {left} dice left for it.",
    },
    "The {crew} crew of {me} grows from {mine} to {more}, against {theirs}.": {
        "me": "Your {crew} crew grows from {mine} to {more}, against {theirs}.",
    },
    "The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds {whom}.": {
        "who": "Your {crew} crew stays behind ({own} against {theirs}), so it only feeds {whom}.",
        "whom": "The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds you.",
    },
    "{whom} has no {crew} crew, so every sailor counts: {who} would have {own}.": {
        "who": "{whom} has no {crew} crew, so every sailor counts: you would have {own}.",
        "whom": "You have no {crew} crew, so every sailor counts: {who} would have {own}.",
    },
    "{whom} stands alone with {crew} {theirs}; against {own} of {who} that earns only {own}.": {
        "who": "{whom} stands alone with {crew} {theirs}; against your {own} that earns only {own}.",
        "whom": "You stand alone with {crew} {theirs}; against {own} of {who} that earns only {own}.",
    },
    "{who} has the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more.": {
        "who": "You have the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more.",
        "whom": "{who} has the stronger {crew} crew already, which earns what you have there, {theirs}, and no more.",
    },
    "{who} overtakes the {crew} crew of {whom} ({own} against {theirs}) and earns {then}.": {
        "who": "You overtake the {crew} crew of {whom} ({own} against {theirs}) and earn {then}.",
        "whom": "{who} overtakes your {crew} crew ({own} against {theirs}) and earns {then}.",
    },
}
"""By sentence and by the part of it that the reader plays."""
