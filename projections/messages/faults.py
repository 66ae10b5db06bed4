"""What is wrong with an act, a deal or an end, as a sentence."""

from collections.abc import Sequence

from domain.faults.act import DeskFault, Fault


def fault_text(fault: Fault | DeskFault, names: Sequence[str] = ()) -> str:
    """The fault as one sentence; ``names``: the players in seat order, where they are known."""
    del names
    return fault.message
