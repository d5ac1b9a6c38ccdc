"""The switches of the page of notices. What can't be switched says why."""

import hashlib
from dataclasses import dataclass
from zoneinfo import available_timezones

import msgspec

from shanghaien.rules import Nation, Sailor
from shanghaien.web.core.formats import day_of, moment
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.settings import ConfiguredParts
from shanghaien.web.notices.compose import BETWEEN, DAY, time_left
from shanghaien.web.notices.place_store import PushRow, WebhookRow
from shanghaien.web.notices.places import KnownPlaces
from shanghaien.web.people.preferences import NoticePreferences, PersonPreferences
from shanghaien.web.site.forms import Fields
from shanghaien.web.tables.words.card_words import card_name, listed


def mark_of(endpoint: str) -> str:
    """How a browser knows its own row: a digest of its secret address, which its script works out too."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:16]


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


def browser_switch(row: PushRow, zone: str, last_sent: int | None = None) -> Switch:
    """A browser and when it was last sent something; one that does not answer is off until it is pressed."""
    if row.silent and row.failed_since is not None:
        text = _unanswered(row.failed_since, zone)
    elif last_sent is not None:
        text = gettext("last notice: %(time)s") % {"time": moment(last_sent, zone)}
    else:
        text = gettext("since %(day)s") % {"day": day_of(row.created, zone)}
    return Switch(f"browser-{row.id}", row.label, text, not row.silent, mark=mark_of(row.endpoint))


def mail_switch(known: KnownPlaces, set_up: ConfiguredParts, *, signed_in: bool) -> Switch:
    title, on = gettext("By email"), known.preferences.notices.mail
    if not set_up.mail:
        return Switch("mail", title, gettext("not possible here: this site sends no email"), False, False)
    if not signed_in:
        said = gettext("for people with an account")
        return Switch("mail", title, said, False, False, link="/keep")
    if not known.mailbox:
        return Switch("mail", title, gettext("give your address first"), False, False, link="/keep/keys")
    return Switch("mail", title, known.mailbox, on)


def webhook_switch(row: WebhookRow, preferences: NoticePreferences, zone: str) -> Switch:
    """The person's own address; one that does not answer any more is off until it is pressed."""
    text = _unanswered(row.failed_since, zone) if row.silent and row.failed_since is not None else row.address
    return Switch("webhook", gettext("To your own address"), text, preferences.webhook and not row.silent)


def _unanswered(since: int, zone: str) -> str:
    said = gettext("has not answered since %(day)s; switch it on to try again")
    return said % {"day": day_of(since, zone)}


def kind_switches(preferences: NoticePreferences) -> list[Switch]:
    return [
        Switch("turn", gettext("Your turn"), gettext("with buttons when there is little to choose"), preferences.turn),
        Switch("time", gettext("Time is running out"), gettext("reminders, in games with a clock"), preferences.time),
        Switch("started", gettext("Somebody sat down at your table"), gettext("the game begins"), preferences.started),
        Switch("over", gettext("A game is over"), gettext("who has won"), preferences.over),
    ]


# What will be seen: notices as phones and computers show them, in the words of real ones.


@dataclass(frozen=True, slots=True)
class NoticePicture:
    """A notice that is drawn: its title, its line, its buttons, and when it came."""

    title: str
    line: str
    buttons: tuple[str, str]
    came: str

    @property
    def label(self) -> str:
        said = gettext("A notice: %(title)s. %(line)s. Buttons: %(first)s; %(second)s.")
        first, second = self.buttons
        return said % {"title": self.title, "line": self.line, "first": first, "second": second}


def on_a_phone() -> NoticePicture:
    """Two dice have been rolled, and there are two places for them."""
    rolled = gettext("rolled for you: %(dice)s") % {"dice": listed(["2", "6"])}
    buttons = (_placed(2, Sailor(Nation.DUTCH, 1)), _placed(6, Sailor(Nation.ITALIAN, 4)))
    return NoticePicture(
        _title("Grete"), BETWEEN.join([_round(3), rolled, "8 : 9", time_left(DAY, 0)]), buttons, "18:42"
    )


def on_a_computer() -> NoticePicture:
    """The other decision that has two ways: to roll, or to call Shanghai."""
    buttons = (gettext("Roll"), gettext("Call Shanghai"))
    return NoticePicture(_title("Tom"), BETWEEN.join([_round(6), "19 : 21", time_left(2 * DAY, 0)]), buttons, "18:40")


def _round(number: int) -> str:
    return gettext("Round %(round)s") % {"round": number}


def _title(name: str) -> str:
    return gettext("Your turn against %(name)s") % {"name": name}


def _placed(die: int, card: Sailor) -> str:
    return gettext("%(die)s on %(card)s") % {"die": die, "card": card_name(card)}


# What the form of notices says, as preferences; what cannot be meant is left as it was.

MINUTES = (5, 10, 15, 30, 60, 180)
"""Choices: a notice comes after so many minutes without a look."""
FRACTIONS = (0.5, 0.25, 0.1)
"""Of the time left: when one can be reminded."""
KINDS = ("turn", "time", "started", "over")
LONGEST_ZONE = 40


def changed(preferences: PersonPreferences, fields: Fields, set_up: ConfiguredParts) -> PersonPreferences:
    """The preferences after the form was sent."""
    zone = fields.text("time_zone", "", longest=LONGEST_ZONE)
    zone = zone if zone in available_timezones() else preferences.time_zone
    return msgspec.structs.replace(preferences, notices=_notices(preferences.notices, fields, set_up), time_zone=zone)


def _notices(before: NoticePreferences, fields: Fields, set_up: ConfiguredParts) -> NoticePreferences:
    when, minutes, hour = fields.text("when", ""), _number(fields, "minutes"), _number(fields, "hour")
    return msgspec.structs.replace(
        before,
        when=when if when in {"now", "later", "daily"} else before.when,
        minutes=minutes if minutes in MINUTES else before.minutes,
        hour=hour if hour is not None and hour < 24 else before.hour,
        mail=fields.flag("mail") if set_up.mail else before.mail,
        webhook=fields.flag("webhook") if set_up.webhooks else before.webhook,
        reminders=tuple(each for each in FRACTIONS if fields.flag(reminder_field(each))),
        **{kind: fields.flag(kind) for kind in KINDS},
    )


def reminder_field(fraction: float) -> str:
    return f"reminder-{fraction * 100:.0f}"


def _number(fields: Fields, name: str) -> int | None:
    return fields.number(name) if name in fields else None
