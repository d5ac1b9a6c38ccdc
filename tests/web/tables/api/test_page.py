"""docs/api.md tells of every route, every code and every limit."""

import re
from pathlib import Path

from shanghaien.web.app import LARGEST_BODY
from shanghaien.web.core.cache import REMEMBERED_FOR
from shanghaien.web.core.limits import READS_PER_CHANGE
from shanghaien.web.core.settings import Settings
from shanghaien.web.people.tokens import MOST_TOKENS
from shanghaien.web.site.problems import STATUS
from shanghaien.web.site.sockets import LONGEST_MESSAGE, SECONDS_TO_TAKE
from shanghaien.web.tables.api.routes import ROUTES
from shanghaien.web.tables.api.schemas import ChainShape
from shanghaien.web.tables.api.socket import SECONDS_FOR_TOKEN
from shanghaien.web.tables.api.socket_messages import (
    Act,
    Again,
    Alive,
    Done,
    Entries,
    Open,
    Refusal,
    Renew,
    Resign,
    Undo,
)
from shanghaien.web.tables.listing import GAMES_ON_A_PAGE
from shanghaien.web.tables.stream import ALIVE_EVERY
from shanghaien.web.talk.api import Say

PAGE = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())


def test_every_route_is_told() -> None:
    last_parts = {path.replace("{game:str}", "{id}").replace(":str", "") for route in ROUTES for path in route.paths}
    told = set(re.findall(r"/[a-z{}/.-]+", PAGE))
    missing = {path for path in last_parts if path not in told and f"/{path.rsplit('/', 1)[1]}" not in told}
    assert not missing


def test_every_code_is_told_with_its_status() -> None:
    rows = dict(re.findall(r"^\| (\d{3}) \| (.*?) \|", PAGE, flags=re.MULTILINE))
    untold = [code for code, status in STATUS.items() if f"`{code}`" not in rows[str(status)]]
    assert untold == ["forbidden"]  # what forms of other sites get


def test_the_limits_are_those_of_the_code() -> None:
    changes = int(Settings.rate_limit)
    sentence = f"{changes} changes and {changes * READS_PER_CHANGE} other requests a minute"
    assert sentence in PROSE
    assert f"{MOST_TOKENS} tokens, and lists show {GAMES_ON_A_PAGE} games" in PROSE
    assert f"{LARGEST_BODY // 1024} kB" in PROSE
    assert f"{int(Settings.streams)} streams and sockets" in PROSE
    assert f"notice within {REMEMBERED_FOR:.0f} seconds" in PROSE


def test_everything_that_is_said_over_sockets_is_told() -> None:
    part = PAGE.partition("## A game over a socket")[2].partition("\n## ")[0]
    told = set(re.findall(r"^\| `([a-z]+)` \|", part, flags=re.MULTILINE))
    assert told == {
        "game",
        "said",
        *(str(kind.__struct_config__.tag) for kind in (Entries, Done, Refusal, Alive, Again)),
    }
    assert all(f"`{kind.__struct_config__.tag}`" in part for kind in (Act, Open, Renew, Undo, Resign))
    assert f'"type": "{Say.__struct_config__.tag}"' in part
    assert set(re.findall(r"`([a-z_]+)`", PAGE)) >= set(Entries.__struct_fields__)
    assert f"at most {LONGEST_MESSAGE} characters" in PROSE
    assert f"{SECONDS_FOR_TOKEN:.0f} seconds" in PROSE
    assert f"does not read for {SECONDS_TO_TAKE:.0f} seconds" in PROSE
    assert f"every {ALIVE_EVERY:.0f} seconds of silence" in PROSE


def test_every_field_of_a_chain_is_told() -> None:
    part = PAGE.partition("## Dice from your own chain")[2].partition("```")[0]
    assert set(re.findall(r"`([a-z_]+)`", part)) >= set(ChainShape.__struct_fields__)
