"""What a device is called, from what its browser says of itself: "Firefox on Linux"."""

BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Vivaldi", "Vivaldi")),
    *(("FxiOS", "Firefox"), ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium")),
    *(("Chrome", "Chrome"), ("Safari", "Safari")),
)
"""How the more particular ones say who they are; most say too that they are one of the later ones."""
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)
LONGEST_LABEL = 60


def device_label(user_agent: str) -> str:
    """A device's name as it is kept, in English; empty if it says nothing that is known."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return (f"{browser} on {system}" if browser and system else browser or system)[:LONGEST_LABEL]


def is_small(label: str) -> bool:
    """Whether a device is held in the hand."""
    return label.endswith(("iPhone", "iPad", "Android"))
