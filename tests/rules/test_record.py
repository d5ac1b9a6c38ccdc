"""Records: both written forms keep a game as it was, and nothing wrong gets through."""

import json
import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, Options, Record

EVERYTHING = rules.PRESETS["everything"]


def random_game(seed: int, options: Options = EVERYTHING) -> Record:
    rng = random.Random(seed)
    played = rules.play(options, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng)
    return Record(options, tuple(step.step for step in played))


GAME = random_game(1)
TEXT = rules.to_text(GAME)
JSON = rules.to_json(GAME)
SAMPLE = [random_game(seed) for seed in range(8)]


def same_game(one: Record, other: Record) -> bool:
    """Equal but for the free tags."""
    return replace(one, tags={}) == replace(other, tags={})


def edited(old: str, new: str) -> str:
    """The text of the game with one spot changed."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def refusal(text: str) -> str:
    with pytest.raises(rules.RulesError) as caught:
        rules.load(text)
    return str(caught.value)


MIXES = st.builds(
    Options,
    tricks=st.sampled_from([(3, 3, 2), (8, 0, 0), (0, 4, 4)]),
    first=st.sampled_from(rules.First),
    starter=st.sampled_from(rules.Starter),
    **dict.fromkeys(EXPANSIONS, st.booleans()),
)


@settings(max_examples=40, deadline=None)
@given(options=MIXES, seed=st.integers(0, 10**6), share=st.floats(0, 1), resigned=st.sampled_from([None, 0, 1]))
def test_a_game_cut_anywhere_reads_back_from_both_forms_as_it_was(
    options: Options, seed: int, share: float, resigned: int | None
) -> None:
    whole = random_game(seed, options)
    for record in (whole, Record(options, whole.steps[: int(share * (len(whole.steps) - 1))], {}, resigned)):
        assert rules.load(rules.to_text(record)) == record
        assert rules.load(rules.to_json(record)) == record


TAG_VALUES = st.text(min_size=1).filter(
    lambda text: not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", text)
)


@given(
    st.dictionaries(
        st.from_regex(r"X[A-Za-z0-9]*(-[A-Za-z0-9]+)?", fullmatch=True), TAG_VALUES.map(str.strip).filter(bool)
    )
)
def test_free_tags_of_any_text_read_back_as_they_were(tags: dict[str, str]) -> None:
    record = Record(Options(), (), tags)
    assert rules.from_text(rules.to_text(record)) == record
    assert rules.from_json(rules.to_json(record)) == record


@pytest.mark.parametrize(
    "tags", [{"name": "x"}, {"Result": "3-3"}, {"A b": "x"}, {"A": ""}, {"A": " x"}, {"A": "x\ny"}]
)
def test_a_tag_that_could_not_be_read_back_is_refused(tags: dict[str, str]) -> None:
    with pytest.raises(rules.Malformed, match=r"tag|Tag"):
        Record(Options(), (), tags)


def test_a_replay_passes_through_every_step_to_the_final_state() -> None:
    moments = list(GAME.replay())
    assert tuple(moment.step for moment in moments) == GAME.steps
    assert all(one.after == two.before for one, two in pairwise(moments))
    assert moments[0].before == rules.new_game(GAME.options)
    assert moments[-1].after == GAME.final
    assert GAME.final.over


def test_a_replay_names_the_step_that_the_rules_refuse() -> None:
    with pytest.raises(rules.Illegal, match=r"^Step 8: .*R11") as caught:
        list(Record(GAME.options, (*GAME.steps[:7], rules.Call())).replay())
    assert caught.value.code == "too-few-dice"


def test_the_dice_of_a_turn_imply_the_roll_and_an_open_roll_is_written() -> None:
    rolled = next(index for index, step in enumerate(GAME.steps) if step == rules.Roll())
    text = rules.to_text(Record(GAME.options, GAME.steps[: rolled + 1]))
    assert text.endswith(" roll\n")
    assert " roll" not in TEXT.replace("roll-all", "")


def test_words_may_be_typed_in_any_case_dice_in_any_order_with_comments_and_blank_lines() -> None:
    head, body = TEXT.split("\n\n")
    swapped = re.sub(r"\b([1-6])-([1-6])(?= place)", r"\2-\1", body)
    typed = swapped.swapcase().replace("\n", "   # what a turn\n\n")
    assert typed != body
    assert rules.load(f"# my best game\n{head}\n{typed}") == GAME


def test_a_check_may_be_left_out_but_not_be_wrong() -> None:
    without = re.sub(r"\[Check .*\]\n", "", TEXT)
    assert rules.load(without) == GAME
    assert "check says '00000000'" in refusal(re.sub(r"\[Check .*\]", "[Check 00000000]", TEXT))


def test_a_stated_result_that_differs_from_the_replayed_one_is_refused() -> None:
    assert re.search(
        r"Line 7: the result says '99-0', but the steps make it '\d+-\d+' \(R23\)", refusal(edited(GAME.result, "99-0"))
    )
    assert "Line 7" in refusal(edited(GAME.result, "unfinished"))
    assert "Line 7" in refusal(edited(GAME.result, "A resigned"))


def test_another_version_of_the_form_or_of_the_rules_is_refused_as_such() -> None:
    for text in (edited("[Shanghaien 1]", "[Shanghaien 2]"), edited("[Rules 1]", "[Rules 2]")):
        with pytest.raises(rules.WrongRevision, match=r"2 .*1"):
            rules.load(text)
    for key in ("shanghaien", "rules"):
        with pytest.raises(rules.WrongRevision):
            rules.load(json.dumps({**json.loads(JSON), key: 2}))
    with pytest.raises(rules.WrongRevision):
        rules.to_text(replace(GAME, revision=2))


@pytest.mark.parametrize("tag", ["Rules", "Tricks", "First", "Starter", "Expansions", "Result"])
def test_a_header_that_lacks_what_makes_the_game_is_refused(tag: str) -> None:
    assert f"[{tag} ...]" in refusal(re.sub(rf"\[{tag} .*\]\n", "", TEXT))


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("B 3-5 place 5 left", "Line 10: expected a line that starts with 'A', followed by two dice such as 2-5"),
        ("A 3-7 place 3 left", "Line 10: '3-7' are no dice; two dice are written like 3-5. Expected two dice"),
        ("A 3 place 3 left", "Line 10: '3' can’t come here. Expected two dice, such as"),
        ("A AME3", "Line 10: 'AME3' opens with no action. Expected roll (R8)."),
        ("A 3-5 place 4 left", "Line 10: You have not rolled a 4. Expected place 3 left, place 3 right, place 5"),
        ("A 3-5 place 3", "Line 10: Choose with your first die at which end card 1 is. Expected place 3 left"),
        ("A 3-5 plase 3 left", "Line 10: 'plase 3 left' opens with no action. Expected place 3 left"),
        ("A 3-5 play shift 3+", "Line 10: You do not hold that trick card."),
        ("A shanghai", "Line 10: You need at least 2 dice on cards to call Shanghai. Expected roll. (R11)"),
        ("A 3-5 place 3 left place 5", "Line 10: the line of A is complete; 'place' is too much"),
        ("A 3-5", "Line 3: the result says"),
        ("round 2: AME3", "Line 10: expected a line that starts with 'A'"),
        ("[Player-A Ann]", "Line 10: expected a line that starts with 'A'"),
    ],
)
def test_a_wrong_turn_is_told_with_its_line_what_was_expected_and_the_rule(line: str, error: str) -> None:
    head = (
        "[Shanghaien 1]\n[Rules 1]\n[Result 1-1]\n[Tricks 3-3-2]\n[First a]\n[Starter alternate]\n[Expansions none]\n"
    )
    assert error in refusal(f"{head}\nround 1: AME1 AME2 AME3 AME3 AME4 shift\n{line}")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("round 1: AME4 AME4", "Line 7: 'AME4' can’t come here. Expected a card that is left in the pile"),
        ("round 1: AME4 1-3", "Line 7: '1-3' can’t come here. Expected a card"),
        ("round 1: wild", "Line 7: 'wild' can’t come here"),
        ("round 2: AME4", "Line 7: expected a line that starts with 'round 1:'"),
        ("start A", "Line 7: expected a line that starts with 'round 1:'"),
    ],
)
def test_a_wrong_deal_is_told_with_its_line(line: str, error: str) -> None:
    head = (
        "[Shanghaien 1]\n[Rules 1]\n[Result 1-1]\n[Tricks 3-3-2]\n[First a]\n[Starter alternate] \n[Expansions none]\n"
    )
    assert error.replace("Line 7", "Line 8") in refusal(head + line)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("3-3-2", "3-3-3", "Line 3: Option tricks must be three counts"),
        ("3-3-2", "٣-3-2", "Line 3: Option tricks is written like 3-3-2"),
        ("[First random]", "[First c]", "Line 4: Option first must be one of random, a, b, not 'c' (R7)"),
        ("extra-wild", "extra-tame", "Line 6: 'extra-tame' is no expansion"),
        ("[Rules 1]", "[Rules one]", "Line 2: Rules must be a number"),
        ("[Rules 1]", "[Rules]", "Line 2: expected a tag such as"),
        ("[Rules 1]", "[Rules 1", "Line 2: expected a tag such as"),
        ("[Rules 1]", "[Rules 1]\n[Rules 1]", "Line 3: tag Rules stands in line 2 already"),
        ("[Rules 1]", "[Rules 1]\n[player Ann]", "Line 3: 'player' can’t be the name of a tag"),
        ("[Shanghaien 1]", "[Chess 1]", "Line 1: expected [Shanghaien 1]"),
    ],
)
def test_a_wrong_header_is_told_with_its_line(old: str, new: str, error: str) -> None:
    assert error in refusal(edited(old, new))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"steps": ["C"]}, "Step 1: 'C' is no card"),
        ({"steps": ["A AME3"]}, "Step 1: expected one action or outcome"),
        ({"steps": ["A", 3]}, "Step 2: expected a text"),
        ({"steps": ["A", ""]}, "Step 2: expected a text"),
        ({"steps": "A"}, "Key 'steps' must be a list"),
        ({"steps": ["A"]}, "Key 'result': the result says"),
        ({"rules": True}, "Key 'rules' must be a whole number"),
        ({"options": {}}, "Key 'options' lacks 'tricks'"),
        ({"options": {**Options().as_dict(), "first": "c"}}, "Key 'options': Option first must be one of"),
        ({"options": {**Options().as_dict(), "tricks": [[], 3, 5]}}, "Key 'options': Option tricks must be"),
        ({"options": {**Options().as_dict(), "first": []}}, "Key 'options': Option first must be one of"),
        ({"tags": {"A": 3}}, "Tag A must be one line"),
        ({"check": "x"}, "Key 'check': the check says 'x'"),
        ({"more": 1}, "Key 'more' is unknown"),
    ],
)
def test_wrong_json_is_told_with_its_key_or_step(change: dict[str, object], error: str) -> None:
    assert error in refusal(json.dumps({**json.loads(JSON), **change}))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"rules": 1, "rules": 1}',
        "{}",
        "{" + '"a":' + "[" * 100_000,
        '{"a": ' + "9" * 5000 + "}",
        "",
        "\x00",
        "[]",
    ],
)
def test_what_is_no_record_at_all_is_refused_in_a_sentence(text: str) -> None:
    assert refusal(text).endswith(".")


DAMAGES = st.sampled_from(["flip", "delete", "insert", "drop line", "repeat line", "swap lines", "cut"])


def damage(text: str, kind: str, place: float, char: str) -> str:
    if "line" in kind:
        lines = text.split("\n")
        at = int(place * (len(lines) - 1))
        middle = {"drop line": [], "repeat line": [lines[at]] * 2, "swap lines": lines[at : at + 2][::-1]}[kind]
        return "\n".join([*lines[:at], *middle, *lines[at + (2 if kind == "swap lines" else 1) :]])
    at = int(place * (len(text) - 1))
    changed = {"flip": char + text[at + 1 :], "delete": text[at + 1 :], "insert": char + text[at:], "cut": ""}[kind]
    return text[:at] + changed


@settings(max_examples=300, deadline=None)
@given(
    record=st.sampled_from(SAMPLE),
    write=st.sampled_from([rules.to_text, rules.to_json]),
    kind=DAMAGES,
    place=st.floats(0, 1),
    char=st.one_of(st.sampled_from('123456-+AB []#{}",:\n placeyrightwd'), st.characters()),
)
def test_a_damaged_record_is_refused_or_is_the_same_game(
    record: Record, write: object, kind: str, place: float, char: str
) -> None:
    assert callable(write)
    try:
        loaded = rules.load(damage(write(record), kind, place, char))
    except rules.RulesError:
        return
    assert same_game(loaded, record)


@settings(max_examples=200)
@given(
    st.one_of(st.text(), st.text().map(lambda text: "[Shanghaien 1]\n" + text), st.text().map(lambda text: "{" + text))
)
def test_no_text_at_all_makes_the_reader_fail_otherwise(text: str) -> None:
    with pytest.raises(rules.RulesError):
        rules.load(text)


def test_the_examples_in_the_documentation_are_one_game_in_two_forms() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text()
    (text,) = re.findall(r"```text\n(\[Shanghaien.*?)```", page, re.DOTALL)
    (as_json,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    record = rules.load(text)
    assert rules.load(as_json) == record
    assert rules.to_text(record) == text
    assert json.loads(rules.to_json(record)) == json.loads(as_json)


def test_a_record_without_steps_stands_at_the_start_of_its_own_game() -> None:
    options = Options(extra_2=True, tricks=(8, 0, 0))
    assert Record(options).final == rules.new_game(options)
    assert Record(options).final != rules.new_game(Options())
