"""What other rules would change: who moves up, and who down."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ...ledger.registry.changed_rules import setting_in
from ...ledger.registry.counting import countings, one_counting
from ...projections.listings.whatif import whatif_lists
from ...projections.reports.whatif import Question, find_whatif
from ..asked import BookAsked
from ..rendering import page, path_of

routes = APIRouter()
_SHORT = Query(max_length=200)


@routes.get("/what-if", name="what-if")
def what_if(
    request: Request,
    book: BookAsked,
    against: Annotated[str, _SHORT] = "",
    rules: Annotated[str, _SHORT] = "",
    field: Annotated[str, _SHORT] = "",
    value: Annotated[str, _SHORT] = "",
    player: Annotated[str, _SHORT] = "",
) -> Response:
    """What the score and payout of these rules, or a field of other value, would change."""
    known = book.rule_sets()
    reports = []
    if against or rules or field:
        settings = {field: setting_in(value)} if field else {}
        asked = Question(
            countings(known, [rules]) if rules else (),
            (settings,),
            player=player or None,
            against=one_counting(known, [against]) if against else None,
        )
        with book.keeper() as keeper:
            reports = find_whatif(keeper, asked)
    return page(
        request,
        "what_if.html",
        rule_sets=sorted(known),
        asked={
            "against": against,
            "rules": rules,
            "field": field,
            "value": value,
            "player": player,
        },
        reports=[(report.other.label, [*whatif_lists(report)]) for report in reports],
        links={name: path_of("players", name) for name in book.player_names().values()},
    )
