"""Import and export: games as JSON Lines, in bounded memory."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ...book import Book
from ...ledger.book import open_book
from ...ledger.records.export import export_games, line_of
from ...ledger.records.import_ import Imported, Importer
from ...ledger.records.line_reader import lines_of
from ...projections.messages.errors import error_json
from ..asked import BookAsked, Json, Name
from .shapes import ImportCounted, ImportedGame

routes = APIRouter(tags=["games"])
LINES = "application/jsonl"
_TEXT = {"schema": {"type": "string"}}
_LINES: dict[int | str, Json] = {200: {"description": "JSON Lines", "content": {LINES: _TEXT}}}


@routes.get("/export", name="api.export", response_class=StreamingResponse, responses=_LINES)
def export(
    book: BookAsked,
    game: Annotated[tuple[Name, ...], Query(max_length=100, description="Only these games")] = (),
) -> StreamingResponse:
    """Games as records, one a line (docs/record.md), without rounds that are not over."""
    chosen = [book.ledger.find(each) for each in game] if game else book.ledger.games()
    lines = (line_of(each.record) for each in export_games(book.ledger, chosen))
    return StreamingResponse(lines, media_type=LINES)


@routes.post(
    "/import",
    name="api.import",
    response_class=StreamingResponse,
    responses=_LINES,
    openapi_extra={"requestBody": {"content": {LINES: _TEXT}, "required": True}},
)
async def import_(
    request: Request,
    book: BookAsked,
    as_played: Annotated[bool, Query(description="Illegal games, too")] = False,
    dry_run: Annotated[bool, Query(description="Write nothing")] = False,
) -> StreamingResponse:
    """Add games, one record a line (docs/record.md). The answer has a line for each, then the sums.

    A game is added whole or not at all.
    """
    file = TemporaryFile()  # noqa: SIM115 - closed with the answer
    try:
        async for chunk in request.stream():
            await run_in_threadpool(file.write, chunk)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    lines = _outcomes(book, file, as_played=as_played, dry_run=dry_run)
    return StreamingResponse(lines, media_type=LINES)


def _outcomes(book: Book, file: IO[bytes], *, as_played: bool, dry_run: bool) -> Iterator[str]:
    """A line of JSON for each game of the file, then one with the sums."""
    counts = Counter[str]()
    with ExitStack() as stack:
        stack.enter_context(file)
        scratch = None
        if dry_run:
            directory = Path(stack.enter_context(TemporaryDirectory()))
            empty = open_book(directory / "dry-run.db", create=True)
            scratch = stack.enter_context(closing(empty))
        importer = Importer(book.ledger, as_played=as_played, scratch=scratch)
        for imported in importer.take(lines_of(file)):
            counts[imported.outcome] += 1
            yield f"{_outcome(imported).model_dump_json()}\n"
    sums = {name: counts[name] for name in ImportCounted.model_fields}
    yield f"{ImportCounted(**sums).model_dump_json()}\n"


def _outcome(imported: Imported) -> ImportedGame:
    error = None if imported.error is None else error_json(imported.error)
    return ImportedGame(
        line=imported.line,
        record=imported.record,
        outcome=imported.outcome,
        irregularities=imported.irregularities,
        code=error and error["code"],
        sentence=error and error["message"],
    )
