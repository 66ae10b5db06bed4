"""The API over HTTP, for programs, under `/api/v1` (docs/web.md)."""
