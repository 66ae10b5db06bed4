"""The style of pictures, which is the same in pages and in files."""

from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

from ... import projections
from ...projections.drawing.shapes import tile_style

routes = APIRouter()


@routes.get("/pictures.css")
def pictures() -> Response:
    """The colours and lines of tiles and tables."""
    colours = files(f"{projections.__name__}.drawing") / "picture.css"
    style = tile_style() + colours.read_text(encoding="utf-8")
    return Response(style, media_type="text/css", headers={"Cache-Control": "max-age=3600"})
