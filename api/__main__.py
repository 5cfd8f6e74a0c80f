"""Write the API document from the current operations: `python -m api`."""

from __future__ import annotations

import io

from api.app import create_app, fetch_api_document
from api.openapi.document import WRITTEN
from api.settings import Settings
from audit.store import Store


def make_api_document() -> bytes:
    """Build the API document from the current operations."""
    with Store.open("sqlite://") as store:
        return fetch_api_document(create_app(Settings(), store, log=io.StringIO()))


if __name__ == "__main__":
    WRITTEN.write_bytes(make_api_document())
