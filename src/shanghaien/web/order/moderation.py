"""What those who keep order can do about people. Each deed is one transaction with its line in the audit."""

from collections.abc import Callable

from shanghaien.rules import N_
from shanghaien.web.clock import now
from shanghaien.web.http.refusals import NotThere, Unreadable
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import PersonId
from shanghaien.web.people.name_rules import check_name, folded
from shanghaien.web.people.naming import Naming
from shanghaien.web.play.moderated import MUTED, RENAMED, SHUT
from shanghaien.web.store.audit import Deed, note_deed
from shanghaien.web.store.database import Database
from shanghaien.web.store.due import set_due
from shanghaien.web.store.names import give_other_name
from shanghaien.web.store.reports import close_report, read_report
from shanghaien.web.store.sanctions import CLOSE, MUTE, lay, let_in_again, lift, shut_out

from .clean_text import clean_lines
from .deeds import LONGEST_REASON, Keeper, NothingToDo, Why, begin, check_right, find, note, reason_of
from .reasons import DISMISSED, DONE

MOST_DAYS = 365
DAY_MS = 24 * 3600 * 1000
Forget = Callable[[PersonId], None]


class Moderation:
    """Mutes, closes, reopens, renames, and deals with reports."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.after_change: list[Forget] = []
        """Called with whoever something was done about, so that nothing is remembered of how it was before."""

    async def mute(self, by: Keeper, person: PersonId, days: int, why: Why) -> None:
        """For so many days nothing that they say reaches anybody."""
        if not 1 <= days <= MOST_DAYS:
            raise Unreadable(N_("Choose 1 to %(most)s days."), most=MOST_DAYS)
        async with self._database.writing() as connection:
            whom = await begin(connection, by, person, why)
            await lift(connection, person, MUTE)
            await lay(connection, new_id(), person, MUTE, reason_of(why), now() + days * DAY_MS)
            await set_due(connection, MUTED, person, 0)
            await note(connection, by, "mute", whom, why, str(days))

    async def unmute(self, by: Keeper, person: PersonId, why: Why) -> None:
        """They may talk again."""
        async with self._database.writing() as connection:
            whom = await begin(connection, by, person, why)
            if not await lift(connection, person, MUTE):
                raise NothingToDo(N_("They are not muted."))
            await set_due(connection, MUTED, person, 0)
            await note(connection, by, "unmute", whom, why)

    async def close(self, by: Keeper, person: PersonId, why: Why) -> None:
        """Nobody signs in to the account any more; their running games are given up."""
        async with self._database.writing() as connection:
            whom = await begin(connection, by, person, why, account=True)
            if not await shut_out(connection, person):
                raise NothingToDo(N_("This account is closed already."))
            await lay(connection, new_id(), person, CLOSE, reason_of(why))
            await set_due(connection, SHUT, person, 0)
            await note(connection, by, "close", whom, why)
        self._tell(person)

    async def reopen(self, by: Keeper, person: PersonId, why: Why) -> None:
        """The account is theirs again; games that were given up stay lost."""
        async with self._database.writing() as connection:
            whom = await begin(connection, by, person, why, account=True)
            if not await let_in_again(connection, person):
                raise NothingToDo(N_("This account is not closed."))
            await lift(connection, person, CLOSE)
            await note(connection, by, "reopen", whom, why)
        self._tell(person)

    async def rename(self, by: Keeper, person: PersonId, wanted: str, why: Why) -> str:
        """Give them another name, also in games that go on; the old one is nobody's for years."""
        name = check_name(wanted)
        await Naming(self._database).words.check_name(name)
        async with self._database.writing() as connection:
            whom = await begin(connection, by, person, why, account=True)
            if not await give_other_name(connection, person, name, folded(name)):
                raise NothingToDo(N_("%(name)s is taken. Choose another name."), name=name)
            await set_due(connection, RENAMED, person, 0, name)
            await note(connection, by, "rename", whom, why, name)
        self._tell(person)
        return name

    async def dismiss(self, by: Keeper, report: str, answer: str) -> None:
        """Close a report: there is nothing to be done."""
        await self._close(by, report, DISMISSED, answer)

    async def settle(self, by: Keeper, report: str, answer: str) -> None:
        """Close a report: what had to be done is done."""
        await self._close(by, report, DONE, answer)

    async def _close(self, by: Keeper, report: str, outcome: str, answer: str) -> None:
        async with self._database.writing() as connection:
            row = await read_report(connection, report)
            if row is None:
                raise NotThere(N_("There is no such report."))
            whom = await find(connection, row.about, row.name)
            await check_right(connection, by, whom)
            if not await close_report(connection, report, outcome, clean_lines(answer, LONGEST_REASON)):
                raise NothingToDo(N_("Somebody has dealt with this report already."))
            what = "dismiss" if outcome == DISMISSED else "settle"
            await note_deed(connection, Deed(by.id, by.name, what, whom.id, whom.name, answer, report))

    def _tell(self, person: PersonId) -> None:
        for tell in self.after_change:
            tell(person)
