"""The file that DOMINO_PAYOUTS names: Python with payout rules (docs/python.md)."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from ..ledger.errors import LedgerError
from .files import UnusableFile

_MODULE = "domino_payouts"


def load_payout_rules(file: str) -> None:
    """Run the file, so that its payout rules are those of this program. Raises LedgerError."""
    loader = SourceFileLoader(_MODULE, file)
    spec = spec_from_loader(_MODULE, loader)
    assert spec is not None
    sys.modules[_MODULE] = module = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except (LedgerError, OSError):
        raise
    except Exception as error:
        kind, why = type(error).__name__, str(error)
        raise UnusableFile("payouts-file-failed", file=file, error=kind, reason=why) from error
