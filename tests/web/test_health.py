"""What whoever watches over the server asks it: alive it is in any case, ready only with its store; a missing bus is told."""

from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.settings import Settings, load
from tests.web.nats_server import free_port


def test_a_server_with_all_it_needs_is_ready_until_it_stops(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app) as http:
        assert http.get("/readyz").json() == {"status": "ready", "missing": []}
        app.state.stopping = True
        stopping = http.get("/readyz")
        assert (stopping.status_code, stopping.json()["status"]) == (503, "stopping")
        assert stopping.headers["connection"] == "close"  # the next request should go to another server
        assert http.get("/healthz").json()["status"] == "ok"


def test_a_server_whose_bus_is_gone_says_so_and_still_takes_players(settings: Settings) -> None:
    lonely = load({"data": settings.data, "nats": f"nats://127.0.0.1:{free_port()}", "bot_workers": 0}, {})
    with TestClient(create_app(lonely)) as http:
        ready = http.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"status": "degraded", "missing": ["bus"]})
        assert http.get("/healthz").status_code == 200
