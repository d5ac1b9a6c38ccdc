"""Numbers as the language of the page writes them: points of winning chance, of 100, and chances in per cent."""

from functools import lru_cache

from shanghaien.web.http.i18n import language

MINUS = "−"


def points(value: float) -> str:
    """A share as points of 100 with one decimal: 0.186 is 18.6, or 18,6."""
    return _written(round(100 * value, 1) + 0.0, language())


def signed(value: float) -> str:
    """The same with its sign; nothing has none."""
    shown = round(100 * value, 1) + 0.0
    return ("+" if shown > 0 else "") + _written(shown, language())


def percent(value: float, decimals: int = 1) -> str:
    """A chance in per cent, with the sign where the language has it."""
    return _percentage(round(100 * value, decimals) + 0.0, decimals, language())


@lru_cache(4096)
def _written(number: float, code: str) -> str:
    # Loaded with the first page that needs it: a server starts more quickly without.
    from babel.numbers import format_decimal  # noqa: PLC0415 - see above

    return format_decimal(number, "0.0", locale=code).replace("-", MINUS)


@lru_cache(4096)
def _percentage(number: float, decimals: int, code: str) -> str:
    from babel import Locale  # noqa: PLC0415 - as above
    from babel.numbers import format_decimal  # noqa: PLC0415 - as above

    written = format_decimal(number, "0." + "0" * decimals if decimals else "0", locale=code)
    pattern: str = Locale(code).percent_formats[None].pattern
    return pattern.replace("#,##0", written).replace("-", MINUS)
