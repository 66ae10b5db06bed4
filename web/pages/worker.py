"""The service worker, by which the scribe's page opens without network."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter
from starlette.responses import Response

from ...projections.document.html import parts_style

routes = APIRouter()
_WEB = files(__package__.rpartition(".")[0])


@routes.get("/worker.js", name="worker")
def worker() -> Response:
    """The script, with the version of what it keeps; browsers ask for it at each visit."""
    script = (_WEB / "static" / "worker.js").read_text(encoding="utf-8")
    text = f'const version = "{version()}";\n{script}'
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def version() -> str:
    """Another one if anything that pages are made of is another."""
    made = sha256(parts_style().encode())
    for folder in ("static", "templates"):
        for name, content in _files(_WEB / folder):
            made.update(f"{name} {len(content)} ".encode() + content)
    return made.hexdigest()[:16]


def _files(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    found = sorted(folder.iterdir(), key=lambda each: each.name)
    return ((each.name, each.read_bytes()) for each in found if each.is_file())
