"""Amounts of money as text. Elsewhere they are whole minor units."""

from collections.abc import Iterable

from .formats import decimal

_NO_MINOR_UNIT = {
    *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"),
    *("UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"),
}
_THOUSANDTHS = {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"}
_TEN_THOUSANDTHS = {"CLF", "UYW"}
NO_CURRENCY = "XXX"


def digits(currency: str) -> int:
    """The decimal places of a currency's minor unit (ISO 4217)."""
    if currency == NO_CURRENCY or currency in _NO_MINOR_UNIT:
        return 0
    if currency in _TEN_THOUSANDTHS:
        return 4
    return 3 if currency in _THOUSANDTHS else 2


def money(amount: int, currency: str) -> str:
    """An amount in minor units as text: ``EUR -1.30``; without a currency, just units."""
    figure = money_figure(amount, currency)
    return figure if currency == NO_CURRENCY else f"{currency} {figure}"


def money_row(amounts: Iterable[int], names: Iterable[str], currency: str) -> str:
    """What each player gets, the currency once: ``EUR: Ana -1.30, Ben 1.30``."""
    pairs = zip(names, amounts, strict=True)
    figures = ", ".join(f"{name} {money_figure(amount, currency)}" for name, amount in pairs)
    return figures if currency == NO_CURRENCY else f"{currency}: {figures}"


def money_figure(amount: int, currency: str) -> str:
    """The amount without its currency: ``-1.30``."""
    places = digits(currency)
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 10**places)
    return decimal(f"{sign}{whole}" + (f".{part:0{places}}" if places else ""))
