"""A dossier as a JSON object (docs/dossier.md lists its keys)."""

from datetime import tzinfo
from typing import Any

from domain.tiles import names_of

from ..audit.json_format import audit_json
from ..messages.acts import Seating, seating_of, step_text
from ..messages.dossier import proof_texts
from ..messages.readings import evidence_lines
from ..messages.score_sheet import sheet_json
from ..replay.json_format import frame_json
from ..results.consequences import consequences_json
from .dossier import Dossier, DossierRound, DossierStep, DrawnEvidence, Known

Json = dict[str, Any]


def dossier_json(dossier: Dossier, zone: tzinfo | None = None) -> Json:
    """The dossier as JSON (docs/dossier.md); sentences have times of this zone."""
    proof, rules = dossier.proof, dossier.rules
    seating = seating_of(dossier.game, dossier.sheet.players)
    return {
        "viewer": dossier.viewer,
        "open": dossier.open,
        "hidden": list(dossier.hidden),
        "sheet": sheet_json(dossier.sheet, zone),
        "rules": {
            "id": rules.id,
            "title": rules.title,
            "source": rules.source,
            "agreed": [each._asdict() | {"message": each.text} for each in dossier.agreed],
            "sentences": [each._asdict() for each in dossier.sentences],
        },
        "audit": audit_json(dossier.audit),
        "rounds": [_round(dossier, each, seating) for each in dossier.rounds],
        "consequences": [
            None if each is None else consequences_json(each) for each in dossier.consequences
        ],
        "proof": proof._asdict() | {"game": str(proof.game), "messages": list(proof_texts(proof))},
    }


def _round(dossier: Dossier, round: DossierRound, seating: Seating) -> Json:
    return {
        "round": round.number,
        "steps": [_step(dossier.sheet.record, step, seating) for step in round.steps],
        "explained": [each._asdict() for each in round.explained],
        "evidence": [_evidence(round, each, seating) for each in round.evidence],
    }


def _step(record: str, step: DossierStep, seating: Seating) -> Json:
    return frame_json(record, step.frame) | {
        "message": step_text(step.frame, seating),
        "known": None if step.known is None else _known(step.known),
    }


def _known(known: Known) -> Json:
    return {
        "hands": [
            {
                "tiles": None if hand.tiles is None else names_of(hand.tiles),
                "size": hand.size,
                "missing": sorted(hand.missing),
            }
            for hand in known.hands
        ],
        "boneyard": known.boneyard,
    }


def _evidence(round: DossierRound, drawn: DrawnEvidence, seating: Seating) -> Json:
    lines = evidence_lines(round.acts, drawn.evidence, drawn.move, seating.names)
    return {"readings": list(drawn.readings), "move": drawn.move, "messages": list(lines)}
