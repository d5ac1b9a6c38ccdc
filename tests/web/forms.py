"""The forms of a page, filled in as a browser would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


@dataclass
class Form:
    """Where a form is sent, and what it sends if nobody changes anything."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)


class _Reader(HTMLParser):
    """Gathers forms; what is pressed or typed may stand elsewhere and name its form, and be sent somewhere else."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.named: dict[str, Form] = {}
        self.inside: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = {name: value or "" for name, value in attrs}
        match tag:
            case "form" if given.get("method") == "post":
                self.inside = self.named[given.get("id", "")] = Form(given.get("action", self.address))
                self.forms.append(self.inside)
            case "button" if "formaction" in given and given.get("form") in self.named:
                self.forms.append(Form(given["formaction"], self.named[given["form"]].fields))
            case "input" if given.get("form") in self.named:
                self._input(self.named[given["form"]], given)
            case "input" if self.inside is not None:
                self._input(self.inside, given)
            case "select":
                self.select = given.get("name", "")
            case "option" if self.inside is not None and "selected" in given:
                self.inside.fields[self.select] = given["value"]

    def _input(self, form: Form, given: dict[str, str]) -> None:
        chosen = given.get("type") not in {"radio", "checkbox"} or "checked" in given
        if "name" in given and chosen:
            form.fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = None if tag == "form" else self.inside


def form_on(page: str, address: str, action: str) -> Form:
    """The form on the page at an address that is sent to `action`; the page must have it."""
    reader = _Reader(address)
    reader.feed(page)
    found = [form for form in reader.forms if form.action.partition("?")[0] == action]
    assert found, f"no form for {action} among {[form.action for form in reader.forms]}"
    return found[0]
