"""What all tests share."""

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


def pytest_configure(config: pytest.Config) -> None:
    """Let `-k R1` mean rule 1 alone: `-k` looks for parts of names, and would find R1 in R12 as well."""
    config.option.keyword = RULE.sub(r":R\1:", config.option.keyword)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let `-k R12` find each test that is marked with the rule."""
    item.extra_keyword_matches |= {f":R{number}:" for mark in item.iter_markers("rule") for number in mark.args}
