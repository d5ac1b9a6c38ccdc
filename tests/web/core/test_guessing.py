"""A secret made by a machine is taken, one that somebody made up is not, however long it is."""

import base64
import random
from pathlib import Path

import pytest

from shanghaien.web.core.setting_checks import is_weak
from shanghaien.web.core.settings import load
from shanghaien.wrong_input import WrongInput

MADE_UP = [
    "x" * 32,
    "x" * 1000,
    "0123456789" * 4,
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "abcABC123" * 8,
    "change-me-change-me-change-me-change-me",
    "correct horse battery staple correct horse",
    "my very secret secret that nobody knows",
    "ThisIsTheSecretOfOurClubServer2026!",
    "shanghaien-production-secret-key-2026",
    "qwertyuiopasdfghjklzxcvbnm1234567890",
    "aaaaaaaabbbbbbbbccccccccdddddddd",
    "deadbeefdeadbeefdeadbeefdeadbeef",
    "2026-11-16 2026-11-16 2026-11-16",
    "asdf1234!" * 4,
    "secret" * 20,
    "11111111-1111-1111-1111-111111111111",
]


@pytest.mark.parametrize("secret", MADE_UP)
def test_what_somebody_made_up_is_guessable(secret: str) -> None:
    assert is_weak(secret)


@pytest.mark.parametrize("length", [24, 32, 48])
def test_what_a_machine_made_is_not(length: int) -> None:
    machine = random.Random(length)
    made = [machine.randbytes(length) for _ in range(1000)]
    assert not any(is_weak(secret.hex()) for secret in made)
    refused = sum(is_weak(base64.urlsafe_b64encode(secret).decode()) for secret in made)
    assert refused <= (1000 - length * 20) // 50  # of the short ones a few look made up by chance


def test_a_guessable_secret_is_refused_with_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match=r"Setting secret must be made by a machine.*secrets.token_urlsafe"):
        load({"data": tmp_path, "secret": "my very secret secret that nobody knows"}, {})
    made = base64.b64encode(random.Random(1).randbytes(48)).decode()
    assert load({"data": tmp_path, "secret": made}, {}).secret == made
