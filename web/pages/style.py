"""The style of pictures and boards, and their program: the same in pages and in files."""

from fastapi import APIRouter
from starlette.responses import Response

from ...projections.document.html import parts_style
from ...projections.document.html import viewer as viewer_program

routes = APIRouter()
_FOR_AN_HOUR = {"Cache-Control": "max-age=3600"}


@routes.get("/parts.css", name="parts")
def parts() -> Response:
    """The colours and lines of tiles, tables and charts."""
    return Response(parts_style(), media_type="text/css", headers=_FOR_AN_HOUR)


@routes.get("/viewer.js", name="viewer")
def viewer() -> Response:
    """What steps through boards."""
    return Response(viewer_program(), media_type="text/javascript", headers=_FOR_AN_HOUR)
