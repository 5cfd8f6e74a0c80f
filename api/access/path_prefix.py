"""Below a path of a larger site: where the proxy in front names one, every address in an answer begins with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

A_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]{1,100}){1,8}")
# What somebody else has written stands in quotes that are escaped, so that neither is ever found in it.
ADDRESSES = {
    "text/html": re.compile(rb'(?<= )(href|src|action|data-from)="(?=/(?!/))'),
    "application/json": re.compile(rb'"(url)":"(?=/(?!/))'),
    "application/x-ndjson": re.compile(rb'"(url)":"(?=/(?!/))'),
    "application/problem+json": re.compile(rb'"(type)":"(?=/problems/)'),
}


def trust_path_prefix(app: Flask) -> None:
    """Take the path that the proxy says it has cut off, and put it back before each address that we name."""
    app.wsgi_app = _check_prefix(app.wsgi_app)  # type: ignore[method-assign, assignment] # as Flask says it is done

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
        # Nobody else has put the path there: `/api/...` below the path `/api` is an address of ours like any other.
        if said.lstrip("<").startswith("/"):
            response.headers[name] = re.sub("^<?", rf"\g<0>{root}", said)
    pattern = ADDRESSES.get(response.mimetype or "")
    if request.endpoint == "openapi" and response.get_data():
        servers = b'{\n  "servers": [{"url": "%s"}],' % root.encode()
        response.set_data(response.get_data().replace(b"{", servers, 1))
    elif pattern is not None and response.is_streamed:
        # Each part holds whole lines.
        response.response = (pattern.sub(_make_replacement(root), part) for part in response.iter_encoded())
    elif pattern is not None:
        response.set_data(pattern.sub(_make_replacement(root), response.get_data()))


def _make_replacement(root: str) -> bytes:
    return rb"\g<0>" + root.encode()
