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
    headers = {"Cache-Control": "max-age=3600"}
    return Response(pictures_style(), media_type="text/css", headers=headers)


def pictures_style() -> str:
    """The style of what pictures show, as CSS."""
    drawing = files(shapes.__package__ or "")
    return "".join((drawing / name).read_text(encoding="utf-8") for name in _FILES)
