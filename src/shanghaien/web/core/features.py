"""The features of the web, and what each of them declares.

A feature is a folder whose `__init__.py` has a FEATURE, and a line in NAMES. A declaration names modules by text, so
that reading it imports nothing: a process that only works loads no pages.

To take a feature away, delete its folder and its line; tests/web/test_features.py says which can go. What it shows on
the pages of others it registers itself (`Panels`, `HomePanels`, `PeacePanels`), and links to it ask `has_feature`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import resolve_name
from typing import Any

PACKAGE = "shanghaien.web"
NAMES = (
    "people",
    "tables",
    "bots",
    "reviews",
    "standings",
    "talk",
    "moderation",
    "lobby",
    "notices",
    "daily",
    "people.profile",
    "learn",
    "share",
    "home",
    "run",
)
"""From the bottom up: a feature may use those before it."""


@dataclass(frozen=True)
class Feature:
    """What a feature adds to the site; modules are named from its own folder on: `routes:ROUTES`."""

    parts: str = ""
    """A function that opens what every process needs of the feature, and adds the handlers of its jobs."""
    page_parts: str = ""
    """A function that opens what only a process with pages needs."""
    routes: tuple[str, ...] = ()
    """Lists of routes that answer browsers."""
    api: tuple[str, ...] = ()
    """Lists of routes that answer programs."""
    person_rows: str = ""
    """What becomes of a person's rows in its tables, when they join an account or leave."""
    schema: str = ""
    """The module with its tables of the database; they say how long their rows are kept."""
    gauges: str = ""
    """Numbers of its tables that the host sees."""
    table_styles: tuple[str, ...] = ()
    """Style sheets that a table needs at once; they are in the sheet that every page loads."""
    styles: tuple[str, ...] = ()
    """Style sheets of its pages."""
    sheets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Style sheets that only some pages load, by the name of the file that is served."""


@cache
def features() -> Mapping[str, Feature]:
    """The features by name, from the bottom up."""
    return {name: import_module(f"{PACKAGE}.{name}").FEATURE for name in NAMES}


def declared(kind: str) -> Iterator[Any]:
    """What the features have named in a field, such as `routes`: imported, from the bottom up."""
    for name, feature in features().items():
        named = getattr(feature, kind)
        for place in (named,) if isinstance(named, str) else named:
            if place:
                yield resolve_name(f"{PACKAGE}.{name}.{place}")
