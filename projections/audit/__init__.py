"""Audits: any record is judged afresh, legal or not."""
