"""Numbers as the review writes them: points of winning chance, of 100."""

MINUS = "−"


def points(value: float) -> str:
    """A share as points of 100 with one decimal: 0.186 is 18.6."""
    return f"{100 * value:.1f}".replace("-0.0", "0.0").replace("-", MINUS)


def signed(value: float) -> str:
    """The same with its sign."""
    return f"{100 * value:+.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0").replace("-", MINUS)


def percent(value: float) -> str:
    """A chance in per cent."""
    return f"{100 * value:.1f} %"
