"""The messages of WebAuthn between browser and server."""

# ruff: noqa: PLC0415 - a server starts more quickly when it loads the library with the first passkey
import json
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from shanghaien.web.people.credential_store import PasskeyRow

LOCAL_NAME = "localhost"


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site as passkeys know it: by the name of its host, never by a bare address, and only over HTTPS or locally."""

    id: str
    origin: str


@dataclass(frozen=True, slots=True)
class NoParty:
    """There can be no passkeys at this address."""

    elsewhere: str
    """Where the same page can have them; empty if there is no such place."""


def relying_party(address: str) -> RelyingParty | NoParty:
    """For a page at this address, such as https://play.example."""
    parts = urlsplit(address)
    host = (parts.hostname or "").rstrip(".")
    local = host == LOCAL_NAME or host.endswith(f".{LOCAL_NAME}")
    port = f":{parts.port}" if parts.port else ""
    with suppress(ValueError):
        loopback = ip_address(host).is_loopback
        return NoParty(f"{parts.scheme}://{LOCAL_NAME}{port}" if loopback else "")
    if not host or not (local or parts.scheme == "https"):
        return NoParty("")
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


SITE_NAME = "Shanghaien"
WAIT_MS = 300_000
"""How long a browser waits for a finger, phone or key."""
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
    """Options for a discoverable passkey, unless the device has one of the `existing` ones."""
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
    """Options for any passkey of this site; no name is needed."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=party.id, timeout=WAIT_MS, user_verification=structs.UserVerificationRequirement.PREFERRED
    )
    return Prompt(json.loads(webauthn.options_to_json(options)), options.challenge)


def verify_registration(party: RelyingParty, challenge: bytes, answer: dict[str, Any]) -> NewKey:
    """The new passkey; InvalidResponse if the answer does not match the challenge."""
    import webauthn

    try:
        made = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=False,
        )
    except Exception as error:  # whatever may be sent
        raise InvalidResponse from error
    if len(made.credential_id) > LONGEST_CREDENTIAL:
        raise InvalidResponse
    return NewKey(made.credential_id, made.credential_public_key, made.sign_count)


def verify_authentication(party: RelyingParty, challenge: bytes, answer: dict[str, Any], key: PasskeyRow) -> int:
    """The new signature counter; InvalidResponse if the answer is not by this key for this challenge."""
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
    except Exception as error:  # whatever may be sent
        raise InvalidResponse from error
    if handle != key.person.encode():
        raise InvalidResponse
    return signed.new_sign_count


def credential_in(answer: dict[str, Any]) -> bytes:
    """The id of the answering key; InvalidResponse if there is none."""
    import webauthn

    try:
        return webauthn.base64url_to_bytes(answer["id"])[: LONGEST_CREDENTIAL + 1]
    except Exception as error:  # whatever may be sent
        raise InvalidResponse from error
