"""Chains, keys and draws: what follows from what, and what does not."""

from collections import Counter
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shanghaien.fairness import (
    Chain,
    DicePlayer,
    FairnessError,
    Opening,
    PlayerMemory,
    Proof,
    Secrets,
    Witness,
    reserve,
)
from shanghaien.fairness.chain import follow, opened
from shanghaien.fairness.transcript import DrawGroup, group_of
from shanghaien.rules import rolls
from tests.fairness import stranger
from tests.fairness.honest import House, checked, text_of

SECRET = bytes(range(32))
CHAIN = Chain(SECRET, "g", "creator-1", 100)
TO_BE_DAMAGED = text_of(
    House(stop=6, renewals={3: ("guest", "person"), 4: ("creator", "entrusted")}, restored=4).play()
)


@given(st.integers(1, 100), st.integers(0, 100))
def test_every_link_leads_to_every_earlier_one_and_to_the_end(number: int, earlier: int) -> None:
    to = min(number, earlier)
    known = CHAIN.end if to == 0 else CHAIN.link(to)
    assert follow("g", "creator-1", number, CHAIN.link(number), to) == known
    assert opened("g", "creator-1", number, CHAIN.link(number))[to] == known


def test_the_last_link_is_the_secret_and_nothing_lies_beyond() -> None:
    assert CHAIN.link(100) == SECRET.hex()
    for number in (0, 101):
        with pytest.raises(ValueError, match="links 1 to 100"):
            CHAIN.link(number)
    with pytest.raises(ValueError, match="32 bytes"):
        Chain(b"short", "g", "server")


def test_game_and_name_make_another_chain_of_the_same_secret() -> None:
    ends = {Chain(SECRET, game, name, 50).end for game in ("g", "h") for name in ("server", "creator-1")}
    assert len(ends) == 4
    assert Chain(SECRET, "g", "server", 50).end != Chain(SECRET, "g", "server", 51).end


def test_fresh_secrets_have_nothing_in_common() -> None:
    made = [Secrets.new() for _ in range(10)]
    assert len({secret for each in made for secret in (each.server, each.creator, each.guest)}) == 30
    assert made[0].server.hex() not in repr(reserve("g", made[0].chains("g")))


def test_everything_that_goes_into_a_key_changes_it() -> None:
    one, two = Opening("creator-1", 3, "a" * 64), Opening("guest-1", 3, "a" * 64)
    keys = {
        group_of("g", 0, "b" * 64, "c" * 64, one).key,
        group_of("h", 0, "b" * 64, "c" * 64, one).key,
        group_of("g", 1, "b" * 64, "c" * 64, one).key,
        group_of("g", 0, "d" * 64, "c" * 64, one).key,
        group_of("g", 0, "b" * 64, "d" * 64, one).key,
        group_of("g", 0, "b" * 64, "c" * 64, two).key,
        group_of("g", 0, "b" * 64, "c" * 64, one, two).key,
        group_of("g", 0, "b" * 64, "c" * 64, two, one).key,
    }
    assert len(keys) == 8


def test_rolls_have_the_weights_of_two_dice_by_a_chi_square_test() -> None:
    many = 20_000
    groups = (DrawGroup(0, f"{number:064x}") for number in count())
    counts = Counter(group.outcome(rolls(2), 0) for group, _ in zip(groups, range(many), strict=False))
    chi = sum((counts[dice] - float(share) * many) ** 2 / (float(share) * many) for dice, share in rolls(2))
    assert chi < 45.3  # 0.999 quantile, 20 degrees of freedom


@given(st.integers(0, 7), st.sampled_from(["seat", "start", "card", "dice"]), st.integers(1, 2**32))
def test_both_programs_draw_the_same_numbers(place: int, purpose: str, below: int) -> None:
    draw = DrawGroup(4, "7" * 64).draw(place, purpose, below)
    assert stranger.number("7" * 64, place, purpose, below) == (draw.number, draw.attempt, draw.digest)
    assert draw.number < below


@pytest.mark.parametrize(("place", "below"), [(-1, 6), (0, 0), (0, 2**32 + 1)])
def test_a_draw_outside_its_range_is_refused(place: int, below: int) -> None:
    with pytest.raises(ValueError, match="bound from 1"):
        DrawGroup(0, "0" * 64).draw(place, "dice", below)


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 10_000),
    st.sampled_from(["a", "b", "drawn"]),
    st.sampled_from(list(Witness)),
    st.tuples(st.sampled_from(["person", "entrusted"]), st.sampled_from(["person", "entrusted"])),
    st.dictionaries(
        st.integers(2, 15), st.tuples(st.sampled_from(["creator", "guest"]), st.sampled_from(["person", "entrusted"]))
    ),
)
def test_whatever_honest_players_do_both_verifiers_find_nothing(
    seed: int, seat: str, witness: Witness, kinds: tuple[str, str], renewals: dict[int, tuple[str, str]]
) -> None:
    house = House(seed=seed, seat=seat, witness=witness, kinds=kinds, renewals=renewals, stop=20)  # type: ignore[arg-type]
    text = text_of(house.play())
    assert checked(text).ok
    assert stranger.verify(text) == []


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_proof_is_a_finding_and_never_a_crash(data: st.DataObject) -> None:
    text = TO_BE_DAMAGED
    start, end = text.index("[Game-Id"), text.index("\n\n")
    place = data.draw(st.integers(start, end - 1))
    letter = data.draw(st.sampled_from("0a9f -,cgAB]Z"))
    changed = text[:place] + letter + text[place + 1 :]
    if changed != text:
        assert checked(changed).findings


def test_the_tags_of_a_record_give_the_proof_back() -> None:
    for house in (House(stop=0), House(stop=9, renewals={4: ("guest", "person"), 6: ("guest", "entrusted")})):
        proof = Proof.of(house.play().ledger, house.creator_seat)
        assert Proof.from_tags(proof.tags()) == proof


def test_a_table_that_waits_for_its_guest_can_be_checked_already() -> None:
    house = House()
    house.creator_seat = house.draw("creator").seat()
    report = checked(text_of(house))
    assert report.ok
    assert [check.place for check in report.draws] == ["the creator's seat"]


@pytest.mark.parametrize(
    "tags",
    [
        {"Chance": "c" * 3000},
        {"Chance": "cx"},
        {"Links": "server 99999 " + "0" * 64},
        {"Links": ", ".join(["server 2048 " + "0" * 64] * 1000)},
        {"Anew": "c 01 held"},
        {"Anew": "x 1 held"},
        {"Anew": "c 1 something"},
        {"Creator": "A person - -"},
        {"Creator": "A pirate - -"},
        {"Creator": "C person " + "0" * 64 + " -"},
        {"Creator": "A person " + "0" * 64 + " 4"},
        {"Creator": "A person " + "0" * 64 + " 0a"},
        {"Game-Id": ""},
        {"Table": "invite somewhere - none"},
    ],
    ids=str,
)
def test_tags_that_can_not_be_a_proof_are_refused_before_anything_is_hashed(tags: dict[str, str]) -> None:
    honest = Proof.of(House(stop=3).play().ledger, 0).tags()
    with pytest.raises(FairnessError):
        Proof.from_tags(honest | tags)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"game": "g", "who": "nobody"}', '{"game": 1, "who": "guest", "seen": 4}']
)
def test_what_no_page_has_written_down_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FairnessError, match="remembers"):
        PlayerMemory.from_json(text)


@pytest.mark.parametrize(
    ("kind", "end", "word"), [("person", "-", ""), ("bot:captain", "0" * 64, ""), ("bot:captain", "-", "x")]
)
def test_a_player_brings_what_fits_their_kind(kind: str, end: str, word: str) -> None:
    with pytest.raises(FairnessError):
        DicePlayer(kind, end, word)


@pytest.mark.parametrize("word", [" ", " x", "x ", "a\nb", "x" * 101, "\x00"])
def test_a_text_that_could_be_read_in_two_ways_is_no_word(word: str) -> None:
    with pytest.raises(FairnessError, match="printable"):
        DicePlayer("person", "0" * 64, word)


@pytest.mark.parametrize("word", ["x", "доброе утро", "早安", "six sixes, please", "-"])
def test_any_other_text_is_one(word: str) -> None:
    assert DicePlayer("person", "0" * 64, word).word == word


@pytest.mark.parametrize("game", ["", "a b", "a\nb", "é", "x" * 65])
def test_a_game_id_holds_no_character_that_could_blur_a_message(game: str) -> None:
    with pytest.raises(FairnessError, match="game id"):
        Chain(SECRET, game, "server")
