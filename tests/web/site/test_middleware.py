"""Routes get what they ask for, one part after the other."""

from litestar import Litestar, get
from litestar.di import NamedDependency, Provide
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from shanghaien.web.site.middleware import resolve_dependencies_in_order


async def provide_sum(one: NamedDependency[int], two: NamedDependency[int]) -> int:
    return one + two


@get("/")
async def told(one: NamedDependency[int], two: NamedDependency[int], total: NamedDependency[int]) -> list[int]:
    return [one, two, total]


def test_each_part_comes_alone_and_those_that_need_others_after_them() -> None:
    parts = {
        "total": Provide(provide_sum),
        "one": Provide(lambda: 1, sync_to_thread=False),
        "two": Provide(lambda: 2, sync_to_thread=False),
    }
    app = resolve_dependencies_in_order(Litestar([told], dependencies=parts, logging_config=None, openapi_config=None))
    (route,) = [route for route in app.routes if isinstance(route, HTTPRoute)]
    assert [len(batch) for _, wishes in route.route_handler_map.values() for batch in wishes.dependency_batches][
        :3
    ] == [1] * 3
    with TestClient(app) as http:
        assert http.get("/").json() == [1, 2, 3]
