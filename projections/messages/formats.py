"""Numbers and dates as each language writes them. Babel knows how, from the Unicode CLDR.

English has a decimal point and the dates of ISO 8601, which every country reads alike.
"""

from datetime import date
from functools import cache

from . import ENGLISH, language

_YEAR_MONTH_DAY = "yMd"
"""The numbers of a day, in the order of the language."""


def decimal(figure: str) -> str:
    """A figure such as ``-1.30`` with the decimal sign of the language in use."""
    return figure.replace(".", _sign(language()))


def day_text(day: date) -> str:
    """A day in numbers, in the language in use: ``2026-11-28``, in Spanish ``28/11/2026``."""
    spoken = language()
    if spoken == ENGLISH:
        return day.isoformat()
    from babel.dates import format_skeleton  # noqa: PLC0415 - English needs none of it

    return format_skeleton(_YEAR_MONTH_DAY, day, locale=spoken)


@cache
def _sign(spoken: str) -> str:
    if spoken == ENGLISH:
        return "."
    from babel.numbers import get_decimal_symbol  # noqa: PLC0415 - as above

    return get_decimal_symbol(spoken)
