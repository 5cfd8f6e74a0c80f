"""Build the API document from the operations. It is checked in, and the service sends that file."""

from __future__ import annotations

from copy import deepcopy

from flask import Flask
from flask_smorest import Api  # type: ignore[import-untyped] # it has no types

from api.http.path_converters import CONVERTERS
from api.openapi import document, examples
from api.routes import BASE, ROOMS
from api.schemas.base import ProblemSchema
from engine.kernel.basics.json_types import Document

CONFIG = {
    "API_TITLE": document.TITLE,
    "API_VERSION": document.VERSION,
    "OPENAPI_VERSION": "3.1.0",
}


class _Api(Api):  # type: ignore[misc] # flask-smorest has no types
    """Lists only the problems that each operation names."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = ProblemSchema


def build_api_document() -> Document:
    """Build the document. No store is needed: it describes operations and calls none."""
    app = Flask(__name__, static_folder=None)
    # Copied, because apispec writes into its options.
    app.config.update(CONFIG, API_SPEC_OPTIONS=deepcopy(document.OPTIONS))
    app.url_map.converters |= CONVERTERS
    api = _Api(app)
    for room in ROOMS:
        api.register_blueprint(room, url_prefix=BASE)
    return document.finish_document(api.spec.to_dict(), examples.add_examples)
