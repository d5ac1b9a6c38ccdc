"""People of a test with pages of their own: their results are written as rows, everything else is the real server."""

import re
from collections.abc import Callable
from typing import Any

from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.blocks import Blocks
from tests.web.people.arriving import NewResident, Resident, run_in
from tests.web.standings import result_rows

CURVE = '{"rating":[[1755000000000,1500,120],[1758000000000,1540,80],[1762000000000,1587,48]],"skill":[[1758000000000,1590,60],[1762000000000,1612,32]]}'
PRIVATE = "keeps this to themselves"


class Town:
    """A server, the people at it, and ways to write down what they have played."""

    def __init__(self, parts: Parts, new: NewResident) -> None:
        self.database = parts.database
        self.parts = parts
        self.new = new

    def somebody(self, name: str) -> tuple[Resident, str]:
        """A browser whose person keeps their games under a name, and their id."""
        browser = self.new()
        return browser, browser.keep(name)

    def write(self, browser: Resident, function: Callable[..., Any], *values: Any, **named: Any) -> None:
        """Write rows on the server's own loop."""

        async def write() -> None:
            await function(self.database, *values, **named)

        run_in(browser, write)

    def played(self, browser: Resident, one: str, other: str, **values: Any) -> str:
        """A finished game of two people, and its id; it is kept, with these names at its seats."""
        rows = result_rows.both_sides(one, other, **values)
        self.write(browser, result_rows.add_results, *rows)
        game: str = rows[0]["game"]
        self.write(browser, result_rows.add_seats, game, one, other)
        return game

    def strong(self, browser: Resident, person: str, **values: Any) -> None:
        """A strength and habits that are worth a picture."""
        self.write(browser, result_rows.add_strength, person, curve=CURVE, **values)
        shares = {f"round_{number}": (50, number / 10, 10.0) for number in range(1, 9)}
        self.write(
            browser, result_rows.add_habits, person, kind_call=(90, 2.0, 30.0), kind_place=(200, 1.0, 60.0), **shares
        )

    def hide(self, browser: Resident, **parts: str) -> None:
        """Keep parts of one's page to oneself, by the form."""
        answer = browser.submit("/privacy", "/privacy", **parts)
        assert answer.status_code == 303, answer.text

    def block(self, browser: Resident, person: str, other: str) -> None:
        """Keep somebody away."""

        async def block() -> None:
            await self.parts[Blocks].block(PersonId(person), PersonId(other))

        run_in(browser, block)


def text_of(page: str) -> str:
    """The words of a page, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
