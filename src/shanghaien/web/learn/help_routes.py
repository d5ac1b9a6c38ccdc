"""What the page of help explains: the parts of the table by their marks in the picture, and the keys."""

from typing import NamedTuple

from litestar import get
from litestar.response import Template

from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.templates import site_of


class Label(NamedTuple):
    """One part of the table: what it is called, and what it shows."""

    name: str
    text: str


class KeyLine(NamedTuple):
    """A key, or several, and what it does."""

    keys: tuple[str, ...]
    text: str


def labels() -> tuple[Label, ...]:
    """From top to bottom, in the order of the marks in the picture."""
    return (
        Label(
            gettext("Your opponent"),
            gettext(
                "The line above the row: their dice left, their tricks, their points. A lamp burns beside whoever’s "
                "turn it is."
            ),
        ),
        Label(
            gettext("The row"),
            gettext(
                "Six cards with their numbers below. Dice above a card are your opponent’s, dice below it are yours."
            ),
        ),
        Label(
            gettext("The tab on a card"),
            gettext(
                "It shows who would win the card right now: ▲ your opponent, ▼ you. Point at the card to read why."
            ),
        ),
        Label(
            gettext("The highlighted space"),
            gettext(
                "You can press anything that glows in gold: a die can go there. Pressing a die below does the same."
            ),
        ),
        Label(
            gettext("You"),
            gettext(
                "Your dice left, your tricks, your points. A captain in your colour means that you have played your "
                "trick of this round."
            ),
        ),
        Label(
            gettext("The question"),
            gettext("What you are asked now, and everything you can press to answer."),
        ),
        Label(
            gettext("The figures"),
            gettext("11→12: you have 11 points now and would have 12 if the round ended then. This is not advice."),
        ),
        Label(
            gettext("The slate"),
            gettext("The score of each nation, and what is still to come. Press a flag to see the crews."),
        ),
    )


def shortcuts() -> tuple[KeyLine, ...]:
    digits = gettext(
        "Place the die with this number, or choose what has this number: a card, or a crew, counted from the left. "
        "If it fits two things, each press moves to the next one, and Enter chooses it."
    )
    return (
        KeyLine(("1", "…", "6"), digits),
        KeyLine(("R",), gettext("Roll")),
        KeyLine(("S",), gettext("Call Shanghai; if you are asked again, press it again")),
        KeyLine(("U",), gettext("Take back your last choice")),
        KeyLine(("N",), gettext("To the next game that waits for you; in a review, to the next mistake")),
        KeyLine(("P",), gettext("In a review, to the mistake before")),
        KeyLine(("Esc",), gettext("Back to the previous question")),
        KeyLine(("?",), gettext("This page")),
        KeyLine(("Tab", "Enter"), gettext("Move to the next button, and press it")),
    )


@get("/help", sync_to_thread=False)
def help_page(request: AnyRequest) -> Template:
    context = {"site": site_of(request), "labels": labels(), "shortcuts": shortcuts()}
    return Template("learn/help/page.html", context=context)


ROUTES = [help_page]
