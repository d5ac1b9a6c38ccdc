"""The page's own verifier agrees with the one in Python on every game, word by word and digest by digest."""

import hashlib
import hmac
import json
from typing import Any

import pytest
from playwright.sync_api import Page

from shanghaien.fairness import choices_before, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import load, seat_letter, to_json
from tests.browser.conftest import Visitors
from tests.browser.dice_cases import Case, changed_cases, honest_cases
from tests.fairness.honest import House, names

VERIFY = """async (cases) => {
  const [{ readRecord }, { verify }] = await Promise.all(["record", "fair2"].map((n) => import(`/static/js/${n}.js`)));
  const table = JSON.parse(document.getElementById("sentences").dataset.reading);
  return cases.map(([text, memory]) => {
    const { findings, notes, draws } = verify(readRecord(text, table), memory ? JSON.parse(memory) : null);
    const told = draws.map(({ index, digest, expected, recorded }) => [index, digest, expected, recorded]);
    return { findings, notes: notes.map(({ name }) => name), draws: told };
  });
}"""


@pytest.fixture
def page(visitor: Visitors) -> Page:
    page = visitor()
    page.goto("/dice")
    return page


def agreed(page: Page, cases: list[Case]) -> list[dict[str, Any]]:
    """What both verifiers say of the cases, which has to be the same."""
    said: list[dict[str, Any]] = page.evaluate(VERIFY, [[case.text, case.memory] for case in cases])
    for case, told in zip(cases, said, strict=True):
        assert told == case.told
    return said


def test_every_honest_game_passes_and_is_drawn_again_digest_by_digest(page: Page) -> None:
    said = agreed(page, list(honest_cases()))
    assert all(told["findings"] == [] for told in said)
    assert max(len(told["draws"]) for told in said) > 100


def test_whatever_was_changed_is_named_as_in_python(page: Page) -> None:
    said = agreed(page, list(changed_cases()))
    assert all(told["findings"] for told in said)
    found = {finding.split()[0] for told in said for finding in told["findings"]}
    assert found >= {"protocol", "tags", "contract", "seat", "links", "chain", "server-chain", "groups", "owner"}
    assert found >= {"outcome", "order", "outcomes", "game", "reservation", "receipt", "own-chain", "anew"}
    assert found >= {"opening", "choice", "history", "stale"}


def test_the_json_form_says_whose_turn_it_was_only_with_the_seats_that_a_page_adds(page: Page) -> None:
    record = House(seat="a").play().record()
    other = {"c": "g", "g": "c"}
    chance = record.tags["Chance"]
    values = json.loads(to_json(record))
    values["tags"]["Chance"] = chance[:5] + other[chance[5]] + chance[6:]
    actors = [choice and seat_letter(choice.seat) for choice in choices_before(record)]
    plain, told = page.evaluate(VERIFY, [[json.dumps(values), ""], [json.dumps(values | {"actors": actors}), ""]])
    assert plain["findings"] == names(verify(read_evidence(json.dumps(values))))
    assert "actors-unknown" in plain["notes"]
    assert "owner 5" not in plain["findings"]
    assert "owner 5" in told["findings"]
    assert "actors-unknown" not in told["notes"]


def test_both_forms_of_a_record_give_the_same_draws(page: Page) -> None:
    text = next(honest_cases()).text
    first, second = page.evaluate(VERIFY, [[text, ""], [to_json(load(text)), ""]])
    assert first["draws"] == second["draws"]


def test_hashes_are_those_of_web_crypto_and_of_python(page: Page) -> None:
    made = page.evaluate(
        """async () => {
          const { hmac, sha256, toHex } = await import("/static/js/sha256.js");
          const texts = Array.from({ length: 200 }, (_, size) => Uint8Array.from({ length: size }, (_, at) => at * size));
          const theirs = await Promise.all(texts.map((text) => crypto.subtle.digest("SHA-256", text)));
          return texts.map((text, size) => [
            toHex(sha256(text)), toHex(new Uint8Array(theirs[size])), toHex(hmac(text.slice(0, 64), text)),
          ]);
        }"""
    )
    for size, (own, theirs, keyed) in enumerate(made):
        text = bytes(at * size % 256 for at in range(size))
        assert own == theirs == hashlib.sha256(text).hexdigest()
        assert keyed == hmac.digest(text[:64], text, "sha256").hex()
