"""One person, or one place, may ask for so much work within an hour; then they are told how long to wait."""

from pathlib import Path

import pytest

from shanghaien.web.bots import quotas as module
from shanghaien.web.bots.fair_queue import Owner
from shanghaien.web.bots.quotas import PER_HOUR, PLACE_PER_PERSON, Quotas, Work
from shanghaien.web.bots.waiting import WorkOwners
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.store.games import GameStore
from tests.web.persons import ADA, BOB

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the quotas; four pieces of each kind an hour."""
    monkeypatch.setattr(module, "PER_HOUR", dict.fromkeys(Work, 4))
    return [0.0]


def quotas_at(hour: list[float], *, limited: bool = True) -> Quotas:
    owners = WorkOwners(GameStore(Database("sqlite+aiosqlite:///never-opened.db")))
    return Quotas(owners, limited=limited, clock=lambda: hour[0])


def test_who_has_asked_for_too_much_is_told_when_to_come_back_and_then_served(hour: list[float]) -> None:
    quotas = quotas_at(hour)
    for _ in range(4):
        assert quotas.ask(Work.ADVICE, ADA, HERE) == Owner(HERE, ADA)
    with pytest.raises(LimitReached, match="ask again in 16 min") as refused:
        quotas.ask(Work.ADVICE, ADA, HERE)
    assert refused.value.retry_after == 15 * 60 + 1
    quotas.ask(Work.ADVICE, BOB, HERE)
    quotas.ask(Work.IMPORTS, ADA, HERE)
    hour[0] += 15 * 60
    quotas.ask(Work.ADVICE, ADA, HERE)


def test_many_people_at_one_place_may_ask_for_more_but_not_for_everything(hour: list[float]) -> None:
    quotas = quotas_at(hour)
    for number in range(4 * PLACE_PER_PERSON):
        quotas.ask(Work.GAMES, PersonId(f"p{number}"), HERE)
    with pytest.raises(LimitReached):
        quotas.ask(Work.GAMES, PersonId("one more"), HERE)
    quotas.ask(Work.GAMES, PersonId("one more"), THERE)


def test_shows_are_counted_apart_from_games(hour: list[float]) -> None:
    quotas = quotas_at(hour)
    for _ in range(4):
        quotas.created(Mode.BOTS, ADA, HERE)
    with pytest.raises(LimitReached, match="bots"):
        quotas.created(Mode.BOTS, ADA, HERE)
    quotas.created(Mode.BOT, ADA, HERE)


def test_a_host_who_sets_no_limit_sets_none_here_either(hour: list[float]) -> None:
    quotas = quotas_at(hour, limited=False)
    for _ in range(100):
        assert quotas.ask(Work.GAMES, None, HERE) == Owner(HERE, "")


def test_hosts_read_what_is_granted() -> None:
    page = " ".join((Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8").split())
    told = [PER_HOUR[work] for work in (Work.GAMES, Work.SHOWS, Work.ADVICE, Work.IMPORTS)]
    assert "one person gets {} games, {} games between bots, {} pieces of advice and {} looks".format(*told) in page
    assert PLACE_PER_PERSON == 3
