"""A device that makes passkeys and signs with them, as a browser hands its answers on."""

import base64
import hashlib
import json
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
ES256 = {1: 2, 3: -7, -1: 1}


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """Has one passkey; `counts` if it tells how often it has signed."""

    origin: str = "http://localhost"
    counts: bool = True
    credential: bytes = b"credential-1"
    user: str = ""
    signed: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: dict[str, Any], **changed: str) -> dict[str, Any]:
        """Make the passkey that is asked for."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps(ES256 | {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + public
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | WITH_KEY) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", options["challenge"], **changed)
        return self._answer({"clientDataJSON": to_text(said), "attestationObject": to_text(made)})

    def sign(self, options: dict[str, Any], **changed: str) -> dict[str, Any]:
        """Sign with the passkey, whoever is meant."""
        self.signed += self.counts
        data = self._data(options["rpId"], PRESENT | VERIFIED)
        said = self._said("webauthn.get", options["challenge"], **changed)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        response = {"clientDataJSON": to_text(said), "authenticatorData": to_text(data)}
        return self._answer({**response, "signature": to_text(signature), "userHandle": self.user})

    def _data(self, party: str, flags: int) -> bytes:
        return hashlib.sha256(party.encode()).digest() + struct.pack(">BI", flags, self.signed)

    def _said(self, kind: str, challenge: str, /, **changed: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, **changed}).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        name = to_text(self.credential)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
