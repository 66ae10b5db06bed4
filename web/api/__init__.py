"""The API over HTTP, under `/api/v1` (docs/web.md)."""
