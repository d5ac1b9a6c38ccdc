"""What a device is called in the language of its reader."""

from shanghaien.web.http.i18n import gettext


def device_name(label: str) -> str:
    """A device by the label that is kept of it: "Firefox on Linux"; a nameless one if it said nothing."""
    browser, on, system = label.partition(" on ")
    if not on:
        return label or gettext("A device")
    return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
