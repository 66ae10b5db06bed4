"""Amounts in the minor units of their currencies."""

import pytest

from domino_ledger.projections.messages.money import money, money_figure


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (-130, "EUR", "EUR -1.30"),
        (5, "EUR", "EUR 0.05"),
        (-5, "USD", "USD -0.05"),
        (0, "EUR", "EUR 0.00"),
        (-130, "JPY", "JPY -130"),
        (-130, "KWD", "KWD -0.130"),
        (12345, "KWD", "KWD 12.345"),
        (12345, "CLF", "CLF 1.2345"),
        (26, "XXX", "26"),
        (10**12, "EUR", "EUR 10000000000.00"),
    ],
)
def test_money(amount: int, currency: str, text: str) -> None:
    assert money(amount, currency) == text
    assert money_figure(amount, currency) == text.rsplit(maxsplit=1)[-1]
