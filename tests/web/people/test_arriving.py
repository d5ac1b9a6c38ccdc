"""Keeping one's games and coming back to them: what goes along, what ends, and what is nobody else's."""

from concurrent.futures import ThreadPoolExecutor

from tests.web.people.arriving import SESSION, NewResident


def test_the_games_of_a_guest_go_along_to_their_account(resident: NewResident) -> None:
    laptop = resident()
    game = laptop.create()["id"]
    ines = laptop.keep("Ines")
    assert laptop.games() == [game]
    assert laptop.act(laptop.look(game))["state"]["rolled"]
    phone = resident()
    other = phone.create()["id"]
    phone.arrive(ines)
    assert phone.games() == laptop.games() == sorted([game, other])
    assert phone.look(game)["yours"] == ["A", "B"]


def test_tokens_of_a_guest_end_with_an_account_and_the_pages_before_say_so(resident: NewResident) -> None:
    laptop, phone = resident(), resident()
    for browser in (laptop, phone):
        for page in ("/keep", "/sign-in"):
            assert "token ends" not in browser.get(page).text
    tokens = [laptop.token, phone.token]
    for browser in (laptop, phone):
        for page in ("/keep", "/sign-in"):
            shown = " ".join(browser.get(page).text.split())
            assert "Your program’s token ends when you make an account or sign in." in shown
            assert 'You can make a new one afterwards: <a href="/tokens">' in shown
    phone.arrive(laptop.keep("Lena"))
    for browser, token in zip((laptop, phone), tokens, strict=True):
        answer = browser.http.get("/api/v1/games", headers={"authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.json()["code"]) == (401, "no-token")
    assert laptop.api("GET", "/games").status_code == 200  # by a new one


def test_whoever_is_signed_in_has_no_cookie_of_a_guest(resident: NewResident) -> None:
    laptop = resident()
    laptop.create()
    guest = laptop.http.cookies["shanghaien_guest"]
    laptop.keep("Nora")
    laptop.create()
    assert "shanghaien_guest" not in laptop.http.cookies
    thief = resident()
    thief.show("shanghaien_guest", guest)
    thief.get("/")
    assert thief.games() == []


def test_signing_in_begins_another_session_and_ends_the_one_before(resident: NewResident) -> None:
    laptop = resident()
    olga = laptop.keep("Olga")
    first = laptop.session
    laptop.arrive(olga)
    assert laptop.session not in {"", first}
    stale = resident()
    stale.show(SESSION, first)
    assert laptop.is_signed_in()
    assert not stale.is_signed_in()


def test_a_session_that_was_chosen_by_somebody_else_is_never_taken_over(resident: NewResident) -> None:
    laptop = resident()
    laptop.show(SESSION, "planted")
    laptop.keep("Paul")
    assert laptop.session != "planted"
    assert laptop.is_signed_in()


def test_who_signs_in_where_somebody_else_is_takes_nothing_of_theirs(resident: NewResident) -> None:
    shared, home = resident(), resident()
    game = shared.create()["id"]
    anna = shared.keep("Anna")
    annas = shared.session
    bert = home.keep("Bert")
    shared.arrive(bert)
    assert shared.games() == home.games() == []
    home.arrive(anna)
    assert home.games() == [game]
    old = resident()
    old.show(SESSION, annas)
    assert not old.is_signed_in()


def test_what_a_request_in_flight_gives_to_the_guest_comes_along_with_the_next_one(resident: NewResident) -> None:
    laptop, tab = resident(), resident()
    laptop.create()
    tab.show("shanghaien_guest", laptop.http.cookies["shanghaien_guest"])
    tab.get("/")
    laptop.keep("Rosa")
    late = tab.create()["id"]  # as if it had been sent before, and answered after
    laptop.show("shanghaien_guest", tab.http.cookies["shanghaien_guest"])
    answer = laptop.get(f"/t/{late}")
    assert "/act" in answer.text
    assert "shanghaien_guest" not in laptop.http.cookies
    assert late in laptop.games()


def test_two_sign_ins_at_once_both_hold_and_games_move_once(resident: NewResident) -> None:
    home = resident()
    ken = home.keep("Ken")
    left, right = resident(), resident()
    game = left.create()["id"]
    for cookie in ("shanghaien_guest", "csrftoken"):
        right.show(cookie, left.http.cookies[cookie])
    with ThreadPoolExecutor(2) as both:
        assert [*both.map(lambda browser: browser.arrive(ken), (left, right))] == [ken, ken]
    assert left.session != right.session
    assert left.games() == right.games() == home.games() == [game]


def test_a_form_of_the_guest_s_page_is_refused_once_somebody_is_signed_in(resident: NewResident) -> None:
    laptop = resident()
    table = laptop.create()
    before = laptop.http.cookies["csrftoken"]
    laptop.keep("Vera")
    fields = laptop.request(table) | {"action": "roll", "_csrf_token": before}
    assert laptop.post(f"/t/{table['id']}/act", fields).status_code == 403
    assert laptop.act(laptop.look(table["id"]))["state"]["rolled"]


def test_both_seats_of_a_game_may_come_to_be_one_person_s_and_the_game_goes_on(resident: NewResident) -> None:
    laptop, phone = resident(), resident()
    table = phone.join(laptop.create(mode="invite", seat="a", name="Me")["invitation"], name="Myself")
    ida = laptop.keep("Ida")
    phone.arrive(ida)
    for browser in (laptop, phone, laptop, phone):
        seen = browser.look(table["id"])
        assert seen["yours"] == ["A", "B"]
        assert seen["legal"]
        browser.act(seen)


def test_an_account_that_is_gone_lets_nobody_in(resident: NewResident) -> None:
    laptop = resident()
    answer = laptop.post("/test/arrive/nobody")
    assert answer.status_code == 404
    assert "no such account" in answer.text
    assert laptop.session == ""
