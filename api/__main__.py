"""Writes the API document anew from the operations as they are: `python -m api`."""

from __future__ import annotations

import io

from api.app import create_app, document_of
from api.openapi.document import WRITTEN
from api.settings import Settings
from audit.store import Store


def made() -> bytes:
    """Make the document from the operations as they are."""
    with Store.open("sqlite://") as store:
        return document_of(create_app(Settings(), store, log=io.StringIO()))


if __name__ == "__main__":
    WRITTEN.write_bytes(made())
