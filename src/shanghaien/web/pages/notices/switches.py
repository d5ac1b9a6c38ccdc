"""The switches of the page of notices: where one is told, and of what. What can't be switched says why."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext
from shanghaien.web.notices.places import KnownPlaces, PushRow, WebhookRow
from shanghaien.web.people.wishes import NoticeWishes
from shanghaien.web.set_up import SetUp
from shanghaien.web.words.times import day_of, moment

from .marks import mark_of


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch in the form: its field, what it is called, a line that tells more, and whether it is on."""

    name: str
    title: str
    text: str
    on: bool
    possible: bool = True
    link: str = ""
    """Where to go to make it possible."""
    mark: str = ""
    """By which a browser knows its own switch; empty for all others."""


def browser_switch(row: PushRow, zone: str, told: int | None = None) -> Switch:
    """One of the person's browsers, last told then; one that does not answer any more is off until it is pressed."""
    if row.silent and row.failed_since is not None:
        text = _unanswered(row.failed_since, zone)
    elif told is not None:
        text = gettext("last notice: %(time)s") % {"time": moment(told, zone)}
    else:
        text = gettext("since %(day)s") % {"day": day_of(row.created, zone)}
    return Switch(f"browser-{row.id}", row.label, text, not row.silent, mark=mark_of(row.endpoint))


def mail_switch(known: KnownPlaces, set_up: SetUp, *, signed_in: bool) -> Switch:
    """Mail: to an address whose owner has confirmed it, if the host has set up mail."""
    title, on = gettext("By mail"), known.wishes.notices.mail
    if not set_up.mail:
        return Switch("mail", title, gettext("not possible here: this site sends no mail"), False, False)
    if not signed_in:
        said = gettext("for people who keep their games")
        return Switch("mail", title, said, False, False, link="/keep")
    if not known.mailbox:
        return Switch("mail", title, gettext("give your address first"), False, False, link="/keep/keys")
    return Switch("mail", title, known.mailbox, on)


def webhook_switch(row: WebhookRow, wishes: NoticeWishes, zone: str) -> Switch:
    """The person's own address; one that does not answer any more is off until it is pressed."""
    text = _unanswered(row.failed_since, zone) if row.silent and row.failed_since is not None else row.address
    return Switch("webhook", gettext("To your own address"), text, wishes.webhook and not row.silent)


def _unanswered(since: int, zone: str) -> str:
    said = gettext("has not answered since %(day)s; switch it on to try again")
    return said % {"day": day_of(since, zone)}


def kind_switches(wishes: NoticeWishes) -> list[Switch]:
    """Of what the person is told."""
    return [
        Switch("turn", gettext("Your turn"), gettext("with buttons when there is little to choose"), wishes.turn),
        Switch("time", gettext("Time is running out"), gettext("reminders, in games with a clock"), wishes.time),
        Switch("started", gettext("Somebody sat down at your table"), gettext("the game begins"), wishes.started),
        Switch("over", gettext("A game is over"), gettext("who has won"), wishes.over),
    ]
