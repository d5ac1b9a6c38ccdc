"""Signed texts: read by who made them, for what they were made for, and by nobody else."""

from shanghaien.web.core.signing import Signer, new_id

OURS, OTHERS = Signer("our secret"), Signer("another secret")


def test_what_was_signed_is_read_again() -> None:
    assert OURS.read("seat", OURS.sign("seat", "game", 1)) == ["game", 1]


def test_a_text_is_good_for_one_purpose_only() -> None:
    assert OURS.read("join", OURS.sign("seat", "game", 1)) is None


def test_a_text_of_another_server_or_a_changed_one_is_not_believed() -> None:
    text = OURS.sign("seat", "game", 1)
    assert OTHERS.read("seat", text) is None
    assert OURS.read("seat", text[:-1] + ("A" if text[-1] != "A" else "B")) is None
    assert OURS.read("seat", "") is None


def test_a_secret_follows_from_purpose_and_text_and_differs_with_each() -> None:
    secret = OURS.secret_for("seed", "game")
    assert len(secret) == 32
    assert OURS.secret_for("seed", "game") == secret
    assert (
        len({secret, OURS.secret_for("other", "game"), OURS.secret_for("seed", "g"), OTHERS.secret_for("seed", "game")})
        == 4
    )


def test_no_two_ids_are_the_same_and_none_can_be_guessed() -> None:
    made = [new_id() for _ in range(100)]
    assert len(set(made)) == 100
    assert min(map(len, made)) >= 16
