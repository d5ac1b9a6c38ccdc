"""More requests at once than there are places for: one too many is told so, and everybody else is served."""

import asyncio
from pathlib import Path

import httpx

from shanghaien.web.core.limits import InFlight
from shanghaien.web.run.connections import ConnectionTable, Room
from shanghaien.web.site.load_shedding import Kind, places
from tests.web.patience import PATIENCE, wait_until
from tests.web.run.at_the_door import PROXY, STRANGER, served

MANY = 60


def test_overload_is_told_at_once_and_health_is_not(tmp_path: Path) -> None:
    with (
        served(tmp_path, ConnectionTable(under_way=places({Kind.PAGE: 0}))) as address,
        httpx.Client(base_url=address) as http,
    ):
        page = http.get("/", headers={"accept-language": "de"})
        assert (page.status_code, page.headers["retry-after"]) == (503, "2")
        assert '<html lang="de"' in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'none'")
        program = http.get("/api/v1/about")
        assert (program.status_code, program.json()["code"]) == (503, "unavailable")
        for path in ("/healthz", "/readyz", "/static/style.css"):
            assert http.get(path).status_code == 200


class Noted(InFlight):
    """Remembers who asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def begin(self, key: str = "") -> bool:
        self.asked.append(key)
        return super().begin(key)


def test_places_are_divided_among_those_for_whom_a_trusted_proxy_asks(tmp_path: Path) -> None:
    noted = Noted()
    asked = {
        (PROXY, "203.0.113.7"): "203.0.113.7",
        (PROXY, "198.51.100.1, 203.0.113.7, 127.0.0.1"): "203.0.113.7",  # what stands before it anybody can have said
        (PROXY, "2001:db8:1:2:3:4:5:6"): "2001:0db8:0001:0002",
        (PROXY, "203.0.113.7:4711"): "203.0.113.7",
        (PROXY, ""): "",
        (STRANGER, "203.0.113.7"): STRANGER,
    }
    with served(tmp_path, ConnectionTable(Room(proxies=PROXY), under_way={**places(), Kind.FREE: noted})) as address:
        for source, forwarded in asked:
            with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as http:
                http.get(f"{address}/healthz", headers={"x-forwarded-for": forwarded})
    assert noted.asked == list(asked.values())


def test_of_very_many_at_once_some_are_served_and_all_are_answered(tmp_path: Path) -> None:
    under_way = places({Kind.PAGE: 4})

    async def ask(address: str) -> list[int]:
        limits = httpx.Limits(max_connections=MANY)
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) as http:
            return [answer.status_code for answer in await asyncio.gather(*(http.get("/rules") for _ in range(MANY)))]

    with served(tmp_path, ConnectionTable(Room(proxies=PROXY), under_way=under_way)) as address:
        answers = asyncio.run(ask(address))
        assert set(answers) <= {200, 503}
        assert answers.count(200) >= 4
        assert answers.count(503) == under_way[Kind.PAGE].refused
        wait_until(lambda: not under_way[Kind.PAGE].count)
        assert httpx.get(f"{address}/rules").status_code == 200
