"""Every problem that the service answers with, as problem details (RFC 9457), each with its own code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.basics.json_types import Document, Json

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of problem. Its code never changes, and `helps` names the remedy."""

    code: str
    status: int
    title: str
    helps: str


def _index_kinds(*kinds: Kind) -> dict[str, Kind]:
    return {kind.code: kind for kind in kinds}


KINDS = _index_kinds(
    Kind("bad-request", 400, "The request cannot be read.", "Compare it with the API document, /api/v1/openapi.json."),
    Kind(
        "bad-json",
        400,
        "The body is not valid, unambiguous JSON.",
        "Send UTF-8 without a byte-order mark, each key once, whole numbers within ±(2^53 - 1), no NaN, no control "
        "characters but tab and line feed, and no more than 32 levels. The error names the place.",
    ),
    Kind(
        "bad-encoding",
        400,
        "The compressed body cannot be unpacked.",
        "Send one complete gzip stream, or an uncompressed body.",
    ),
    Kind("bad-cursor", 400, "This list did not issue this cursor.", "Start the list again without a cursor."),
    Kind(
        "bad-precondition",
        400,
        "If-Match does not name a state of a game.",
        'Write If-Match: "<seq>-<head>", as the ETag of the game has it.',
    ),
    Kind(
        "no-key",
        400,
        "The Idempotency-Key is missing or invalid.",
        "Send Idempotency-Key with 1 to 128 letters, digits, dots, dashes or underscores, new for each request; a "
        "retry repeats the key and gets the first answer.",
    ),
    Kind("no-token", 401, "A token is needed.", "Send Authorization: Bearer TOKEN."),
    Kind("bad-token", 401, "The token is not valid.", "It was mistyped, revoked, or has expired. Ask for a new one."),
    Kind(
        "not-allowed",
        403,
        "The token's role does not permit this.",
        "Ask an admin of your club for a token with the role that the detail names.",
    ),
    Kind(
        "not-found",
        404,
        "Not found.",
        "Check the address. What belongs to another club is not shown.",
    ),
    Kind(
        "method-not-allowed", 405, "This address does not take that method.", "The Allow header lists those it takes."
    ),
    Kind("not-acceptable", 406, "It is not available in that form.", "Accept one of the types that the detail lists."),
    Kind("too-slow", 408, "The request did not arrive in time.", "Send it again, complete and without pauses."),
    Kind("key-busy", 409, "A request with this key is still being answered.", "Wait a moment, then send it again."),
    Kind("closed", 409, "The game is closed.", "A closed game takes no more events. Create another game to go on."),
    Kind(
        "not-as-kept",
        410,
        "The stored data was changed.",
        "It is not what the service stored, so it is not returned. An audit is made again if you request it again.",
    ),
    Kind(
        "stale",
        412,
        "The game has changed in the meantime.",
        "Read the new events, then send the request again with the current seq and head in If-Match.",
    ),
    Kind("too-large", 413, "The body is too large.", "Split it: one game per log, and at most 500 events at a time."),
    Kind("too-long", 414, "The address is too long.", "Leave out what is not needed."),
    Kind(
        "bad-media-type",
        415,
        "This type of body is not supported.",
        "Send one of the types that the detail lists.",
    ),
    Kind(
        "no-stream",
        421,
        "This service does not stream events.",
        "Poll for new events, or ask the operator to set `stream` and to let the proxy route /api/v1/stream/ there.",
    ),
    Kind("invalid", 422, "The request is invalid.", "Each error names its place and a remedy."),
    Kind("unreadable-log", 422, "This cannot be read as a log.", "Each error names line and column, and a remedy."),
    Kind("unreadable-pack", 422, "This content pack cannot be used.", "Correct what the errors name, in their order."),
    Kind("unreadable-event", 422, "An event cannot be read.", "No event was recorded. Each error points to its event."),
    Kind(
        "audit-too-costly",
        422,
        "This log takes more work to audit than is allowed here.",
        "The log was not judged, and nothing was stored. Ask the operator, or audit it with `deadreckon audit`.",
    ),
    Kind("key-reused", 422, "This key was used for another request.", "Use a new Idempotency-Key for each request."),
    Kind(
        "no-precondition",
        428,
        "The request must name the state that it builds on.",
        "Send If-Match with the game's ETag.",
    ),
    Kind("too-many-requests", 429, "Too many requests.", "Wait as many seconds as Retry-After says."),
    Kind(
        "too-many-audits",
        429,
        "Too many costly audits of your club at once.",
        "Wait for the running ones, at least as many seconds as Retry-After says.",
    ),
    Kind(
        "too-many-bytes",
        429,
        "Your club has sent too many bytes in a short time.",
        "Wait as many seconds as Retry-After says.",
    ),
    Kind("headers-too-large", 431, "The headers are too large.", "Send shorter ones."),
    Kind(
        "internal",
        500,
        "The service failed. This is not your fault.",
        "Give the operator the request_id; the service's log has the details.",
    ),
    Kind(
        "unavailable", 503, "The database does not answer.", "Nothing was changed. Try again after Retry-After seconds."
    ),
    Kind(
        "disk-full",
        507,
        "There is no space left to store this.",
        "Nothing was changed, and reading still works. Inform the operator.",
    ),
)
BY_STATUS = {kind.status: kind for kind in reversed(KINDS.values())}


class Problem(Exception):  # noqa: N818 - the name that RFC 9457 uses
    """Ends a request with a problem. `errors` name places, and `more` adds members to the document."""

    def __init__(
        self,
        code: str,
        detail: str = "",
        errors: Sequence[Mapping[str, Json]] = (),
        headers: Mapping[str, str] | None = None,
        **more: Json,
    ) -> None:
        super().__init__(detail or code)
        self.kind = KINDS[code]
        self.detail = detail or self.kind.helps
        self.errors, self.headers, self.more = list(errors), dict(headers or {}), more

    def document(self, request_id: str) -> Document:
        """Write the problem as a problem-details document."""
        document: Document = {
            "type": f"/problems/{self.kind.code}",
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "code": self.kind.code,
        }
        if self.errors:
            document["errors"] = self.errors
        return {**document, **self.more, "request_id": request_id}


def make_not_found() -> Problem:
    """Make the same answer for what does not exist and for what belongs to another club."""
    return Problem("not-found")
