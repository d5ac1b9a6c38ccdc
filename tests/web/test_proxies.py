"""The file for nginx is valid, and takes everybody at one game to one process, whatever they ask for about it."""

import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from tests.web.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
FILE = (ROOT / "deploy" / "two-machines" / "nginx.conf").read_text(encoding="utf-8")
CADDY = (ROOT / "deploy" / "two-machines" / "Caddyfile").read_text(encoding="utf-8")
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
GAMES = [f"game{number}" for number in range(24)]
ABOUT = ("/t/{}", "/t/{}/act", "/t/{}/events", "/api/v1/games/{}", "/api/v1/games/{}/socket", "/watch/{}/parts")
ROUTED = re.compile(r"\^/\(\?:([^)]+)\)/")


class Echo(BaseHTTPRequestHandler):
    """Says on which port it was asked."""

    server: ThreadingHTTPServer

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def processes(count: int) -> Iterator[list[int]]:
    """Servers that stand for the processes, and their ports."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Echo) for _ in range(count)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield [server.server_port for server in servers]
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def here(ports: list[int], port: int, folder: Path) -> str:
    """The file as it stands, for a proxy on this machine without TLS and for these processes."""
    servers = "".join(f"    server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;\n" for each in ports)
    text = re.sub(r"(    server 10\.[^\n]*\n)+", servers, FILE)
    text = re.sub(r"\n    (ssl_\w+|listen \[::\]:\d+) ?[^\n]*", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};").replace(
        "listen 80;", f"listen unix:{folder}/80;"
    )
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    kept = "".join(f"{each}_temp_path {folder}/{each};\n" for each in places)
    return f"daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\nhttp {{\naccess_log off;\n{kept}{text}}}\n"


@contextmanager
def proxy(ports: list[int], folder: Path) -> Iterator[str]:
    """nginx with this file; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = folder / "nginx.conf"
    file.write_text(here(ports, port, folder))
    command = [str(NGINX), "-p", str(folder), "-c", str(file), "-e", str(folder / "log")]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert tested.returncode == 0, tested.stderr
    running = subprocess.Popen(command)
    try:
        wait_until(lambda: _listens(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def test_both_files_take_the_same_addresses_to_the_process_of_a_game() -> None:
    (nginx,), (caddy,) = ROUTED.findall(FILE), ROUTED.findall(CADDY)
    assert nginx == caddy
    assert {"t", "watch", "api/v1/games"} <= set(nginx.split("|"))
    assert "hash $shanghaien_game consistent;" in FILE
    assert "lb_policy header X-Shanghaien-Game" in CADDY


if NGINX is not None:

    def test_everybody_at_a_game_comes_to_one_process_and_the_games_to_all(tmp_path: Path) -> None:
        with ExitStack() as open_:
            ports = open_.enter_context(processes(4))
            address = open_.enter_context(proxy(ports, tmp_path))
            http = open_.enter_context(httpx.Client(base_url=address, headers={"host": "play.example"}))
            met = {game: {http.get(path.format(game)).text for path in ABOUT} for game in GAMES}
            assert {len(each) for each in met.values()} == {1}
            assert {port for each in met.values() for port in each} == set(map(str, ports))
            assert {http.get("/").text for _ in range(20)} == set(map(str, ports))

    def test_the_games_of_a_process_that_is_away_are_answered_by_others(tmp_path: Path) -> None:
        with ExitStack() as open_:
            ports = open_.enter_context(processes(2))
            gone = open_.enter_context(socket.socket())
            gone.bind(("127.0.0.1", 0))  # nobody listens there
            address = open_.enter_context(proxy([*ports, gone.getsockname()[1]], tmp_path))
            http = open_.enter_context(httpx.Client(base_url=address, headers={"host": "play.example"}))
            answers = [http.get(f"/t/{game}") for game in GAMES]
            assert {answer.status_code for answer in answers} == {200}
            assert {answer.text for answer in answers} == set(map(str, ports))
