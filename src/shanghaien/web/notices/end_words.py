"""How a game ended, in the words of a notice."""

from shanghaien.rules import Seat
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.table import GameResult, Table
from shanghaien.web.words.players import names


def outcome(table: Table, seat: Seat) -> str:
    """Who has won, for a player at this seat."""
    result, name = _result(table), names(table)[1 - seat]
    if result.reason == "abandoned":
        wording = gettext("Your game against %(name)s was called off")
    elif result.winner is None:
        wording = gettext("A draw against %(name)s")
    elif result.winner == seat:
        wording = gettext("You won against %(name)s")
    else:
        wording = gettext("You lost against %(name)s")
    return wording % {"name": name}


def ending(table: Table, seat: Seat) -> str:
    """How it came to that."""
    result, name = _result(table), names(table)[1 - seat]
    won = result.winner == seat
    score = f"{result.points[seat]} : {result.points[1 - seat]}"
    match result.reason:
        case "points":
            return gettext("The final score: %(score)s") % {"score": score}
        case "resigned":
            return gettext("%(name)s resigned.") % {"name": name} if won else gettext("You resigned.")
        case "time":
            told = gettext("%(name)s has run out of time.") if won else gettext("Your time has run out.")
            return told % {"name": name}
        case _:
            return gettext("It counts for nobody.")


def _result(table: Table) -> GameResult:
    assert table.result is not None
    return table.result
