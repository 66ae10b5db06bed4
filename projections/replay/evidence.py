"""The evidence of a block, played to its end."""

from collections.abc import Iterator
from typing import NamedTuple

from ...domain.block_verdicts import Evidence
from ...domain.round.state import Round
from ...domain.rules.payout import Reading
from ..results.block_verdicts import Readings
from .frames import Frame, frames_instead


class PlayedEvidence(NamedTuple):
    """The evidence of one or more readings."""

    readings: tuple[Reading, ...]
    move: int | None
    """In which the tile that blocked was laid."""
    evidence: Evidence
    frames: tuple[Frame, ...]
    """What could have been played, as `frames_instead` shows it."""

    @property
    def laid(self) -> frozenset[int]:
        """The acts of the other tile and its line of play in the last position."""
        if not self.frames:
            return frozenset()
        return frozenset(range(self.evidence.act, len(self.frames[-1].view.acts)))


def played_evidence(readings: Readings, round: Round, number: int) -> Iterator[PlayedEvidence]:
    """The evidence of all readings, without repetition; ``number`` is the round's in its game."""
    found: dict[Evidence, list[Reading]] = {}
    for name, reading in readings.items():
        if reading.verdict.evidence is not None:
            found.setdefault(reading.verdict.evidence, []).append(name)
    for evidence, names in found.items():
        shown = frames_instead(round, number, evidence)
        yield PlayedEvidence(tuple(names), readings[names[0]].move, evidence, shown)
