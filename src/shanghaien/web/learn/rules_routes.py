"""Learning the game: the rules page, and a first game with a guide."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Template
from markupsafe import Markup

from shanghaien.rules import DICE_PER_PLAYER, TAVERN_SIZE, Options
from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext
from shanghaien.web.learn.rules_views import ROW, DrawnRow, example, present
from shanghaien.web.people.pages.remembered_name import remembered_name
from shanghaien.web.site.forms import AnyRequest, place_of, read_fields
from shanghaien.web.site.sessions import ONE_YEAR, GuestCookie
from shanghaien.web.site.templates import environment, part, site_of
from shanghaien.web.tables.model import LEVELS, Mode
from shanghaien.web.tables.pages.row import Slot, Stack
from shanghaien.web.tables.pages.table_dice import read_own_dice
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import Setup

MOST_ON_CARD = 3
"""With one more press the card is empty again."""
ENDS = ("left", "right")


@dataclass(frozen=True, slots=True)
class Trial:
    """A picture to play with, as an address names it: `?row=place&mine=25&theirs=4&end=left&at=5`."""

    row: str
    mine: str = ""
    theirs: str = ""
    end: str = "left"
    told: bool = False
    """Whether it shows counts and arrows, as after a Shanghai."""
    at: int = 0
    """The number of the card that was pressed last; 0 before the first press."""

    def read(self, query: Mapping[str, str]) -> "Trial":
        """The picture with the dice of the address; invalid values are ignored."""
        if query.get("row") != self.row:
            return self
        end, at = query.get("end", ""), query.get("at", "")
        return replace(
            self,
            mine=_dice(query.get("mine", "")),
            theirs=_dice(query.get("theirs", "")),
            end=end if end in ENDS else self.end,
            at=int(at) if at in _numbers() else 0,
        )

    def pressed(self, of: str, number: int) -> "Trial":
        """The picture after a press: one die more on that side, or none if no more fits."""
        dice = self.mine if of == "me" else self.theirs
        here = dice.count(str(number))
        full = here == MOST_ON_CARD or len(dice) == DICE_PER_PLAYER
        changed = dice.replace(str(number), "") if full and here else dice + ("" if full else str(number))
        changed = "".join(sorted(changed))
        return replace(self, at=number, mine=changed) if of == "me" else replace(self, at=number, theirs=changed)

    @property
    def address(self) -> str:
        query = f"row={self.row}&mine={self.mine}&theirs={self.theirs}&end={self.end}&at={self.at}"
        return f"/rules?{query}#{self.row}"


@dataclass(frozen=True, slots=True)
class TrialSide:
    """One player's side of a card: the dice on it, and where a press leads."""

    stack: Stack
    link: str
    label: str


@dataclass(frozen=True, slots=True)
class TrialPicture:
    """A picture to play with, ready to be drawn."""

    name: str
    drawn: DrawnRow
    sides: tuple[tuple[TrialSide, TrialSide], ...]
    """For each card from the left: the opponent's side and one's own."""
    left: tuple[int, int]
    """The dice that lie on no card yet: the opponent's and one's own."""
    sentence: str
    other_end: str
    """Where the row is counted from the other end."""


TRIALS = {
    "place": Trial("place", "5", "4"),
    "number-1": Trial("number-1", "2"),
    "who-takes": Trial("who-takes", "11345", "13466", told=True),
}
"""The pictures as the page shows them at first."""


def picture(trial: Trial) -> TrialPicture:
    drawn = example(ROW, trial.mine, trial.theirs, end=trial.end, told=trial.told)
    flipped = replace(trial, end=ENDS[trial.end == ENDS[0]], at=0)
    return TrialPicture(
        name=trial.row,
        drawn=drawn,
        sides=tuple((_side(trial, slot, slot.upper), _side(trial, slot, slot.lower)) for slot in drawn.row),
        left=(DICE_PER_PLAYER - len(trial.theirs), DICE_PER_PLAYER - len(trial.mine)),
        sentence=next(
            (f"{slot.label}. {slot.why_title}. {slot.why}" for slot in drawn.row if slot.number == trial.at), ""
        ),
        other_end=flipped.address,
    )


def _side(trial: Trial, slot: Slot, stack: Stack) -> TrialSide:
    assert slot.number is not None
    then = trial.pressed(stack.of, slot.number)
    fewer = len(then.mine + then.theirs) < len(trial.mine + trial.theirs)
    wording = (
        gettext("%(card)s. %(dice)s. Take them away") if fewer else gettext("%(card)s. %(dice)s. Put one more there")
    )
    return TrialSide(stack, then.address, wording % {"card": slot.label, "dice": stack.label})


def _dice(text: str) -> str:
    good = len(text) <= DICE_PER_PLAYER and set(text) <= set(_numbers())
    return "".join(sorted(text)) if good else ""


def _numbers() -> tuple[str, ...]:
    return tuple(map(str, range(1, TAVERN_SIZE + 1)))


_BODIES: LanguageCache[Markup] = LanguageCache(32)
"""The parts of the page that are the same for all readers, for the addresses that were requested last."""


@get("/rules", sync_to_thread=False)
def rules_page(request: AnyRequest) -> Template:
    """The rules in the reader's language; the address may hold dice that were put on a picture."""
    trials = tuple(trial.read(request.query_params) for trial in TRIALS.values())
    body = _BODIES.recall(trials, lambda: rules_body(trials))
    return Template("learn/rules/page.html", context={"site": site_of(request), "body": body})


@get("/rules/row", media_type="text/html", sync_to_thread=False)
def rules_row(request: AnyRequest) -> str:
    trial = TRIALS.get(request.query_params.get("row", ""), next(iter(TRIALS.values())))
    return str(part("learn/rules/trial.html", "trial", picture(trial.read(request.query_params))))


def rules_body(trials: tuple[Trial, ...]) -> Markup:
    """The body of the page, which is the same for all readers of a language."""
    pictures = {trial.row: picture(trial) for trial in trials}
    text = environment().get_template("learn/rules/body.html").render(rules=present(), trials=pictures)
    return Markup(text)  # noqa: S704 - the template has escaped its values


@post("/guide")
async def guide(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person_cookie: NamedDependency[GuestCookie],
) -> Redirect:
    """A base game against the easiest bot, with the guide's comments on."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    names = (remembered_name(request), "")
    setup = Setup(Mode.BOT, Options(), names, seat=0, levels=(LEVELS[0], LEVELS[0]), dice=read_own_dice(fields))
    created = quotas.created(setup.mode, person, place_of(request))
    table = await tables.create(setup, person, fields.text("reservation", ""), fields.text("id", ""))
    created(table.id)
    comments = Cookie(key="guide", value="1", max_age=ONE_YEAR, path="/", samesite="lax")
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie, comments])


ROUTES = [rules_page, rules_row, guide]
