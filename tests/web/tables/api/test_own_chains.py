"""Programs that hold their own chains: when links are wanted, which are refused, and how a chain is exchanged."""

from typing import Any

import httpx
import pytest

from tests.web.tables.api.chains import ChainHolder, Values, findings, told
from tests.web.tables.api.sockets import at_socket

BOT = {"mode": "bot", "level": "cabin-boy", "options": {"first": "a"}}
HOT_SEAT = {"mode": "hot-seat", "options": {"first": "a"}}


@pytest.fixture
def holder(program: httpx.Client) -> ChainHolder:
    return ChainHolder(program)


@pytest.fixture
def rolling(holder: ChainHolder) -> ChainHolder:
    """Both seats are the program's; its first roll waits for a link."""
    holder.create(**HOT_SEAT)
    told(holder.ask("actions", action="roll"))
    holder.look()
    return holder


def kinds(game: Values, since: int) -> list[str]:
    return [entry["kind"] for entry in game["log"][since:]]


def test_a_whole_game_against_a_bot_is_drawn_from_the_programs_links_the_bots_rolls_too(holder: ChainHolder) -> None:
    game = holder.create(**BOT)
    while holder.reach()["result"] is None:
        holder.go_on()
    assert "B" in holder.waited
    assert findings(holder.program, game["id"]) == ([], [])
    over = holder.look()
    assert (over["chain"], over["opens"]) == (None, None)
    assert {entry["seat"] for entry in over["log"] if entry["kind"] == "open"} == {"A"}


def test_two_programs_with_chains_of_their_own_wait_for_nobody_else(program: httpx.Client, other: httpx.Client) -> None:
    creator, guest = ChainHolder(program), ChainHolder(other, "guest")
    game = creator.create(mode="invite", seat="random")
    assert guest.join(game)["chain"]["who"] == "guest"
    for _ in range(30):
        asked = creator if creator.look()["waits_for"] in creator.game["yours"] else guest
        asked.look()
        asked.act()
        while asked.game["opens"]:
            asked.open()
    assert findings(program, game["id"])[0] == []
    assert {entry["seat"] for entry in creator.look()["log"] if entry["kind"] == "open"} == {"A", "B"}


def test_a_roll_without_a_link_is_stored_and_waits_until_it_is_opened(rolling: ChainHolder) -> None:
    game = rolling.game
    assert (game["opens"], game["waits_for"], game["legal"], game["undo"]) == ("A", None, [], False)
    assert (game["chain"]["waits"], game["state"]["rolled"]) == (True, [])
    assert [line["waits_for"] for line in told(rolling.program.get("/games"))] == ["A"]
    after = rolling.open()
    assert (after["opens"], after["waits_for"], after["chain"]["waits"]) == (None, "A", False)
    assert after["chain"]["number"] == game["chain"]["number"] + 1
    assert after["chain"]["head"] != game["chain"]["head"]
    assert kinds(after, game["version"]) == ["open", "draw"]


@pytest.mark.parametrize("ahead", [-1, 1])
def test_another_link_than_the_next_is_refused_and_nothing_is_stored(rolling: ChainHolder, ahead: int) -> None:
    wrong = rolling.link(ahead)
    problem = told(rolling.ask("links", link=wrong), 422)
    version = rolling.game["version"]
    assert (problem["code"], problem["game"]["version"]) == ("wrong-link", version)
    assert rolling.look()["version"] == version
    rolling.open()
    assert rolling.game["state"]["rolled"]


def test_a_choice_with_a_wrong_link_is_not_made(holder: ChainHolder) -> None:
    game = holder.create(**HOT_SEAT)
    assert game["chain"]["chances"] == ["roll"]
    assert told(holder.ask("actions", action="roll", link="0" * 64), 422)["code"] == "wrong-link"
    assert holder.look()["version"] == game["version"]


@pytest.mark.parametrize("link", ["", "0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n", "ä" * 64])
def test_what_is_no_link_is_refused(rolling: ChainHolder, link: str) -> None:
    assert told(rolling.ask("links", link=link), 422 if link.endswith("\n") else 400)["code"] in {
        "malformed",
        "wrong-link",
    }
    assert rolling.look()["opens"] == "A"


def test_a_link_where_none_is_wanted_is_not_kept_anywhere(holder: ChainHolder) -> None:
    holder.create(**HOT_SEAT)
    holder.act("roll")
    place = next(action for action in holder.game["legal"] if action.startswith("place"))
    link = holder.link()
    answer = holder.ask("actions", action=place, link=link)
    assert link not in answer.text
    assert kinds(told(answer), -1) == ["act"]
    assert told(holder.ask("links", version=answer.json()["version"], link=link), 422)["code"] == "illegal"
    assert link not in holder.program.get(f"/games/{holder.game['id']}").text
    assert link not in holder.program.get(f"/games/{holder.game['id']}/record").text


def test_opening_again_with_the_same_id_changes_nothing(rolling: ChainHolder) -> None:
    link = rolling.link()
    once, again = (told(rolling.ask("links", id="open-once", link=link)) for _ in range(2))
    assert once["version"] == again["version"]


def test_a_fresh_chain_takes_the_place_of_the_old_one_in_the_middle(rolling: ChainHolder) -> None:
    old = rolling.link()
    end = rolling.commit(rolling.game["id"])
    after = told(rolling.ask("chain", end=end))
    assert (after["chain"]["chain"], after["chain"]["number"], after["opens"]) == ("creator-2", 1, "A")
    assert (after["log"][-1]["kind"], after["log"][-1]["text"]) == ("commit", end)
    rolling.look()
    assert told(rolling.ask("links", link=old), 422)["code"] == "wrong-link"
    rolling.open()
    for _ in range(6):
        rolling.go_on()
    assert findings(rolling.program, rolling.game["id"]) == ([], ["anew creator"])


def test_a_chain_that_is_entrusted_in_the_middle_goes_on_at_once(rolling: ChainHolder) -> None:
    since = rolling.game["version"]
    after = told(rolling.ask("chain"))
    assert [entry["kind"] for entry in after["log"]] == ["commit", "open", "draw"]
    assert (after["log"][0]["text"], after["version"]) == ("held", since + 3)
    assert (after["chain"]["kind"], after["opens"], after["waits_for"]) == ("entrusted", None, "A")
    rolling.look()
    for _ in range(6):
        rolling.act()
    assert findings(rolling.program, rolling.game["id"]) == ([], ["anew creator"])
    assert rolling.game["dice"]["Anew"] == "c 1 held"


def test_a_chain_that_was_entrusted_can_be_taken_into_ones_own_hands(holder: ChainHolder) -> None:
    holder.game = told(holder.program.post("/games", json=HOT_SEAT), 201)
    assert (holder.game["chain"]["kind"], holder.game["chain"]["chances"]) == ("entrusted", [])
    holder.game = told(holder.ask("chain", end=holder.commit(holder.game["id"])))
    assert (holder.game["chain"]["kind"], holder.game["chain"]["chances"]) == ("person", ["roll"])
    holder.act("roll")
    assert holder.game["state"]["rolled"]


def test_whoever_watches_can_neither_open_nor_exchange_a_chain(rolling: ChainHolder, other: httpx.Client) -> None:
    stranger = ChainHolder(other)
    stranger.game = rolling.game
    link, end = rolling.link(), stranger.commit(rolling.game["id"])
    assert told(stranger.ask("links", link=link), 403)["code"] == "not-yours"
    assert told(stranger.ask("chain", end=end), 403)["code"] == "not-yours"
    seen = stranger.look()
    assert (seen["chain"], seen["opens"]) == (None, "A")


def test_everything_about_a_chain_can_be_said_over_a_socket(server: str, token: str, holder: ChainHolder) -> None:
    game = holder.create(**HOT_SEAT)
    with at_socket(server, game["id"], token) as socket:

        def ask(kind: str, **values: Any) -> Values:
            socket.ask(kind, holder.game["version"], **values)
            holder.game |= socket.hear("entries")
            return holder.game

        holder.game = socket.hear("game")
        assert ask("act", action="roll", link=holder.link())["state"]["rolled"]
        place = next(action for action in holder.game["legal"] if action.startswith("place"))
        assert ask("act", action=place)["opens"] is None
        assert ask("act", action="roll")["opens"] == "A"
        assert ask("open", link=holder.link())["opens"] is None
        fresh = ask("chain", end=holder.commit(game["id"]))["chain"]
        assert (fresh["chain"], fresh["kind"]) == ("creator-2", "person")
        assert ask("chain")["chain"]["kind"] == "entrusted"
        socket.ask("open", holder.game["version"], link="0" * 64)
        refused = socket.hear("refused", "done")
        assert (refused["type"], refused["problem"]["code"]) == ("refused", "illegal")


def test_time_is_counted_from_when_a_game_is_set_up_though_its_dice_need_a_link(holder: ChainHolder) -> None:
    assert min(holder.create(**HOT_SEAT, pace="live 300 10")["clocks"]["left"]) > 0
