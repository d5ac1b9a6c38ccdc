"""Every way in which a server can cheat is found by both verifiers, under the same name."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from shanghaien.fairness import Who, Witness
from shanghaien.rules import Options, to_json
from tests.fairness import cheating, stranger
from tests.fairness.honest import House, checked, names, text_of

WITH_BOT: dict[str, Any] = {"mode": "bot", "kinds": ("person", "bot:captain"), "words": ("Ahoy", "")}
ALL_TABLES: list[dict[str, Any]] = [
    {},
    {"seat": "a"},
    {"seat": "swapped-b", "after": "game-1"},
    {"witness": Witness.ALWAYS},
    {"kinds": ("entrusted", "person"), "words": ("", "x")},
    {"kinds": ("entrusted", "entrusted"), "words": ("three sheets", "to the wind")},
    WITH_BOT,
    WITH_BOT | {"kinds": ("entrusted", "bot:deckhand"), "seat": "b"},
    {"mode": "bots", "kinds": ("bot:captain", "bot:captain"), "words": ("", ""), "seat": "a"},
    {"mode": "hot-seat", "kinds": ("person", "same-screen"), "words": ("", ""), "seat": "a"},
    {"options": Options(tricks=(0, 0, 8), first="b")},
    {"stop": 4},
]
RENEWALS: dict[int, tuple[Who, str]] = {
    4: ("guest", "person"),
    9: ("creator", "entrusted"),
    11: ("guest", "entrusted"),
    20: ("creator", "person"),
}


@cache
def honest() -> str:
    return text_of(House().play())


def found(text: str, memory: str = "") -> tuple[list[str], list[str]]:
    """What either verifier finds."""
    return names(checked(text, memory)), stranger.verify(text, json.loads(memory) if memory else None)


def both_find(name: str, text: str, memory: str = "") -> bool:
    first, second = found(text, memory)
    assert name in second, (name, first, second)
    return name in first


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_an_honest_game_passes_at_every_table_and_both_players_remember_it_so(table: dict[str, Any]) -> None:
    house = House(**table).play()
    for who in ("creator", "guest"):
        assert found(text_of(house), house.remembered(who)) == ([], [])


@pytest.mark.parametrize("witness", Witness)
def test_players_who_commit_anew_pass_as_well(witness: Witness) -> None:
    house = House(witness=witness, renewals=RENEWALS | {30: ("guest", "person")}).play()
    assert found(text_of(house), house.remembered("guest")) == ([], [])
    assert [note.name for note in checked(text_of(house)).notes if "anew" in note.name].count("anew guest") == 3


@pytest.mark.parametrize(
    "table", [{}, WITH_BOT, {"witness": Witness.ALWAYS}, {"kinds": ("entrusted", "person")}], ids=str
)
def test_a_game_of_a_server_that_was_restored_from_a_copy_passes_and_says_so(table: dict[str, Any]) -> None:
    house = House(restored=7, renewals={7: ("creator", "entrusted")}, **table).play()
    assert found(text_of(house), house.remembered("creator")) == ([], [])
    assert "restored" in [note.name for note in checked(text_of(house)).notes]
    assert "[Anew c 7 held, s 7 " in text_of(house)


@pytest.mark.parametrize(
    ("house", "name"),
    [
        (cheating.PretendsToBeRestored(), "stale 9"),
        (cheating.SkipsItsOwnLink(), "outcomes"),
        (cheating.TellsItsSkippedLink(), "links server"),
        (cheating.UsesItsOwnChainForTheBot(**WITH_BOT), "owner 5"),
        (cheating.LetsTheOtherOpen(), "owner 9"),
        (cheating.SkipsAPlayersLinks(), "links guest-1"),
        (cheating.LeavesTheWitnessOut(witness=Witness.ALWAYS), "links "),
        (cheating.ChoosesTheSeat(), "seat"),
        (cheating.ChoosesTheSeat(**WITH_BOT), "seat"),
        (cheating.ReusesAChain(), "server-chain"),
        (cheating.CallsItsBotAPerson(mode="bot"), "contract"),
        (cheating.CallsItsBotAPerson(mode="hot-seat"), "contract"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, House) else value,
)
def test_who_cheats_while_playing_is_found_by_a_verifier_that_is_told_nothing(house: House, name: str) -> None:
    first, second = found(text_of(house.play()))
    assert any(finding.startswith(name) for finding in first), first
    assert any(finding.startswith(name) for finding in second), second


def test_a_bots_rolls_that_the_server_liked_better_are_each_named() -> None:
    text = text_of(House(**WITH_BOT).play())
    drawn = next(check for check in checked(text).draws if check.draw.purpose == "dice" and check.expected != "6-6")
    line = next(line for line in text.splitlines() if re.match(rf"[AB] {drawn.expected} ", line))
    changed = text.replace(line, line.replace(drawn.expected, "6-6", 1), 1)
    assert both_find(f"outcome {drawn.draw.index}", changed)


def test_every_single_outcome_that_is_changed_is_named() -> None:
    for line in honest().splitlines():
        if line.startswith("round"):
            words = line.split()
            words[3] = "DUT4" if words[3] != "DUT4" else "DUT2"
            first, second = found(honest().replace(line, " ".join(words)))
            assert (len(first), len(second)) == (1, 1)
            assert first == second
            assert first[0].startswith("outcome")


def test_two_cards_that_changed_places_are_named_as_order() -> None:
    line = next(line for line in honest().splitlines() if line.startswith("round 1"))
    words = line.split()
    words[2], words[4] = words[4], words[2]
    assert words[2] != words[4]
    assert found(honest().replace(line, " ".join(words))) == (["order"], ["order"])


def with_tag(name: str, change: Callable[[str], str]) -> str:
    """The honest record with one tag changed."""
    return re.sub(rf"^\[{name} (.*)\]$", lambda tag: f"[{name} {change(tag[1])}]", honest(), flags=re.MULTILINE)


ZEROS = "0" * 64


@pytest.mark.parametrize(
    ("tag", "change", "name"),
    [
        ("Dice", lambda text: "shanghaien-fair-9", "protocol"),
        ("Game-Id", lambda text: "another", "server-chain"),
        ("Table", lambda text: text.replace("drawn", "a"), "groups"),
        ("Table", lambda text: text.replace("invite", "bot"), "contract"),
        ("Table", lambda text: text.replace(" - ", " game-1 "), "contract"),
        ("Table", lambda text: text.replace("none", "always"), "links creator-1"),
        ("Table", lambda text: text.replace("invite", "hot-seat"), "contract"),
        ("Table", lambda text: "invite drawn", "tags"),
        ("Tricks", lambda text: "8-0-0", "outcomes"),
        ("Starter", lambda text: "alternate", "outcomes"),
        ("Reserved", lambda text: ZEROS + text[64:], "server-chain"),
        ("Reserved", lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"), "outcomes"),
        ("Creator", lambda text: text.translate(str.maketrans("AB", "BA")), "seat"),
        ("Creator", lambda text: text.replace("person", "entrusted"), "contract"),
        ("Creator", lambda text: re.sub("[0-9a-f]{64}", ZEROS, text), "chain creator-1"),
        ("Creator", lambda text: text[:-2] + "7a", "outcomes"),
        ("Creator", lambda text: text.replace("person", "bot:captain"), "tags"),
        ("Guest", lambda text: text.replace("person", "entrusted"), "contract"),
        ("Guest", lambda text: re.sub("[0-9a-f]{64}", ZEROS, text), "chain guest-1"),
        ("Guest", lambda text: text.translate(str.maketrans("AB", "BA")), "contract"),
        ("Chance", lambda text: text[:-1], "groups"),
        ("Chance", lambda text: text[:9] + text[10:], "groups"),
        ("Chance", lambda text: text + "c", "groups"),
        ("Chance", lambda text: text[:3] + "-" + text[4:], "owner 3"),
        ("Links", lambda text: text.replace("creator-1", "creator-2"), "links creator-2"),
        ("Links", lambda text: text.partition(", ")[0], "links guest-1"),
        ("Links", lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"), "chain "),
    ],
)
def test_a_changed_tag_is_named(tag: str, change: Callable[[str], str], name: str) -> None:
    first, second = found(with_tag(tag, change))
    assert any(finding.startswith(name) for finding in first), first
    assert any(finding.startswith(name) for finding in second), second


def test_a_group_that_is_dropped_with_its_whole_turn_is_found() -> None:
    lines = honest().splitlines()
    turn = next(at for at, line in enumerate(lines) if re.fullmatch(r"[AB] \d-\d place \d", line))
    text = "\n".join(lines[:turn] + lines[turn + 1 :])
    assert both_find("groups", text)
    letters = next(line for line in lines if line.startswith("[Chance"))
    assert both_find("outcomes", text.replace(letters, letters[:-2] + "]"))


def test_an_entrusted_chain_that_was_chosen_after_the_word_is_named() -> None:
    house = House(kinds=("entrusted", "person"))
    offered = house.ledger.contract.creator.end
    assert both_find("contract", text_of(house.play()).replace(f"entrusted {offered}", f"entrusted {ZEROS}"))


def test_a_chain_that_the_server_holds_can_not_pass_for_a_persons_own() -> None:
    house = House(kinds=("entrusted", "person")).play()
    assert both_find("contract", text_of(house).replace("entrusted", "person"))


def test_a_bot_brings_no_word_that_the_server_could_choose() -> None:
    text = text_of(House(**WITH_BOT).play())
    assert both_find("tags", re.sub(r"(bot:captain -) -", r"\1 41686f79", text))


def test_an_end_that_was_exchanged_after_the_players_saw_it_is_found_by_those_who_remember_it() -> None:
    house = cheating.ExchangesItsEnd()
    house.play()
    assert found(text_of(house)) == ([], [])  # a record that was made up whole fits itself: hence receipts and the log
    seen = json.loads(house.remembered("creator")) | {"reservation": house.promised()}
    assert both_find("reservation", text_of(house), json.dumps(seen))
    assert both_find("receipt", text_of(house), json.dumps(seen | {"contract": ZEROS}))


def test_a_new_chain_in_a_players_name_is_noted_for_all_and_found_by_that_player() -> None:
    house = cheating.ForgesANewChain().play()
    report = checked(text_of(house))
    assert report.ok
    assert "anew guest" in [note.name for note in report.notes]
    assert both_find("anew 9", text_of(house), house.remembered("guest"))


def test_a_chain_that_was_exchanged_for_another_is_found_by_its_owner() -> None:
    house = House().play()
    mine = json.loads(house.remembered("guest")) | {"ends": [ZEROS]}
    assert both_find("own-chain", text_of(house), json.dumps(mine))
    entrusted = House(kinds=("person", "entrusted")).play()
    assert both_find("own-chain", text_of(entrusted), json.dumps(mine | {"opened": {}, "seen": {}}))


def test_a_game_made_up_after_the_pages_saw_another_one_is_found_by_both_players() -> None:
    house, other = House(kinds=("entrusted", "entrusted")).play(), House(kinds=("entrusted", "entrusted"))
    other.rng = random.Random(99)
    other.play()
    assert text_of(house) != text_of(other)
    mine = json.loads(house.remembered("creator")) | {"opened": {"9": ["creator-1", 4]}, "ends": []}
    assert both_find("opening 9", text_of(other), json.dumps(mine))
    assert both_find("history 5", text_of(other), json.dumps(mine | {"seen": {"5": ZEROS}}))
    assert both_find("game", text_of(other), json.dumps(mine | {"game": "game-3"}))


def test_a_bots_choice_that_was_changed_after_the_page_opened_its_link_is_found() -> None:
    house = House(**WITH_BOT).play()
    mine = json.loads(house.remembered("creator"))
    group = next(group for group, (_, _, choice, _) in mine["opened"].items() if choice == "roll")
    mine["opened"][group][2] = "shanghai"
    assert names(checked(text_of(house), json.dumps(mine))) == [f"choice {group}"]


def test_who_commits_anew_does_not_turn_the_dice_of_the_other() -> None:
    """Else server and opponent together could try ends until a link that is already opened brings what they like."""
    plain = House(stop=12).play()
    place = plain.ledger.groups.index("c", 3)
    renewed = House(stop=12, renewals={place: ("guest", "person")}).play()
    assert renewed.ledger.recommitments[0].group == place
    assert plain.groups[: place + 1] == renewed.groups[: place + 1]


def test_the_notes_tell_what_the_proof_does_not_prove() -> None:
    def notes(**table: Any) -> list[str]:
        return [note.name for note in checked(text_of(House(stop=6, **table).play())).notes]

    assert notes() == ["unwitnessed"]
    assert notes(witness=Witness.ALWAYS) == ["witnessed"]
    assert notes(**WITH_BOT) == []
    assert notes(kinds=("entrusted", "person"), words=("", "")) == [
        "entrusted creator",
        "no-word creator",
        "unwitnessed",
    ]
    assert notes(kinds=("person", "entrusted")) == ["entrusted guest", "unwitnessed"]
    assert notes(mode="bots", kinds=("bot:captain", "bot:captain"), words=("", "")) == ["bots-only"]


def test_a_ledger_refuses_what_both_verifiers_would_find() -> None:
    house = House(stop=3).play()
    wanted = house.ledger.wanted("creator")[0]
    server, link = house.link("server", 4), house.link(wanted.chain, wanted.number)
    assert house.ledger.draw("creator", server, link)[1].number == 3
    for wrong in [(house.link("server", 5), link), (server, house.link(wanted.chain, wanted.number + 1)), (server,)]:
        with pytest.raises(Exception, match="link"):
            house.ledger.draw("creator", *wrong)
    with pytest.raises(Exception, match="sits down once"):
        house.ledger.sit(replace(house.ledger.contract.creator, kind="person"))


def test_a_chain_that_was_entrusted_in_a_players_name_is_found_by_their_page() -> None:
    house = House(renewals={5: ("guest", "entrusted")}).play()
    house.pages["guest"].entrusted.clear()
    assert found(text_of(house), house.remembered("guest")) == (["anew 5"], ["anew 5"])


def test_a_card_beyond_the_last_of_the_pile_is_named() -> None:
    values = json.loads(to_json(House().play().record()))
    place = max(at for at, step in enumerate(values["steps"]) if re.fullmatch("[1-6]-[1-6]", step))
    values["steps"][place] = "AME1"
    (finding,) = checked(json.dumps(values)).findings
    assert "gives no card at all, but the record says AME1" in finding.sentence
