"""Two devices of one person show the same settings; a guest's go along to their account."""

from tests.web.people.arriving import NewResident

DARK = 'name="theme" value="dark" checked'
GERMAN = '<html lang="de"'


def test_what_a_guest_has_set_goes_along_to_their_account_and_to_their_other_devices(resident: NewResident) -> None:
    laptop, phone = resident(), resident()
    laptop.submit("/help", "/settings", theme="dark", lang="de")
    ines = laptop.keep("Tilda")
    assert DARK not in phone.get("/help").text
    phone.arrive(ines)
    page = phone.get("/help").text
    assert DARK in page
    assert GERMAN in page


def test_what_is_set_on_one_device_holds_on_the_other_and_not_for_others(resident: NewResident) -> None:
    laptop, phone, other = resident(), resident(), resident()
    phone.arrive(laptop.keep("Uwe"))
    other.keep("Vince")
    assert laptop.submit("/help", "/settings", theme="dark", lang="de").status_code == 303
    assert DARK in phone.get("/help").text
    assert GERMAN in phone.get("/help").text
    assert DARK not in other.get("/help").text


def test_a_guest_s_settings_in_a_browser_do_not_change_those_of_whoever_signs_in(resident: NewResident) -> None:
    laptop, shared = resident(), resident()
    wanda = laptop.keep("Wanda")
    shared.submit("/help", "/settings", theme="dark", lang="de")
    shared.arrive(wanda)
    assert DARK not in shared.get("/help").text
    shared.post("/account/sign-out")
    assert DARK in shared.get("/help").text
