"""Printed pages: score sheets and lists as text, HTML and PDF."""
