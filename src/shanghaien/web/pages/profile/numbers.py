"""Numbers as this area writes them."""

from shanghaien.web.http.i18n import language
from shanghaien.web.pages.shared.numbers import MINUS


def decimal(value: float, *, sign: bool = False) -> str:
    """A number with one decimal; with its sign if that is wanted, and nothing has none."""
    from babel.numbers import format_decimal  # noqa: PLC0415 - a server starts more quickly without

    shown = round(value, 1) + 0.0
    written = format_decimal(shown, "0.0", locale=language()).replace("-", MINUS)
    return f"+{written}" if sign and shown > 0 else written
