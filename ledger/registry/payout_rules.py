"""Payout rules in Python: functions of this program, by name and hash of their source."""

import dis
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from textwrap import dedent
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from ...domain.rules.payout import PROGRAM_NAME, ProgramPayout, Reading
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.programs import (
    MOST_PAID,
    Payment,
    PayoutFunction,
    SettledRound,
    hashes_of,
    let_decide,
)
from ...domain.scoring.settlement import lacking_function
from ..errors import LedgerError
from ..records.parsing import valid
from ..records.unreadable import shown


class UnknownPayout(LedgerError):
    """A rule set is paid by a function that this program does not have."""


class BadPayout(LedgerError):
    """A function cannot be a payout rule, or failed as one."""


def payout_rule(
    name: str, function: PayoutFunction, *, reading: Reading | None = None
) -> ProgramPayout:
    """Let this function decide who pays whom, and return the payout for rule sets.

    The payout holds ``name`` and the SHA-256 of `source_of` the function, which must depend on
    nothing but the round that it is given: it may use what it imports, but no values, functions or
    variables of its own module. ``reading``: by which a blocker and an assistant are found. Raises
    BadPayout, and Unreadable for a bad name.
    """
    hashed = sha256(source_of(function).encode()).hexdigest()
    payout = valid(ProgramPayout, {"name": name, "sha256": hashed, "reading": reading})
    for used in _hidden_names(function):
        raise BadPayout("payout-depends", name=name, used=used)
    let_decide(payout, _checked(name, function))
    return payout


def require_functions(every: Iterable[RuleSet]) -> None:
    """Raise UnknownPayout for the first rule set whose payout names a missing function."""
    for rules in every:
        lacks = lacking_function(rules.payout)
        if lacks is not None:
            here = ", ".join(hashes_of(lacks.name))
            known = {"here": here} if here else {}
            raise UnknownPayout(
                "unknown-payout", rules=rules.id, name=lacks.name, sha256=lacks.sha256, **known
            )


def source_of(function: Callable[..., object]) -> str:
    """What is hashed: its lines as `inspect.getsource` gives them, indented no more than they must.

    Each ends with a newline, without blanks before it. Raises BadPayout.
    """
    if not isinstance(function, FunctionType) or function.__name__ == "<lambda>":
        found = getattr(function, "__name__", type(function).__name__)
        raise BadPayout("payout-not-a-function", found=found)
    try:
        source = dedent(inspect.getsource(function))
    except OSError:
        raise BadPayout("payout-without-source", function=function.__name__) from None
    return "".join(f"{line.rstrip()}\n" for line in source.splitlines())


def _hidden_names(function: PayoutFunction) -> Iterator[str]:
    """What the function uses though its source does not show it."""
    assert isinstance(function, FunctionType)
    yield from function.__code__.co_freevars
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.default is not parameter.empty:
            yield name  # Its source names the default, but does not show its value.
    builtins = dir(__import__("builtins"))
    for name in sorted(set(_globals_in(function.__code__))):
        used = function.__globals__.get(name)
        imported = isinstance(used, ModuleType) or (
            isinstance(used, type | FunctionType | BuiltinFunctionType)
            and used.__module__ != function.__module__
        )
        if not imported and (name in function.__globals__ or name not in builtins):
            yield name


def _globals_in(code: CodeType) -> Iterator[str]:
    """The global names that a function and those within it load and store."""
    for each in dis.get_instructions(code):
        if each.opname.endswith(("_GLOBAL", "_NAME")):
            yield str(each.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_in(constant)


def _checked(name: str, function: PayoutFunction) -> PayoutFunction:
    """The function, which raises BadPayout if it fails or gives what no journal can book."""

    def checked(round: SettledRound) -> tuple[Payment, ...]:
        given: Any
        try:
            given = function(round)
            payments = tuple(given) if isinstance(given, Iterable) else None
        except (Exception, SystemExit) as error:
            kind = type(error).__name__
            raise BadPayout("payout-raised", name=name, error=kind, reason=str(error)) from error
        if payments is None:
            raise BadPayout("bad-payment", name=name, wrong="not-payments", found=_brief(given))
        total = 0
        for payment in payments:
            flaw = _flaw(payment, round)
            total += 0 if flaw else payment.amount
            if flaw or total > MOST_PAID:
                found, flaw = _brief(payment), flaw or "amount"
                raise BadPayout("bad-payment", name=name, wrong=flaw, found=found, most=MOST_PAID)
        return payments

    return checked


def _flaw(payment: object, round: SettledRound) -> str | None:
    if type(payment) is not Payment:
        return "kind"
    payer, payee, amount, reason = payment
    seats = all(type(seat) is int and seat in round.seats for seat in (payer, payee))
    if not seats or payer == payee:
        return "seats"
    if type(amount) is not int or amount < 0:
        return "amount"
    named = isinstance(reason, str) and re.fullmatch(PROGRAM_NAME, reason)
    return None if named else "reason"


def _brief(value: object) -> str:
    """The value as Python shows it, cut where it is long."""
    try:
        return shown(repr(value))[1:-1]
    except Exception:  # noqa: BLE001 - code of others
        return type(value).__name__
