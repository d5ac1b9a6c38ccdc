"""A certificate for a name that nobody else believes: for servers on loopback that are asked by https."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def secured(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What the server of this name shows, and what believes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    begins = datetime.now(UTC) - timedelta(days=1)
    made = x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(begins).not_valid_after(begins + timedelta(days=3))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(signed + key.private_bytes(serialization.Encoding.PEM, *plain))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cadata=signed.decode())
