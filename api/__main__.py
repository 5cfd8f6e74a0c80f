"""Writes the API document and the reference pages of the service from the declarations: `python -m api`."""

from __future__ import annotations

from api.openapi.document import WRITTEN, write_api_document
from api.reference.api_document import build_api_document
from api.reference.pages import list_pages

if __name__ == "__main__":
    document = build_api_document()
    WRITTEN.write_bytes(write_api_document(document))
    for path, text in list_pages(document).items():
        path.write_text(text, "utf-8")
