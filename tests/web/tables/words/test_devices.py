"""Devices are called by their browser and system, in the language of whoever reads it."""

import pytest

from shanghaien.web.core import i18n
from shanghaien.web.people.sessions import device_name


@pytest.mark.parametrize(
    ("language", "label", "name"),
    [
        ("en", "Firefox on Linux", "Firefox on Linux"),
        ("de", "Firefox on Linux", "Firefox auf Linux"),
        ("ru", "Safari on iPhone", "Safari, iPhone"),
        ("de", "Firefox", "Firefox"),
        ("de", "", "Ein Gerät"),
    ],
)
def test_a_device_is_called_in_the_language_of_its_reader(language: str, label: str, name: str) -> None:
    with i18n.language_context(language):
        assert device_name(label) == name
