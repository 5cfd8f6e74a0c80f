"""Long lists: page by page with a signed cursor, or all at once as NDJSON with a last line that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import Response, request, stream_with_context
from itsdangerous import BadSignature

from api.http.responses import JSON, NDJSON, PRIVATE, answer, encoded, wanted
from api.problems import Problem
from api.service import club, service
from engine.kernel.basics.json_types import Document, Json

# A place in any list.
Place = Any

Row = TypeVar("Row")
PAGE, MOST = 50, 200
END = {"end": True}


class Part(list[Row]):
    """Rows of which there may be more though they are few: then `resume` is the place where to go on looking."""

    resume: Place = None


@dataclass(frozen=True, slots=True)
class PagedList(Generic[Row]):
    """How a list is read: so many rows after a place, where a row stands, and how it is told."""

    fetch: Callable[[Place, int], Sequence[Row]]
    place: Callable[[Row], Place]
    document: Callable[[Row], Document]
    keep: str = PRIVATE


def listed(listing: PagedList[Row], asked: Mapping[str, Json]) -> Response:
    """Answer with one page, or with all that there is."""
    after = _place(asked["cursor"]) if "cursor" in asked else None
    if wanted((JSON, NDJSON)) == NDJSON:
        return _streamed(listing, after)
    limit: int = asked["limit"]
    rows = listing.fetch(after, limit + 1)
    shown = rows[:limit]
    document: Document = {"items": [listing.document(row) for row in shown], "next": None}
    headers: dict[str, str] = {}
    place = listing.place(shown[-1]) if len(rows) > limit else _resuming(rows)
    if place is not None:
        document["next"] = service().signer.dumps([_scope(), place])
        headers["Link"] = f'<{_address(document["next"], limit)}>; rel="next"'
    return answer(document, keep=listing.keep, headers=headers)


def _streamed(listing: PagedList[Row], after: Place) -> Response:
    """Write a line a row. A stream that was cut lacks the last line."""
    first = listing.fetch(after, MOST)

    def lines() -> Iterator[bytes]:
        rows, count = first, 0
        while rows or _resuming(rows) is not None:
            count += len(rows)
            yield b"".join(encoded(listing.document(row)) + b"\n" for row in rows)
            place = listing.place(rows[-1]) if len(rows) == MOST else _resuming(rows)
            rows = [] if place is None else listing.fetch(place, MOST)
        yield encoded({**END, "count": count}) + b"\n"

    response = Response(stream_with_context(lines()), content_type=NDJSON)
    response.headers["Cache-Control"] = "no-store"
    return response


def _resuming(rows: Sequence[Row]) -> Place:
    return rows.resume if isinstance(rows, Part) else None


def _scope() -> str:
    """Name the list: a cursor of one list is none of another, nor of another club's, nor of one filtered otherwise."""
    return f"{club()} {request.path}?{urlencode(sorted(_filters()))}"


def _filters() -> list[tuple[str, str]]:
    return [(key, value) for key, value in request.args.items(multi=True) if key not in {"cursor", "limit"}]


def _place(cursor: str) -> Place:
    try:
        scope, place = service().signer.loads(cursor)
    except (BadSignature, ValueError, TypeError):
        raise Problem("bad-cursor", errors=[{"parameter": "cursor", "says": "It was not given out here."}]) from None
    if scope != _scope():
        says = "It belongs to another list, or to this one with other filters."
        raise Problem("bad-cursor", errors=[{"parameter": "cursor", "says": says}])
    return place


def _address(cursor: str, limit: int) -> str:
    return f"{request.path}?{urlencode([*_filters(), ('limit', str(limit)), ('cursor', cursor)])}"
