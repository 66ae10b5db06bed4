"""A dossier as a JSON object (docs/dossier.md lists its keys)."""

from datetime import tzinfo

from ...domain.tiles import names_of
from ..as_json import Json, as_json
from ..audit.json_format import audit_json
from ..messages.acts import Seating, seating_of
from ..messages.dossier import proof_texts
from ..messages.readings import evidence_lines
from ..messages.score_sheet import sheet_json
from ..messages.steps import step_text
from ..replay.json_format import frame_json
from ..results.consequences import consequences_json
from .dossier import Dossier, DossierRound, Known


def dossier_json(dossier: Dossier, zone: tzinfo | None = None) -> Json:
    """The dossier as JSON (docs/dossier.md); sentences have times of this zone."""
    proof, rules = dossier.proof, dossier.rules
    seating = seating_of(dossier.game, dossier.sheet.players)
    found: Json = as_json(
        {
            "viewer": dossier.viewer,
            "open": dossier.open,
            "hidden": dossier.hidden,
            "sheet": sheet_json(dossier.sheet, zone),
            "rules": {
                "id": rules.id,
                "title": rules.title,
                "source": rules.source,
                "agreed": [each._asdict() | {"message": each.text} for each in dossier.agreed],
                "sentences": dossier.sentences,
            },
            "audit": audit_json(dossier.audit),
            "rounds": [_round(dossier, each, seating) for each in dossier.rounds],
            "consequences": [each and consequences_json(each) for each in dossier.consequences],
            "proof": proof._asdict() | {"messages": [*proof_texts(proof)]},
        }
    )
    return found


def _round(dossier: Dossier, round: DossierRound, seating: Seating) -> Json:
    return {
        "round": round.number,
        "steps": [
            frame_json(dossier.sheet.record, step.frame)
            | {
                "message": step_text(step.frame, seating),
                "known": None if step.known is None else _known(step.known),
            }
            for step in round.steps
        ],
        "explained": round.explained,
        "evidence": [
            {
                "readings": each.readings,
                "move": each.move,
                "messages": [*evidence_lines(round.acts, each.evidence, each.move, seating.names)],
            }
            for each in round.evidence
        ],
    }


def _known(known: Known) -> Json:
    hands = [
        {
            "tiles": None if hand.tiles is None else names_of(hand.tiles),
            "size": hand.size,
            "missing": sorted(hand.missing),
        }
        for hand in known.hands
    ]
    return {"hands": hands, "boneyard": known.boneyard}
