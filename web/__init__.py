"""The web: pages to look at and to record with, and the API over HTTP (docs/web.md)."""
