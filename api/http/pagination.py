"""Pagination: one page with a signed cursor, or the whole list as NDJSON with a closing line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import Response, request, stream_with_context
from itsdangerous import BadSignature

from api.http.responses import JSON, NDJSON, PRIVATE, answer_json, choose_type, encode_json
from api.problems import Problem
from api.service import get_club, get_service
from engine.kernel.basics.json_types import Document, Json

# A place in any list, as that list defines it.
Place = Any

Row = TypeVar("Row")
PAGE, MOST = 50, 200
END = {"end": True}


class Part(list[Row]):
    """Rows that do not fill a page although more may follow. `resume` is the place to continue from."""

    resume: Place = None


@dataclass(frozen=True, slots=True)
class PagedList(Generic[Row]):
    """One list: how to fetch rows after a place, the place of a row, and its document."""

    fetch: Callable[[Place, int], Sequence[Row]]
    place: Callable[[Row], Place]
    document: Callable[[Row], Document]
    keep: str = PRIVATE


def answer_list(listing: PagedList[Row], asked: Mapping[str, Json]) -> Response:
    """Answer with one page, or with the whole list as NDJSON."""
    after = _read_cursor(asked["cursor"]) if "cursor" in asked else None
    if choose_type((JSON, NDJSON)) == NDJSON:
        return _stream_list(listing, after)
    limit: int = asked["limit"]
    rows = listing.fetch(after, limit + 1)
    shown = rows[:limit]
    document: Document = {"items": [listing.document(row) for row in shown], "next": None}
    headers: dict[str, str] = {}
    place = listing.place(shown[-1]) if len(rows) > limit else _get_resume_place(rows)
    if place is not None:
        document["next"] = get_service().signer.dumps([_name_scope(), place])
        headers["Link"] = f'<{_make_page_url(document["next"], limit)}>; rel="next"'
    return answer_json(document, keep=listing.keep, headers=headers)


def _stream_list(listing: PagedList[Row], after: Place) -> Response:
    """Stream one line a row. A closing line shows the client that the stream is complete."""
    first = listing.fetch(after, MOST)

    def write_lines() -> Iterator[bytes]:
        rows, count = first, 0
        while rows or _get_resume_place(rows) is not None:
            count += len(rows)
            yield b"".join(encode_json(listing.document(row)) + b"\n" for row in rows)
            place = listing.place(rows[-1]) if len(rows) == MOST else _get_resume_place(rows)
            rows = [] if place is None else listing.fetch(place, MOST)
        yield encode_json({**END, "count": count}) + b"\n"

    response = Response(stream_with_context(write_lines()), content_type=NDJSON)
    response.headers["Cache-Control"] = "no-store"
    return response


def _get_resume_place(rows: Sequence[Row]) -> Place:
    return rows.resume if isinstance(rows, Part) else None


def _name_scope() -> str:
    """Name the list that a cursor belongs to: its club, its path and its filters."""
    return f"{get_club()} {request.path}?{urlencode(sorted(_list_filters()))}"


def _list_filters() -> list[tuple[str, str]]:
    return [(key, value) for key, value in request.args.items(multi=True) if key not in {"cursor", "limit"}]


def _read_cursor(cursor: str) -> Place:
    try:
        scope, place = get_service().signer.loads(cursor)
    except (BadSignature, ValueError, TypeError):
        raise Problem("bad-cursor", errors=[{"parameter": "cursor", "says": "It was not issued here."}]) from None
    if scope != _name_scope():
        says = "It belongs to another list, or to this one with other filters."
        raise Problem("bad-cursor", errors=[{"parameter": "cursor", "says": says}])
    return place


def _make_page_url(cursor: str, limit: int) -> str:
    return f"{request.path}?{urlencode([*_list_filters(), ('limit', str(limit)), ('cursor', cursor)])}"
