"""What forms say of the games that they set up is what comes of them, or no browser could agree on the dice."""

import re

from shanghaien.fairness import setup_fields
from shanghaien.rules import Options
from shanghaien.web.site.templates import Site, environment
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS


def module() -> object:
    return environment().get_template("tables/parts/create_game.html").module


def test_the_usual_set_up_is_that_of_the_base_game() -> None:
    assert [*vars(module())["usual_setup"].split(" "), "none"] == list(setup_fields(Options()))


def test_the_bots_are_those_whom_a_newcomer_meets() -> None:
    said = vars(module())
    assert re.findall(r'name="level" value="([\w-]+)"', said["base_game"](Site())) == [DEFAULT_LEVEL]
    assert re.findall(r'data-level="([\w-]+)"', said["guided"]()) == [LEVELS[0]]
