"""A push message that only its browser can open: RFC 8291 on RFC 8188, with keys that are made for each message."""

import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from .encoding import from_b64

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


def sealed(text: bytes, keys: BrowserKeys) -> bytes:
    """The message that this browser alone can open; ValueError if it is too long."""
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
    """A public key as push services and browsers write it."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
