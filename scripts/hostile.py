"""Hostile requests: what a page or a program would send, bent in the ways in which bad data and bad people bend it."""

import json
import random
import re
from dataclasses import dataclass, field, replace
from urllib.parse import quote, urlencode


def listed(text: str) -> list[str]:
    return text.split()


FOR_PROGRAMS = "/api/v1"
ENDS = {("POST", "/account/sign-out"), ("POST", "/account/delete"), ("DELETE", "/api/v1/token")}
"""Requests after which those with the same cookies or token would come from nobody: they are sent without."""
FIELDS = listed(
    "mode seat level name name_b preset contribution reservation action version id outcome record step next theme lang "
    "confirm sound guide first starter tricks_shift crazy_captain end link half ask side since size number entry kind "
    "answer auth block code contribution days delay forced game here inside level_b mail muted offer orders pace rated "
    "reason report roll say scope show text time_zone tried typed vacation webhook when word words zone after before "
    "known month most said endpoint p256dh other token _csrf_token"
)
WORDS = (
    *("", "0", "1", "-1", "9" * 30, "1e9", "NaN", "true", "null", "a", "A", "b", "left", "right", "call", "resign"),
    *("hot-seat", "bot", "invite", "bots", "real", "everything", "custom", "cabin-boy", "roll", "place 1", "shanghai"),
    *(
        "\0",
        "ä",
        "上海",
        "\U0001f40d",
        "\u202e",
        "\ufeff",
        "\ud800",
        "'",
        '"',
        "<script>",
        "%",
        "%s",
        "%(x)s",
        "{{7*7}}",
    ),
    *("../../etc/passwd", "..%2f", "//evil.example", "\\evil", "javascript:alert(1)", "'; DROP TABLE games; --"),
    *("a" * 201, "a" * 4_000, "a" * 70_000, "[" * 50_000, "\r\nx: y", "\x7f", "٣", "²", "shift.shift", "1,2,3"),
    *("0" * 64, "f" * 64, "F" * 64, "0" * 65, "0" * 64 + "\n", "held", "drawn", "person", "entrusted"),
)
PERCENT = ("%00", "%ff", "%", "%zz", "%2e%2e", "%2f", "%C0%80", "%ED%A0%80", ";", "//", "/.", "/..", "?", "#", "%0d%0a")
HOSTS = (
    *("x:99999", "x:-1", "x:", ":80", "[::1", "[::1]:0", "a b", "x" * 300, "ä", "x@y", "", "127.0.0.1", "x/y", "x:1x"),
)
KINDS = (
    *(
        "application/x-www-form-urlencoded",
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
    ),
    *("multipart/form-data; boundary=", "text/plain", "", "x", "application/json; charset=utf-99"),
    *("multipart/form-data;=", "application/x-www-form-urlencoded; charset=latin-9", "application/x-msgpack"),
    "application/xml",
)
HEADERS = (
    *("accept", "accept-encoding", "accept-language", "authorization", "cookie", "x-csrftoken", "if-none-match"),
    *("range", "origin", "referer", "x-forwarded-for", "x-forwarded-proto", "x-http-method-override", "expect"),
    *("transfer-encoding", "content-encoding", "connection", "upgrade", "last-event-id", "te"),
)
KEYS = listed("mode options version id action name seat levels reservation contribution end link x")
NEWEST = 16
"""Versions below this are named: those of a game that has just begun are among them."""
PARAMETER = re.compile(r"\{(\w+)\}")
METHODS = ("HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "GET", "POST")


@dataclass(frozen=True)
class Hostile:
    """One request, as it goes over the wire; the length of the body is stated as it is unless a header says otherwise."""

    method: str
    path: bytes
    headers: tuple[tuple[str, bytes], ...] = ()
    body: bytes = b""

    def wire(self) -> bytes:
        """The bytes that are sent."""
        given = dict(self.headers)
        head = {"host": b"localhost"} | given
        if self.body or self.method in {"POST", "PUT", "PATCH"}:
            head.setdefault("content-length", str(len(self.body)).encode())
        lines = [f"{self.method} ".encode() + self.path + b" HTTP/1.1"]
        lines += [name.encode() + b": " + value for name, value in head.items()]
        return b"\r\n".join([*lines, b"", self.body])

    def shorter(self) -> list["Hostile"]:
        """The same with a piece left out, in all ways."""
        found = [replace(self, headers=self.headers[:at] + self.headers[at + 1 :]) for at in range(len(self.headers))]
        path, _, query = self.path.partition(b"?")
        parts = query.split(b"&") if query else []
        found += [replace(self, path=path + _query(parts[:at] + parts[at + 1 :])) for at in range(len(parts))]
        pieces = self.body.split(b"&")
        found += [
            replace(self, body=b"&".join(pieces[:at] + pieces[at + 1 :])) for at in range(len(pieces)) if self.body
        ]
        return [*found, replace(self, body=self.body[: len(self.body) // 2])] if self.body else found


def _query(parts: list[bytes]) -> bytes:
    return b"?" + b"&".join(parts) if parts else b""


@dataclass(frozen=True, slots=True)
class Guise:
    """As whom a request is sent: the cookies of a browser, with the tokens of its forms and its program."""

    cookies: str = ""
    form_token: str = ""
    program_token: str = ""


NOBODY = Guise()


@dataclass
class Known:
    """What is really there, so that hostile requests get past the first door."""

    routes: list[tuple[str, str]] = field(default_factory=lambda: [("GET", "/")])
    """Methods and addresses; what stands in braces is filled in."""
    examples: dict[str, list[str]] = field(default_factory=dict)
    """What can be filled in, by its name."""
    guises: list[Guise] = field(default_factory=lambda: [NOBODY])


class Enemy:
    """Draws requests; the same seed draws the same."""

    def __init__(self, seed: int, known: Known) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - to be repeated
        self._known = known
        self._looks = [route for route in known.routes if route[0] == "GET"]
        self._changes = [route for route in known.routes if route[0] != "GET"]

    def request(self) -> Hostile:
        """The next one."""
        chance = self._chance
        routes = (self._changes or self._looks) if chance.random() < 0.6 else self._looks
        route = chance.choice(routes) if chance.random() < 0.98 else ("GET", "/{word}")
        method = route[0] if chance.random() < 0.95 else chance.choice(METHODS)
        guise = NOBODY if route in ENDS or chance.random() < 0.1 else chance.choice(self._known.guises)
        for_program = route[1].startswith(FOR_PROGRAMS)
        kind, body = self._body(for_program) if method not in {"GET", "HEAD", "OPTIONS"} else ("", b"")
        headers = self._headers(guise, for_program) | ({"content-type": kind.encode()} if kind else {})
        return Hostile(method, self._path(route[1]), tuple(headers.items()), body)

    def _path(self, template: str) -> bytes:
        chance = self._chance
        path = PARAMETER.sub(lambda found: self._filled_in(found[1]), template)
        if chance.random() < 0.1:
            at = chance.randrange(len(path) + 1)
            path = path[:at] + chance.choice(PERCENT) + path[at:]
        if chance.random() < 0.3:
            path += "&" if "?" in path else "?"
            path += self._fields(chance.randrange(1, 4))
        return (
            path.encode("utf-8", "surrogatepass").replace(b" ", b"%20").replace(b"\r", b"").replace(b"\n", b"")[:60_000]
        )

    def _filled_in(self, name: str) -> str:
        found = self._known.examples.get(name, [])
        return self._chance.choice(found) if found and self._chance.random() < 0.8 else self._quoted()

    def _quoted(self) -> str:
        return quote(self._word(), safe="", errors="surrogatepass")

    def _fields(self, count: int) -> str:
        pairs = [(self._chance.choice(FIELDS), self._word()) for _ in range(count)]
        return urlencode(pairs, errors="surrogatepass")

    def _word(self) -> str:
        return self._chance.choice(WORDS)

    def _headers(self, guise: Guise, for_program: bool) -> dict[str, bytes]:
        chance = self._chance
        headers: dict[str, bytes] = {}
        if guise.cookies:
            headers["cookie"] = guise.cookies.encode()
            headers["x-csrftoken"] = guise.form_token.encode()
        if for_program and guise.program_token:
            headers["authorization"] = f"Bearer {guise.program_token}".encode()
        for _ in range(chance.choice((0, 0, 1, 2))):
            headers[chance.choice(HEADERS)] = self._header_value()
        if chance.random() < 0.05:
            headers["host"] = chance.choice(HOSTS).encode()
        return headers

    def _header_value(self) -> bytes:
        text = self._word() or self._chance.choice(
            ("*/*", "chunked", "gzip", "bytes=0-1", "websocket", "close", "q=,;=")
        )
        clean = text.encode("utf-8", "surrogatepass").translate(None, b"\r\n\0\x7f")
        return clean[: self._chance.choice((20, 300, 5_000))]

    def _body(self, for_program: bool) -> tuple[str, bytes]:
        chance = self._chance
        kind = chance.choice(KINDS) if chance.random() < 0.4 else KINDS[1 if for_program else 0]
        form = chance.random()
        if form < 0.1:
            return kind, chance.randbytes(chance.choice((1, 50, 5_000)))
        if kind.startswith("multipart"):
            return kind, self._multipart()
        if "json" in kind or form < 0.15:
            value = self._change() if form < 0.5 else self._value(3)
            return kind, json.dumps(value).encode("utf-8", "surrogatepass") if form < 0.9 else b"[" * 50_000
        return kind, self._form()

    def _form(self) -> bytes:
        pairs = self._fields(self._chance.randrange(1, 6))
        honest = {
            "mode": "hot-seat",
            "version": str(self._chance.randrange(NEWEST)),
            "id": self._word()[:60],
            "action": "roll",
        }
        return (urlencode(honest, errors="surrogatepass") + "&" + pairs).encode()[:250_000]

    def _multipart(self) -> bytes:
        chance, parts = self._chance, b""
        for _ in range(chance.randrange(4)):
            name = chance.choice(FIELDS)
            file = chance.choice(("", '; filename="x"', "; filename*=utf-8''%ff", "; filename="))
            value = chance.choice((self._word().encode("utf-8", "surrogatepass"), b"\xff\xfe", b""))
            parts += f'--x\r\ncontent-disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + value + b"\r\n"
        return (parts + chance.choice((b"--x--\r\n", b"--x", b"", b"--")))[:250_000]

    def _change(self) -> object:
        """What a program would send to change a game, with a word bent here and there."""
        chance = self._chance
        change: dict[str, object] = {"version": chance.randrange(NEWEST), "id": f"x{chance.randrange(1000)}"}
        more = chance.choice(("action", "link", "end", ""))
        change |= {more: "roll" if more == "action" else self._word()[:2_000]} if more else {}
        return {name: self._value(1) if chance.random() < 0.1 else value for name, value in change.items()}

    def _value(self, depth: int) -> object:
        chance = self._chance
        match chance.randrange(6 if depth else 4):
            case 0:
                return chance.choice((0, -1, 2**63, 2**70, 1.5, 1e308, True, None))
            case 1 | 2:
                return self._word()[:2_000]
            case 3:
                return chance.choice(("hot-seat", "roll", [], {}))
            case 4:
                return [self._value(depth - 1) for _ in range(chance.randrange(4))]
            case _:
                return {chance.choice(KEYS): self._value(depth - 1) for _ in range(chance.randrange(6))}
