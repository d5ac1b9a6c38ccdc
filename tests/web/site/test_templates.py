"""How pages are made: what every page knows of its request, and what templates may and may not do."""

import pytest
from jinja2 import UndefinedError
from litestar.testing import RequestFactory

from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.site.assets import address, style_sheet
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.site.templates import environment, site_of


def rendered(template: str, **values: object) -> str:
    return environment().from_string(template).render(**values)


def test_what_stands_in_a_value_is_text_and_never_markup() -> None:
    assert rendered("{{ name }}", name="<b>&") == "&lt;b&gt;&amp;"


def test_a_name_that_nobody_gave_is_a_fault_and_not_an_empty_place() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ nobody }}")


def test_lines_that_only_decide_leave_no_trace_in_the_page() -> None:
    assert rendered("a\n  {% if yes %}\nb\n  {% endif %}\nc", yes=True) == "a\nb\nc"


def test_templates_speak_the_language_of_the_page() -> None:
    with language_context("fr"):
        assert rendered("{{ _('Rules') }}") == "Règles"
    assert rendered("{{ languages|length }}") == str(len(LANGUAGES))
    assert rendered("{{ asset('style.css') }}") == address("style.css")


def test_a_page_knows_its_address_its_token_and_what_the_person_has_set() -> None:
    request = RequestFactory().get("/t/g", headers={"cookie": "csrftoken=abc; theme=dark"})
    site = site_of(request, "Not now.")
    assert (site.path, site.csrf, site.preferences, site.notice) == (
        "/t/g",
        "abc",
        Preferences(theme="dark"),
        "Not now.",
    )
    with language_context("it"):
        assert site.language == "it"


def test_the_served_style_sheet_is_one_tight_text() -> None:
    first, rest = style_sheet().split("\n", 1)
    assert first == "@layer base, parts, pages;"
    assert rest.startswith("@layer base{:root{--american: #")
    assert rest.endswith("}\n")
    assert not [loose for loose in ("/*", ";}", " {", "\t", "  ") if loose in rest]
    assert "url(wood.svg)" in rest  # beside the sheet, whatever the version
