"""Things to press."""

from shanghaien.rules import parse_action
from shanghaien.web.tables.pages.buttons import Button


def test_a_button_can_be_pressed_if_it_plays_or_leads_on() -> None:
    assert not Button("later").open
    assert Button("next", link="/t/g?end=left").open
    assert Button("now").playing(parse_action("place 5 left")).open


def test_a_button_sends_its_action_in_notation_and_keeps_its_words() -> None:
    button = Button("card 5", "note", "icon", label="label", help="help").playing(parse_action("place 5 left"))
    assert button.action == "place 5 left"
    assert (button.text, button.note, button.icon, button.label, button.help) == (
        "card 5",
        "note",
        "icon",
        "label",
        "help",
    )
    assert Button("card 5").playing(None) == Button("card 5")
