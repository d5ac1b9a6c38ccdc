"""What a browser and its push service do with a push message: check who sent it, and open it."""

import json
import os
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shanghaien.web.notices.channels.payload import b64, from_b64, raw_point


class Browser:
    """A browser that has subscribed, with keys that nobody else has."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        self._point = raw_point(self._key.public_key())
        self.p256dh, self.auth = b64(self._point), b64(self._secret)

    def opened(self, body: bytes) -> Any:
        """What a message says (RFC 8291, section 3.4), or an error if it was not made for this browser."""
        salt, size, point, rest = body[:16], int.from_bytes(body[16:20], "big"), body[21 : 21 + body[20]], body[86:]
        assert len(rest) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        info = b"WebPush: info\0" + self._point + point
        shared = derived(self._secret, self._key.exchange(ec.ECDH(), theirs), info, 32)
        key = derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
        plain = AESGCM(key).decrypt(derived(salt, shared, b"Content-Encoding: nonce\0", 12), rest, None)
        assert plain.endswith(b"\2")
        return json.loads(plain[:-1])


def claims(authorization: str) -> tuple[Any, str]:
    """What the sender says of itself (RFC 8292), and its public key; an error if the signature is not its own."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    head, said, signature = parts["t"].split(".")
    raw = from_b64(signature)
    assert len(raw) == 64
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_b64(parts["k"]))
    key.verify(encode_dss_signature(*numbers), f"{head}.{said}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(from_b64(head)) == {"typ": "JWT", "alg": "ES256"}
    return json.loads(from_b64(said)), parts["k"]


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
