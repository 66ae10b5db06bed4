"""The style of pictures, which is the same in pages and in files."""

from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

from ...projections.drawing import shapes

routes = APIRouter()
_FILES = ("tiles.css", "picture.css", "chart.css")


@routes.get("/pictures.css")
def pictures() -> Response:
    """The colours and lines of tiles, tables and charts."""
    drawing = files(shapes.__package__ or "")
    style = "".join((drawing / name).read_text(encoding="utf-8") for name in _FILES)
    return Response(style, media_type="text/css", headers={"Cache-Control": "max-age=3600"})
