"""Recovery codes let their owner in once each, without any script; nobody learns from them who is known here."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.forms import form_on
from tests.web.over_http.keeping import Harbour, Sailor, harbour
from tests.web.over_http.visiting import sentence

CODE = re.compile(r"<li>((?:\w{4}-){3}\w{4})</li>")
TOKEN = re.compile(r'name="_csrf_token"\s+value="\w+"')


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with harbour(tmp_path_factory.mktemp("data")) as one:
        yield one


@pytest.fixture
def own_port(tmp_path: Path) -> Iterator[Harbour]:
    """A server where nobody has tried anything yet."""
    with harbour(tmp_path) as one:
        yield one


def kept(sailor: Sailor, name: str) -> list[str]:
    """Keep one's games by codes alone; the codes."""
    return CODE.findall(sailor.submit("/keep", "/keep/codes", name=name).text)


def use(sailor: Sailor, name: str, code: str) -> httpx.Response:
    return sailor.submit("/sign-in", "/sign-in/code", name=name, code=code)


def test_games_are_kept_by_ten_codes_each_of_which_is_good_once(port: Harbour) -> None:
    ines, phone = port.sailor(), port.sailor()
    game = ines.create()["id"]
    codes = kept(ines, "Ines")
    assert (len(codes), ines.name, ines.sees(game)) == (10, "Ines", True)
    assert codes[0] not in ines.get("/keep/keys").text
    assert use(phone, "ines", codes[0].upper()).headers["location"] == "/keep/keys?told=code"
    assert phone.sees(game)
    again = use(port.sailor(), "Ines", codes[0])
    assert (again.status_code, "do not belong together" in sentence(again)) == (400, True)
    assert "9 codes are left." in phone.get("/keep/keys").text


def test_new_codes_end_the_old_ones(port: Harbour) -> None:
    ines = port.sailor()
    old = kept(ines, "Inge")
    new = CODE.findall(ines.submit("/keep/keys", "/keep/keys/codes").text)
    assert (len(new), set(old) & set(new)) == (10, set())
    assert use(port.sailor(), "Inge", old[1]).status_code == 400
    assert use(port.sailor(), "Inge", new[1]).status_code == 303


def test_the_answer_does_not_tell_whether_there_is_such_a_name(port: Harbour) -> None:
    kept(port.sailor(), "Arno")
    answers = [use(port.sailor(), name, "0000-0000-0000-0000") for name in ("Arno", "Nora")]
    pages = [
        TOKEN.sub("", answer.text).replace(name, "?") for answer, name in zip(answers, ("Arno", "Nora"), strict=True)
    ]
    assert pages[0] == pages[1]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert sorted(answers[0].headers) == sorted(answers[1].headers)


def test_a_name_can_be_tried_ten_times_an_hour_whether_it_exists_or_not(own_port: Harbour) -> None:
    kept(own_port.sailor(), "Ines")
    for name in ("Ines", "Nobody"):
        thief = own_port.sailor()
        told = [use(thief, name, "0000-0000-0000-0000").status_code for _ in range(11)]
        assert told == [400] * 10 + [429]
        late = use(own_port.sailor(), name, "0000-0000-0000-0000")
        assert (late.status_code, int(late.headers["retry-after"]) > 3000) == (429, True)
        assert "Please try again in" in sentence(late)


def test_wrong_codes_of_somebody_else_do_not_keep_the_owner_out(own_port: Harbour) -> None:
    codes, thief = kept(own_port.sailor(), "Ines"), own_port.sailor()
    assert [use(thief, "Ines", "0000-0000-0000-0000").status_code for _ in range(11)][-1] == 429
    assert use(own_port.sailor(), "Ines", codes[0]).status_code == 303


def test_a_second_press_shows_no_codes_and_changes_none(port: Harbour) -> None:
    ulla = port.sailor()
    codes = kept(ulla, "Ulla")
    ulla.get("/keep/keys")
    assert ulla.post("/keep/codes", {"name": "Other"}).headers["location"] == "/keep/keys"
    assert use(port.sailor(), "Ulla", codes[3]).status_code == 303


def test_the_page_with_the_codes_has_forms_of_whoever_has_just_been_signed_in(port: Harbour) -> None:
    hugo = port.sailor()
    page = hugo.submit("/keep", "/keep/codes", name="Hugo").text
    form = form_on(page, "/keep/codes", "/settings")
    assert hugo.http.post("/settings", data=form.fields, follow_redirects=False).status_code == 303
