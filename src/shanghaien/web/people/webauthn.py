"""What a browser and a server say to each other about a passkey, in the words of WebAuthn."""

# ruff: noqa: PLC0415 - a server starts more quickly when it loads the library with the first passkey
import json
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from shanghaien.web.people.credential_store import PasskeyRow

# The site as passkeys know it: they hold for a host's name, never for a bare address, and only on a safe line.

LOCAL_NAME = "localhost"


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """For whom a passkey is made, and from where it is used."""

    id: str
    origin: str


@dataclass(frozen=True, slots=True)
class NoParty:
    """There can be no passkeys at this address."""

    elsewhere: str
    """Where the same page can have them; empty if there is no such place."""


def relying_party(address: str) -> RelyingParty | NoParty:
    """What passkeys hold for on a page at this address, such as https://play.example."""
    parts = urlsplit(address)
    host = (parts.hostname or "").rstrip(".")
    local = host == LOCAL_NAME or host.endswith(f".{LOCAL_NAME}")
    port = f":{parts.port}" if parts.port else ""
    if _is_number(host):
        return NoParty(f"{parts.scheme}://{LOCAL_NAME}{port}" if _is_loopback(host) else "")
    if not host or not (local or parts.scheme == "https"):
        return NoParty("")
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return ip_address(host).is_loopback


SITE_NAME = "Shanghaien"
WAIT_MS = 300_000
"""How long a browser waits for whoever looks for their finger, phone or key."""
LONGEST_CREDENTIAL = 1023
"""Bytes of an id, by the standard."""


class InvalidResponse(Exception):
    """An answer that was not made for this question, at this place, by this key."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a browser is asked, and the challenge that its answer has to sign."""

    options: dict[str, Any]
    challenge: bytes


@dataclass(frozen=True, slots=True)
class NewKey:
    """What was made on a device."""

    credential: bytes
    public_key: bytes
    count: int


def registration_options(party: RelyingParty, person: str, name: str, existing: list[bytes]) -> Prompt:
    """Have a device make a passkey that it offers by itself later on, unless it has one of these already."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=SITE_NAME,
        user_id=person.encode(),  # says nothing about the person
        user_name=name,
        user_display_name=name,
        timeout=WAIT_MS,
        attestation=structs.AttestationConveyancePreference.NONE,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            require_resident_key=True,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=credential) for credential in existing],
    )
    return Prompt(json.loads(webauthn.options_to_json(options)), options.challenge)


def authentication_options(party: RelyingParty) -> Prompt:
    """Have a device sign with whichever passkey it has for this place; nobody has to say who they are."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=party.id, timeout=WAIT_MS, user_verification=structs.UserVerificationRequirement.PREFERRED
    )
    return Prompt(json.loads(webauthn.options_to_json(options)), options.challenge)


def verify_registration(party: RelyingParty, challenge: bytes, answer: dict[str, Any]) -> NewKey:
    """The passkey that a device has made; Unsound if the answer does not fit the question."""
    import webauthn

    try:
        made = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=False,
        )
    except Exception as error:  # whatever a stranger may send
        raise InvalidResponse from error
    if len(made.credential_id) > LONGEST_CREDENTIAL:
        raise InvalidResponse
    return NewKey(made.credential_id, made.credential_public_key, made.sign_count)


def verify_authentication(party: RelyingParty, challenge: bytes, answer: dict[str, Any], key: PasskeyRow) -> int:
    """How often the passkey has signed now; Unsound if it is not this key's answer to this question."""
    import webauthn

    try:
        signed = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.count,
            require_user_verification=False,
        )
        handle = webauthn.base64url_to_bytes(answer["response"]["userHandle"])
    except Exception as error:  # whatever a stranger may send
        raise InvalidResponse from error
    if handle != key.person.encode():
        raise InvalidResponse
    return signed.new_sign_count


def credential_in(answer: dict[str, Any]) -> bytes:
    """The id of the key with which an answer was made; Unsound if it names none."""
    import webauthn

    try:
        return webauthn.base64url_to_bytes(answer["id"])[: LONGEST_CREDENTIAL + 1]
    except Exception as error:  # whatever a stranger may send
        raise InvalidResponse from error
