"""What the pages of moderators show, in plain values."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.formats import day_of, moment
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.visitor import Account
from shanghaien.web.moderation.fair_play import FairPlay
from shanghaien.web.moderation.reports import DISMISSED, REASONS, ModerationRecords
from shanghaien.web.moderation.service import LONGEST_REASON, ActionReason, Moderation, Moderator
from shanghaien.web.moderation.store import AuditRow, ReportRow
from shanghaien.web.people.sanctions import CLOSE, MUTE, UNRATE, SanctionRow
from shanghaien.web.site.forms import AnyRequest, Fields
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import confirmation, site_of
from shanghaien.web.standings.model import Unrated
from shanghaien.web.standings.standing_words import why_not
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.log import PHRASE, TalkRecord

ACTIONS = {
    "mute": N_("muted for %(detail)s days"),
    "unmute": N_("allowed to talk again"),
    "unrate": N_("games taken out of the ratings"),
    "count-again": N_("games count again"),
    "game-off": N_("one game taken out of the ratings"),
    "game-on": N_("one game counts again"),
    "clear": N_("nothing found wrong with their play: monitored from scratch"),
    "close": N_("account closed"),
    "reopen": N_("account opened again"),
    "rename": N_("renamed to %(detail)s"),
    "sign-out": N_("signed out on all devices"),
    "delete": N_("an account deleted"),
    "dismiss": N_("report closed: no action needed"),
    "settle": N_("report closed: dealt with"),
    "moderator": N_("made a moderator"),
    "no-role": N_("no longer looks after the site"),
    "administrator": N_("made an administrator"),
    "word-add": N_("word added: %(detail)s"),
    "word-off": N_("word taken off: %(detail)s"),
}
"""What was done, by its key in the audit."""
ABOUT_A_GAME = {"game-off", "game-on"}
"""Actions whose detail is a game."""


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report in a list."""

    id: str
    name: str
    about: str
    reason: str
    words: str
    at: str
    state: str
    game: str


@dataclass(frozen=True, slots=True)
class ShownSaid:
    """A line of the talk before the report."""

    of: str
    who: str
    words: str
    at: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was said and done until the report."""

    reporter: str
    blocked: bool
    names: tuple[str, ...]
    version: int
    said: tuple[ShownSaid, ...]
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """Whether a game that is over counts, and what a moderator can do about that."""

    sentence: str
    act: str
    """What a moderator can do about it; empty if nothing."""


@dataclass(frozen=True, slots=True)
class ShownAction:
    """A line of the audit."""

    at: str
    by: str
    what: str
    name: str
    person: str
    reason: str
    game: str
    """The game that it is about; empty for most."""


def shown_report(row: ReportRow, zone: str) -> ShownReport:
    reason = gettext(REASONS.get(row.reason, REASONS["other"]))
    return ShownReport(
        row.id, row.name, row.about, reason, row.words, moment(row.at, zone), _state(row, zone), row.game
    )


def _state(row: ReportRow, zone: str) -> str:
    if row.closed is None:
        return gettext("waits")
    day = {"day": day_of(row.closed, zone)}
    return (
        gettext("no action needed, %(day)s") % day if row.outcome == DISMISSED else gettext("dealt with, %(day)s") % day
    )


def snapshot_of(row: ReportRow, zone: str, phrases: Mapping[str, str]) -> Snapshot:
    kept: dict[str, Any] = json.loads(row.snapshot or "{}")
    names = tuple(name or gettext("a sailor") for name in kept.get("names", ()))
    said = tuple(
        ShownSaid(
            "me" if seat == 0 else "them",
            names[seat],
            gettext(phrases[text]) if kind == PHRASE and text in phrases else text,
            moment(at, zone),
        )
        for seat, kind, text, _, at in kept.get("said", ())
    )
    moves = tuple(_move(names, *entry) for entry in kept.get("log", ()))
    return Snapshot(kept.get("reporter", ""), bool(kept.get("blocked")), names, kept.get("version", 0), said, moves)


def _move(names: tuple[str, ...], number: int, kind: str, seat: int | None, text: str, at: int) -> str:
    who = "" if seat is None else f" {names[seat]}"
    return f"{number}.{who} {kind} {text}".rstrip()


def game_state(unrated: str) -> GameState:
    """Whether a game counts, by the reason why it does not."""
    if not unrated:
        return GameState(gettext("This game counts."), "game-off")
    return GameState(why_not(Unrated(unrated)), "game-on" if unrated == Unrated.MARKED else "")


def shown_action(row: AuditRow, zone: str) -> ShownAction:
    what = gettext(ACTIONS[row.what]) if row.what in ACTIONS else row.what
    said = what % {"detail": row.detail} if "%(detail)s" in what else what
    game = row.detail if row.what in ABOUT_A_GAME else ""
    return ShownAction(moment(row.at, zone), row.by_name, said, row.name, row.person, row.reason, game)


def sanction_words(row: SanctionRow, zone: str) -> str:
    words = {
        MUTE: gettext("muted until %(day)s"),
        CLOSE: gettext("account closed on %(day)s"),
        UNRATE: gettext("games not rated since %(day)s"),
    }
    at = row.at if row.kind == CLOSE else row.time or 0
    said = words.get(row.kind, "%(day)s") % {"day": day_of(at, zone)}
    return said if row.lifted is None else gettext("%(what)s (lifted)") % {"what": said}


TOLD = {
    "done": N_("Done. It is in the audit."),
    "added": N_("Added to the list."),
    "off": N_("Taken off the list."),
}
"""Confirmations by the word in the address."""
TYPED = 4 * LONGEST_REASON


class ModeratorVisit:
    """A request of a moderator; for others these addresses do not exist. Litestar makes one for each request."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        account = request.user.account
        if account is None or not account.moderates:
            raise NotFoundException
        self.request, self.moderation, self.fair_play = request, parts[Moderation], parts[FairPlay]
        self.records, self.unrating, self.phrases = parts[ModerationRecords], parts[Unrating], parts[TalkRecord].phrases
        self.account: Account = account
        self.zone = preferences_of(request).zone

    @property
    def moderator(self) -> Moderator:
        """Who keeps order."""
        return Moderator(self.account.id, self.account.name)

    def page(self, template: str, refusal: DomainError | None = None, **context: object) -> Template:
        """A page, with the reason if the last request was refused."""
        site = site_of(self.request, refusal.said(gettext) if refusal else "")
        context |= {"site": site, "told": confirmation(self.request, TOLD)}
        return Template(f"moderation/{template}", context=context, status_code=status_of(refusal))

    def done(self, path: str, told: str = "done") -> Redirect:
        """Redirect to a page that confirms the action."""
        return Redirect(f"{path}?told={told}", status_code=303)


def why_of(fields: Fields) -> ActionReason:
    """Reason, report and answer from a form."""
    return ActionReason(fields.text("reason", "", TYPED), fields.text("report", ""), fields.text("answer", "", TYPED))
