"""docs/api.md tells of every route, every code and every limit."""

import re
from collections.abc import Iterator
from pathlib import Path

from shanghaien.web.api.games import ROUTES
from shanghaien.web.app import LARGEST_BODY
from shanghaien.web.http.problems import CODES
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.security import READS_PER_CHANGE
from shanghaien.web.people.tokens import MOST_TOKENS
from shanghaien.web.play.tables import LONGEST_LIST
from shanghaien.web.settings import Settings

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def refusals(kind: type[Refused] = Refused) -> Iterator[type[Refused]]:
    """Every kind of refusal that the program has; one that a test made up for itself is none."""
    for refusal in kind.__subclasses__():
        if refusal.__module__.startswith("shanghaien."):
            yield refusal
        yield from refusals(refusal)


def test_every_route_is_told() -> None:
    last_parts = {path.replace("{game:str}", "{id}").replace(":str", "") for route in ROUTES for path in route.paths}
    told = set(re.findall(r"/[a-z{}/.-]+", PAGE))
    missing = {path for path in last_parts if path not in told and f"/{path.rsplit('/', 1)[1]}" not in told}
    assert not missing


def test_every_code_is_told_with_its_status() -> None:
    rows = dict(re.findall(r"^\| (\d{3}) \| (.*?) \|", PAGE, flags=re.MULTILINE))
    for refusal in refusals():
        if refusal.code != Refused.code:  # else each of its kind has a code of its own
            assert f"`{refusal.code}`" in rows[str(refusal.status)]
    for status, code in CODES.items():
        assert status == 403 or f"`{code}`" in rows[str(status)]  # 403 is what forms of other sites get


def test_the_limits_are_those_of_the_code() -> None:
    changes = int(Settings.rate_limit)
    sentence = f"{changes} changes and {changes * READS_PER_CHANGE} other requests a minute"
    assert sentence in PAGE
    assert f"{MOST_TOKENS} tokens, and lists show {LONGEST_LIST} games" in PAGE
    assert f"{LARGEST_BODY // 1024} kB" in PAGE
