"""Visitors to a server that can send push notices, and what their browsers would send it."""

from typing import Any

import httpx
from cryptography.hazmat.primitives.asymmetric import ec

from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.acts import act_token
from shanghaien.web.notices.channels.payload import CURVE, b64, raw_point
from tests.web.browser_like import Visitor
from tests.web.randomness import SECRET

JSON = {"accept": "application/json"}
SIGNER = Signer(SECRET)
PUSH = "https://fcm.googleapis.com/fcm/send/"


def subscription(name: str = "one") -> dict[str, str]:
    """What a browser tells when it is switched on."""
    point = raw_point(ec.generate_private_key(CURVE).public_key())
    return {"endpoint": PUSH + name, "p256dh": b64(point), "auth": b64(bytes(16))}


def person_of(visitor: Visitor) -> PersonId:
    """Who the visitor's cookie says they are."""
    visitor.get("/notices")
    values = SIGNER.read("guest", visitor.http.cookies["shanghaien_guest"])
    assert values is not None
    return PersonId(str(values[0]))


def send(visitor: Visitor, path: str, **values: Any) -> httpx.Response:
    """A change as a script or a service worker sends it, with the token that the worker asks for."""
    token = visitor.get("/notices/token").text
    return visitor.http.post(path, data=values, headers=JSON | {"x-csrftoken": token}, follow_redirects=False)


def proof(visitor: Visitor, table: dict[str, Any], text: str) -> str:
    """What a button of a notice to this visitor would bring."""
    return act_token(SIGNER, person_of(visitor), GameId(table["id"]), Version(table["version"]), text)


def press(visitor: Visitor, table: dict[str, Any], text: str) -> httpx.Response:
    """Press a button of a notice."""
    return send(visitor, f"/t/{table['id']}/from-notice", version=table["version"], id=proof(visitor, table, text))
