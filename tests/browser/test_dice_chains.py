"""A player's own chains in a browser: what Python reads of them, and no link for two choices in two tabs."""

from typing import Any

import pytest
from playwright.sync_api import Page

from shanghaien.fairness import Chain, PlayerMemory, ReservedChains
from tests.browser.conftest import Visitors

GAME = "game-7"
ENDS = {"server": "1" * 64, "creatorHeld": "2" * 64, "guestHeld": "3" * 64}
RESERVATION = {"game": GAME, "who": "guest", **ENDS}
AFTER_ROLL = "s"
"""The digest of steps after a roll is the one before: rolls are left out."""
CHAIN = Chain(bytes([7] * 32), GAME, "guest-1")
"""The browsers of the tests draw nothing but sevens."""


@pytest.fixture
def page(visitor: Visitors) -> Page:
    page = visitor()
    page.goto("/dice")
    return page


def call(page: Page, name: str, *values: Any) -> Any:
    """Call a function of chains.js as the page does."""
    return page.evaluate(
        "async ([n, v]) => (await import('/static/tables/scripts/chains.js'))[n](...v)", [name, list(values)]
    )


def answered(page: Page, group: int, number: int, chain: str = "guest-1") -> None:
    """The server has drawn a group from what was sent."""
    page.evaluate(
        "([game, ...drawn]) => import('/static/tables/scripts/chains.js')"
        ".then((m) => m.amend(game, (state) => m.answered(state, ...drawn)))",
        [GAME, group, chain, number],
    )


def opened(page: Page, choice: str, number: int, group: int, chain: str = "guest-1") -> Any:
    return call(page, "openFor", GAME, choice, {"chain": chain, "number": number, "group": group, "steps": "s"})


def test_what_is_remembered_can_be_read_by_the_shell_and_holds_no_secret(page: Page) -> None:
    end = call(page, "endFor", RESERVATION | {"known": ["5" * 64]})["end"]
    opened(page, "roll", 1, 4)
    answered(page, 4, 1)
    opened(page, "roll", 2, 8)
    call(page, "keepReceipt", GAME, f"{GAME} {'6' * 64} {'7' * 64} 3 {'8' * 64} 9 {'0' * 128}", "c" * 64)
    told = page.evaluate(
        f"import('/static/tables/scripts/chains.js').then((m) => JSON.stringify(m.remembered('{GAME}')))"
    )
    memory = PlayerMemory.from_json(told)
    promised = ReservedChains(GAME, *ENDS.values()).hash
    assert (memory.game_id, memory.who, memory.reservation, memory.contract) == (GAME, "guest", promised, "7" * 64)
    assert memory.ends == ("5" * 64, end)
    assert memory.opened == {4: ("guest-1", 1, "roll", AFTER_ROLL)}
    assert memory.sent == (("guest-1", 2, "roll", AFTER_ROLL),)
    assert len(memory.receipts) == 1
    assert (b"\7" * 32).hex() not in told


def test_of_two_tabs_that_want_a_link_at_once_both_get_the_same_one(page: Page) -> None:
    call(page, "endFor", RESERVATION)
    other = page.context.new_page()
    other.goto("/dice")
    assert opened(page, "roll", 1, 4) == opened(other, "roll", 1, 4)
    answered(page, 4, 1)
    assert opened(other, "shanghai", 1, 5) == {"problem": "spent"}
    many = "import('/static/tables/scripts/chains.js').then((m) => Promise.all([1, 2, 3].map((number) => m.openFor('game-7', 'roll',"
    found = other.evaluate(many + " { chain: 'guest-1', number, group: 4 + number, steps: 's' }))))")
    assert found == [{"problem": "spent"}, {"link": CHAIN.link(2)}, {"link": CHAIN.link(3)}]
