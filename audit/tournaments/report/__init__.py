"""A count as a document, and that document as HTML, CSV, Markdown and sentences."""
