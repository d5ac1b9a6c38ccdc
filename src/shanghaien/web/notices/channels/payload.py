"""A notice as programs read it: the body of a push message and of a webhook."""

import base64
import binascii
import json
import os
from dataclasses import asdict
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.acts import act_token
from shanghaien.web.notices.model import Notice

# Bytes as the web of push services writes them: base64 for addresses, without padding.


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_b64(text: str) -> bytes:
    """Decode; ValueError if the text is not base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError from None


# A push message that only its browser can open: RFC 8291 on RFC 8188, with keys that are made for each message.

CURVE = ec.SECP256R1()
RECORD = 4096
"""The size of a record, as every push service takes it; a message is one record."""
LONGEST_TEXT = 3000
"""Bytes; with keys and seal it stays below what all services take."""
POINT, SECRET = 65, 16
LAST_RECORD = b"\2"


class BrowserKeys:
    """The keys that a browser gave for the messages to it; ValueError if they are none."""

    def __init__(self, p256dh: str, auth: str) -> None:
        self.point, self.secret = from_b64(p256dh), from_b64(auth)
        if len(self.point) != POINT or len(self.secret) != SECRET:
            raise ValueError
        self.public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, self.point)


def encrypt_push(text: bytes, keys: BrowserKeys) -> bytes:
    """A message that only this browser can open; ValueError if it is too long."""
    if len(text) > LONGEST_TEXT:
        raise ValueError
    ours, salt = ec.generate_private_key(CURVE), os.urandom(16)
    point = raw_point(ours.public_key())
    shared = _derived(keys.secret, ours.exchange(ec.ECDH(), keys.public), b"WebPush: info\0" + keys.point + point, 32)
    key = _derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def raw_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


LONGEST_LINE = 200
"""Characters of a line where the whole would be too long otherwise."""


def push_payload(notice: Notice, signer: Signer) -> bytes:
    """What a service worker gets; each act has the proof that its button sends back."""
    person, game, version = notice.person, notice.game, notice.version
    acts = [asdict(act) | {"id": act_token(signer, person, game, version, act.text)} for act in notice.acts]
    whole = _json(_common(notice) | {"acts": acts})
    if len(whole) <= LONGEST_TEXT:
        return whole
    short = {"title": notice.title[:LONGEST_LINE], "line": notice.line[:LONGEST_LINE], "acts": []}
    return _json(_common(notice) | short)


def webhook_payload(notice: Notice, site: str) -> bytes:
    """What a webhook gets; a program that wants to act on it has its own token."""
    more = {"kind": notice.kind, "deadline": notice.deadline, "url": site + notice.url}
    waiting = [asdict(game) | {"url": site + game.url} for game in notice.waiting]
    return _json(_common(notice) | more | {"acts": [asdict(act) for act in notice.acts], "waiting": waiting})


def _common(notice: Notice) -> dict[str, Any]:
    return {
        "title": notice.title,
        "line": notice.line,
        "url": notice.url,
        "tag": notice.game or notice.kind,
        "version": notice.version,
        "game": notice.game,
        "language": notice.language,
    }


def _json(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
