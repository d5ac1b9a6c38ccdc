"""What all tests share."""

import gc
import re

import pytest
from hypothesis import HealthCheck, settings

# No test asserts a clock: a property may take as long as it takes on a busy machine.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
# What one run shows every other run shows too; `make explore` looks for examples that nobody has tried yet.
settings.register_profile("steady", settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("steady")

RULE = re.compile(r"(?<![\w:.+/\\\[\]-])R(\d+)(?![\w:.+/\\\[\]-])", re.IGNORECASE)
"""A rule that stands by itself in what is given to `-k`."""


GC_THRESHOLDS = 20_000, 20, 20
"""Higher than usual: building a server makes a hundred thousand objects that stay."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`, for proofs that take more minutes than a change can wait for."""
    parser.addoption(
        "--long", action="store_true", help="the long form of every test, and tests that have no short one"
    )


@pytest.fixture(scope="session")
def long(pytestconfig: pytest.Config) -> bool:
    """Whether everything is tried, instead of a part that is the same in every run."""
    return bool(pytestconfig.getoption("long"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests that are long in any form to `make long`."""
    if not config.getoption("long"):
        left = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


def pytest_configure(config: pytest.Config) -> None:
    """Let `-k R1` mean rule 1 alone: `-k` looks for parts of names, and would find R1 in R12 as well."""
    config.option.keyword = RULE.sub(r":R\1:", config.option.keyword)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let `-k R12` find each test that is marked with the rule."""
    item.extra_keyword_matches |= {f":R{number}:" for mark in item.iter_markers("rule") for number in mark.args}


def pytest_collection() -> None:
    """Switch garbage collection off while tests are collected: everything made then stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt collected tests from garbage collection: they stay until the end, and need not be walked through."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    gc.enable()
