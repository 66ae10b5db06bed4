"""Naive second models of variants, written from the rule text only.

They share no code with the ledger. A model is made from the plain data of a deal; it says its
``moves()``, does one with ``do(move)``, and tells ``ended``, ``pips()``, ``points()``, ``next()``.
"""

from .bendomino import Bendomino
from .common import Move, Naive, Said
from .feet import ChickenFoot, Spinner
from .gaple import Gaple
from .trains import BasicTrain, MexicanTrain

__all__ = ["MODELS", "Move", "Naive", "Said", "model_of"]

MODELS: dict[str, type[Naive]] = {
    "mexican-train@1": MexicanTrain,
    "chicken-foot@1": ChickenFoot,
    "spinner@1": Spinner,
    "basic-train@1": BasicTrain,
    "bendomino@1": Bendomino,
    "gaple@1": Gaple,
}


def model_of(said: Said, **changed: int) -> Naive:
    """The model of the rules it was dealt for; ``changed``: fields with other values."""
    return MODELS[said["rules"]](said, **changed)
