"""Nobody adds a page that is never looked at in a full house."""

from tests.web.scale.addresses import EXAMPLES, NOT_ASKED, examples_of, routes_to_look_at


def test_every_route_has_an_example_of_its_address() -> None:
    routes = routes_to_look_at()
    for route in routes:
        assert route in NOT_ASKED or examples_of(route), route
    assert set(EXAMPLES) | set(NOT_ASKED) <= set(routes), "an example is of a route that is gone"
