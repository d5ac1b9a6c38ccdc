"""A player's own chains in a browser: what Python makes of the same secret, and no link for two choices."""

from typing import Any

import pytest
from playwright.sync_api import Page

from shanghaien.fairness import Chain, PlayerMemory, ReservedChains
from tests.browser.conftest import Visitors

GAME = "game-7"
ENDS = {"server": "1" * 64, "creatorHeld": "2" * 64, "guestHeld": "3" * 64}
RESERVATION = {"game": GAME, "who": "guest", **ENDS}
CHAIN = Chain(bytes([7] * 32), GAME, "guest-1")
"""The browsers of the tests draw nothing but sevens."""
STORED = f"chain:{GAME}"


@pytest.fixture
def page(visitor: Visitors) -> Page:
    page = visitor()
    page.goto("/dice")
    return page


def call(page: Page, name: str, *values: Any) -> Any:
    """Call a function of chains.js as the page does."""
    return page.evaluate("async ([n, v]) => (await import('/static/js/chains.js'))[n](...v)", [name, list(values)])


def answered(page: Page, group: int, number: int, chain: str = "guest-1") -> None:
    """The server has drawn a group from what was sent."""
    page.evaluate(
        "([game, ...drawn]) => import('/static/js/chains.js')"
        ".then((m) => m.amend(game, (state) => m.answered(state, ...drawn)))",
        [GAME, group, chain, number],
    )


def opened(page: Page, choice: str, number: int, group: int, chain: str = "guest-1") -> Any:
    return call(page, "openFor", GAME, choice, {"chain": chain, "number": number, "group": group})


def test_an_end_and_its_links_are_those_that_python_makes_of_the_secret(page: Page) -> None:
    assert call(page, "endFor", RESERVATION) == {"end": CHAIN.end}
    assert opened(page, "roll", 1, 4) == {"link": CHAIN.link(1)}
    assert opened(page, "place 3", 2, 6) == {"link": CHAIN.link(2)}
    assert call(page, "linkOf", (b"\7" * 32).hex(), GAME, "guest-1", 1000) == CHAIN.link(1000)


def test_a_form_that_is_sent_again_gives_the_same_end_but_not_for_another_reservation(page: Page) -> None:
    first = call(page, "endFor", RESERVATION)
    page.add_init_script("crypto.getRandomValues = numbers => numbers.fill(9);")
    page.reload()
    assert call(page, "endFor", RESERVATION) == first
    assert call(page, "endFor", RESERVATION | {"server": "4" * 64}) == {"problem": "changed"}
    anew = call(page, "endFor", RESERVATION | {"chain": "guest-2"})
    assert anew == {"end": Chain(bytes([9] * 32), GAME, "guest-2").end}


def test_a_link_that_was_not_answered_is_sent_again_and_one_that_was_serves_for_nothing_else(page: Page) -> None:
    call(page, "endFor", RESERVATION)
    first = opened(page, "roll", 1, 4)
    assert opened(page, "shanghai", 1, 5) == first
    answered(page, 5, 1)
    assert opened(page, "shanghai", 1, 5) == first
    assert opened(page, "roll", 1, 5) == {"problem": "spent"}
    assert opened(page, "shanghai", 1, 6) == {"problem": "spent"}
    assert opened(page, "roll", 2, 6) == {"link": CHAIN.link(2)}
    assert opened(page, "shanghai", 1, 5) == first


def test_no_link_is_opened_ahead_nor_of_a_chain_that_is_not_there(page: Page) -> None:
    assert opened(page, "roll", 1, 4) == {"problem": "lost"}
    call(page, "endFor", RESERVATION)
    assert opened(page, "roll", 2, 4) == {"problem": "too-far"}
    assert opened(page, "roll", 1025, 4) == {"problem": "used-up"}
    assert opened(page, "roll", 1, 4, "guest-2") == {"problem": "lost"}


def test_what_is_remembered_can_be_read_by_the_shell_and_holds_no_secret(page: Page) -> None:
    end = call(page, "endFor", RESERVATION | {"known": ["5" * 64]})["end"]
    opened(page, "roll", 1, 4)
    answered(page, 4, 1)
    opened(page, "roll", 2, 8)
    call(page, "keepReceipt", GAME, f"{GAME} {'6' * 64} {'7' * 64} 3 {'8' * 64} 9 {'0' * 128}", "c" * 64)
    told = page.evaluate(f"import('/static/js/chains.js').then((m) => JSON.stringify(m.remembered('{GAME}')))")
    memory = PlayerMemory.from_json(told)
    promised = ReservedChains(GAME, *ENDS.values()).hash
    assert (memory.game_id, memory.who, memory.reservation, memory.contract) == (GAME, "guest", promised, "7" * 64)
    assert memory.ends == ("5" * 64, end)
    assert memory.opened == {4: ("guest-1", 1, "roll")}
    assert len(memory.receipts) == 1
    assert (b"\7" * 32).hex() not in told


def test_of_two_tabs_that_want_a_link_at_once_both_get_the_same_one(page: Page) -> None:
    call(page, "endFor", RESERVATION)
    other = page.context.new_page()
    other.goto("/dice")
    assert opened(page, "roll", 1, 4) == opened(other, "roll", 1, 4)
    answered(page, 4, 1)
    assert opened(other, "shanghai", 1, 5) == {"problem": "spent"}
    many = (
        "import('/static/js/chains.js').then((m) => Promise.all([1, 2, 3].map((number) => m.openFor('game-7', 'roll',"
    )
    found = other.evaluate(many + " { chain: 'guest-1', number, group: 4 + number }))))")
    assert found == [{"problem": "spent"}, {"link": CHAIN.link(2)}, {"link": CHAIN.link(3)}]


def test_a_browser_that_keeps_nothing_says_so_and_gives_no_end(page: Page) -> None:
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    assert call(page, "endFor", RESERVATION) == {"problem": "full"}
    assert call(page, "remembered", GAME) is None


def test_the_oldest_games_make_room(page: Page) -> None:
    page.evaluate('for (const age of [1, 2, 3]) localStorage.setItem(`chain:old-${age}`, `{"touched": ${age}}`)')
    page.evaluate(
        """() => {
          const put = Storage.prototype.setItem;
          Storage.prototype.setItem = function (key, text) {
            if (this.length > 2) throw new DOMException("full", "QuotaExceededError");
            put.call(this, key, text);
          };
        }"""
    )
    assert call(page, "endFor", RESERVATION) == {"end": CHAIN.end}
    kept = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('chain:')).sort()")
    assert kept == [STORED, "chain:old-3"]
