"""A score sheet for programs."""

import json

from projections.sheet.score_sheet import Sheet


def sheet_json(sheet: Sheet) -> str:
    """The sheet as one object on a line; its keys are its fields (docs/sheet.md)."""
    told = sheet._asdict() | {
        "game": str(sheet.game),
        "rounds": [round._asdict() for round in sheet.rounds],
    }
    return json.dumps(told, ensure_ascii=False) + "\n"
