"""Writes the API document and the reference pages of the service from the declarations: `python -m api`."""

from __future__ import annotations

import io

from api.app import create_app, fetch_api_document
from api.openapi.document import WRITTEN, read_api_document
from api.reference.pages import list_pages
from api.settings import Settings
from audit.store import Store


def make_api_document() -> bytes:
    """Make the document from the operations as they are."""
    with Store.open("sqlite://") as store:
        return fetch_api_document(create_app(Settings(), store, log=io.StringIO()))


if __name__ == "__main__":
    WRITTEN.write_bytes(make_api_document())
    for path, text in list_pages(read_api_document()).items():
        path.write_text(text, "utf-8")
