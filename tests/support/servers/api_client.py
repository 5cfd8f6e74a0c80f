"""Clients that call a service in this process, and check every answer against the API document."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import jsonschema_rs
from flask import Flask
from flask_smorest.spec.plugins import FlaskPlugin  # type: ignore[import-untyped] # it has no types
from werkzeug.test import TestResponse

from api.openapi import document as openapi_document
from api.problems import CONTENT_TYPE, KINDS
from audit.store import Role, Store

CLUB, OTHER = "harbour-open", "lighthouse"
# The answers outside the API: pages, health, the document itself.
OUTSIDE = ("/livez", "/readyz", "/metrics", "/problems", "/api/v1/docs", "/api/v1/openapi.json")
PLACES = ("pointer", "parameter", "header", "line")
# The log of a service under test.
LOG = "LOG_OF_THE_TEST"
Told = dict[str, Any]


class Asker:
    """A client with a token (or none) that calls a service."""

    def __init__(self, app: Flask, token: str | None = None) -> None:
        self.app, self.token = app, token
        self.client = app.test_client()
        self.keys = 0

    def ask(self, method: str, path: str, **more: Any) -> TestResponse:
        """Send a request, and check the answer against the API document."""
        headers = dict(more.pop("headers", {}))
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        address = path if path.startswith(("/api", *OUTSIDE)) or path == "/" else f"/api/v1{path}"
        answer = self.client.open(address, method=method, headers=headers, **more)
        self._as_documented(method, address, answer)
        return answer

    def get(self, path: str, **more: Any) -> TestResponse:
        """Get something."""
        return self.ask("GET", path, **more)

    def told(self, path: str, **more: Any) -> Told:
        """Get something that exists, as JSON."""
        answer = self.get(path, **more)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        document: Told = json.loads(answer.get_data())
        return document

    def post(self, path: str, **more: Any) -> TestResponse:
        """Post JSON."""
        return self.ask("POST", path, **more)

    def sent(self, path: str, raw: bytes, kind: str = "text/plain", **more: Any) -> TestResponse:
        """Send bytes of some type."""
        return self.post(path, data=raw, content_type=kind, **more)

    def kept(self, raw: bytes) -> str:
        """Upload a log, and return its SHA-256."""
        answer = self.sent("/logs", raw)
        assert answer.status_code in {200, 201}, answer.get_data(as_text=True)
        sha256: str = json.loads(answer.get_data())["sha256"]
        return sha256

    def written(self, path: str, document: Any, match: str | None = None, key: str | None = None) -> TestResponse:
        """Send JSON that is recorded permanently: with a new key and, if given, the state it builds on."""
        self.keys += 1
        headers = {"Idempotency-Key": key or f"key-{self.keys}"}
        if match is not None:
            headers["If-Match"] = match
        return self.post(path, json=document, headers=headers)

    def _as_documented(self, method: str, address: str, answer: TestResponse) -> None:
        path, where = address.partition("?")[0], f"{method} {address}: {answer.status_code}"
        assert answer.headers["X-Content-Type-Options"] == "nosniff", where
        if answer.mimetype == CONTENT_TYPE:
            _is_a_problem(answer, where)
        assert answer.status_code != 500, f"{where}\n{self._fault()}"
        if path.startswith(OUTSIDE) or path == "/":
            return
        seen = self._operation(method, path)
        if seen is None:
            assert answer.status_code in {404, 405, 308}, where
        elif answer.status_code == 405:
            assert method.lower() not in seen, where
        else:
            _fits(seen[method.lower()], answer, where)

    def _fault(self) -> str:
        """Return the end of the last server error in the service's log."""
        lines = [json.loads(line) for line in self.app.config[LOG].getvalue().splitlines()]
        return next((line["exception"][-1_000:] for line in reversed(lines) if "exception" in line), "")

    def _operation(self, method: str, path: str) -> Told | None:
        adapter = self.app.url_map.bind("localhost")
        for rule_method in (method, "GET", "POST", "DELETE"):
            if adapter.test(path, rule_method):
                rule, _ = adapter.match(path, rule_method, return_rule=True)
                template = document_path(rule.rule)
                answer: Told | None = spec()["paths"].get(template)
                return answer
        return None


def document_path(rule: str) -> str:
    """Spell a route as the API document does."""
    path: str = FlaskPlugin.flaskpath2openapi(rule)
    return path


@lru_cache
def spec() -> Told:
    """Read the API document in the repository."""
    return openapi_document.read_api_document()


def _is_a_problem(answer: TestResponse, where: str) -> None:
    document = json.loads(answer.get_data())
    kind = KINDS[document["code"]]
    assert (document["status"], document["type"]) == (answer.status_code, f"/problems/{kind.code}"), where
    assert document["request_id"] == answer.headers["X-Request-Id"], where


def _fits(operation: Told, answer: TestResponse, where: str) -> None:
    """Check status, type and body."""
    responses = operation["responses"]
    assert str(answer.status_code) in responses, f"{where} is not documented"
    response = responses[str(answer.status_code)]
    if "$ref" in response:
        response = spec()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    content = response.get("content", {})
    if not content:
        assert not answer.get_data(), where
        return
    assert answer.mimetype in content, f"{where} as {answer.mimetype} is not documented"
    if answer.mimetype in {"application/json", CONTENT_TYPE}:
        _validator(json.dumps(content[answer.mimetype]["schema"])).validate(json.loads(answer.get_data()))


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    document = {**json.loads(schema), "components": spec()["components"]}
    return jsonschema_rs.Draft202012Validator(document)


def code_of(answer: TestResponse) -> str:
    """Return the code of a problem."""
    code: str = json.loads(answer.get_data())["code"]
    return code


def places_of(answer: TestResponse) -> list[str]:
    """Return the places that a problem names."""
    errors = json.loads(answer.get_data()).get("errors", ())
    return [
        str(error.get("pointer", error.get("parameter", error.get("header", error.get("line"))))) for error in errors
    ]


def asker(app: Flask, store: Store, role: Role, club: str = CLUB, **more: Any) -> Asker:
    """Issue a token of a club."""
    _, secret = store.issue_token(club, role, **more)
    return Asker(app, secret)
