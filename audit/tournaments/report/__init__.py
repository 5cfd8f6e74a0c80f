"""Describes a count as a document, and renders it as HTML, CSV, Markdown and sentences."""
