"""The key by which push services know this site (RFC 8292): made at the first start, the same on all its servers."""

import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.clock import now
from shanghaien.web.commitments.facts import read_fact, settle_fact
from shanghaien.web.store.database import Database

from .encoding import b64
from .sealed import CURVE, raw_point

FACT = "push-key"
HOLDS_SECONDS = 12 * 3600
"""How long a service may believe what was signed; it may be no more than a day."""
NUMBER_BYTES = 32


class VapidKey:
    """Signs what is sent to push services; its public half is what browsers subscribe with."""

    def __init__(self, number: int) -> None:
        self._key = ec.derive_private_key(number, CURVE)
        self.public = b64(raw_point(self._key.public_key()))

    @staticmethod
    def new() -> str:
        """A new key as it is stored."""
        return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"

    def authorization(self, endpoint: str, contact: str) -> str:
        """The header that tells the service at this address who sends, and whom to write to."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now() // 1000 + HOLDS_SECONDS, "sub": contact}
        told = ".".join(b64(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
        numbers = decode_dss_signature(self._key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(NUMBER_BYTES, "big") for number in numbers)
        return f"vapid t={told}.{b64(signature)}, k={self.public}"


class VapidKeys:
    """The site's key, asked for once by each process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: VapidKey | None = None

    async def get(self) -> VapidKey:
        """The site's key; servers that need it at once for the first time agree on one."""
        if self._known is None:
            async with self._database.writing() as connection:
                self._known = VapidKey(int(await _settled(connection), 16))
        return self._known


async def _settled(connection: AsyncConnection) -> str:
    stored = await read_fact(connection, FACT)
    if stored is None:
        await settle_fact(connection, FACT, VapidKey.new())
        stored = await read_fact(connection, FACT)
    return stored or ""
