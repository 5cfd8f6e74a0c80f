"""Path prefix: when the proxy serves us below a path, add that path to every address in an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

A_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]{1,100}){1,8}")
# Quotes in text that users wrote are escaped, so these patterns never match inside such text.
ADDRESSES = {
    "text/html": re.compile(rb'(?<= )(href|src|action|data-from)="(?=/(?!/))'),
    "application/json": re.compile(rb'"(url)":"(?=/(?!/))'),
    "application/x-ndjson": re.compile(rb'"(url)":"(?=/(?!/))'),
    "application/problem+json": re.compile(rb'"(type)":"(?=/problems/)'),
}


def trust_path_prefix(app: Flask) -> None:
    """Read the path that the proxy has cut off, and put it before each address in an answer."""
    app.wsgi_app = _check_prefix(app.wsgi_app)  # type: ignore[method-assign, assignment] # Flask documents this assignment

    @app.after_request
    def add_prefix(response: Response) -> Response:
        if request.script_root:
            _prefix_addresses(response, request.script_root)
        return response


def _check_prefix(asked: WSGIApplication) -> WSGIApplication:
    def drop_bad_prefix(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if A_PATH.fullmatch(environ.get("SCRIPT_NAME", "").rstrip("/")) is None:
            environ["SCRIPT_NAME"] = ""
        return asked(environ, start)

    return drop_bad_prefix


def _prefix_addresses(response: Response, root: str) -> None:
    for name in ("Location", "Link"):
        said = response.headers.get(name, "")
        # Nothing else has added the prefix: below the path `/api`, an address `/api/...` still lacks it.
        if said.lstrip("<").startswith("/"):
            response.headers[name] = re.sub("^<?", rf"\g<0>{root}", said)
    pattern = ADDRESSES.get(response.mimetype or "")
    if request.endpoint == "pages.send_document" and response.get_data():
        servers = b'{\n  "servers": [{"url": "%s"}],' % root.encode()
        response.set_data(response.get_data().replace(b"{", servers, 1))
    elif pattern is not None and response.is_streamed:
        # No part splits a line, so no address is cut in two.
        response.response = (pattern.sub(_make_replacement(root), part) for part in response.iter_encoded())
    elif pattern is not None:
        response.set_data(pattern.sub(_make_replacement(root), response.get_data()))


def _make_replacement(root: str) -> bytes:
    return rb"\g<0>" + root.encode()
