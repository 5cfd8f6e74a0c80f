"""Uploads, shared by logs and packs: bytes stored as sent, and found by their SHA-256 within the club."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from api.http.pagination import PagedList
from api.logs import options
from api.problems import Problem, make_not_found
from api.service import get_club, get_service, get_token
from audit.store import NotAsKept, UploadRow
from engine.kernel.basics.json_types import Document

LOG, PACK = "log", options.PACK
CHANGED = "These bytes were changed after they were stored. Run `deadreckon db verify` for details."
ROOMS = {LOG: "/api/v1/logs", PACK: "/api/v1/packs"}


def save_upload(raw: bytes, sort: str, name: str = "") -> UploadRow:
    """Store bytes. Refuse them if they are stored as another sort already."""
    if not raw:
        raise Problem("invalid", "The body is empty.", [{"pointer": "", "says": "There is nothing to store."}])
    upload = get_service().store.add_upload(get_club(), raw, by=get_token().id, sort=sort, name=name)
    if upload.sort != sort:
        where = f": {ROOMS[upload.sort]}/{upload.sha256}" if upload.sort in ROOMS else ""
        says = f"These bytes are already stored, as {_name_sort(upload.sort)}{where}."
        raise Problem("invalid", says, [{"pointer": "", "says": says}])
    return upload


def _name_sort(sort: str) -> str:
    return f"a {sort}" if sort in ROOMS else "a photo of a log"


def find_upload(sha256: str, sort: str) -> UploadRow:
    """Find an upload of one sort."""
    upload = get_service().store.describe_upload(get_club(), sha256)
    if upload.sort != sort:
        raise make_not_found()
    return upload


def read_upload(sha256: str, sort: str) -> bytes:
    """Read the bytes of an upload of one sort."""
    find_upload(sha256, sort)
    return read_verified_bytes(sha256)


def read_verified_bytes(sha256: str) -> bytes:
    """Read the bytes of an upload and check them against its SHA-256. Raises NotAsKept."""
    raw = get_service().store.read_upload(get_club(), sha256)
    if hash_bytes(raw) != sha256:
        raise NotAsKept(CHANGED)
    return raw


def describe_upload(upload: UploadRow) -> Document:
    """Describe an upload."""
    return describe_upload_at(upload, ROOMS[upload.sort])


def hash_bytes(raw: bytes) -> str:
    """Hash bytes as the name of their upload."""
    return hashlib.sha256(raw).hexdigest()


def describe_upload_at(upload: UploadRow, room: str) -> Document:
    """Describe an upload with its address below `room`."""
    return {
        "sha256": upload.sha256,
        "size": upload.size,
        "kept_at": format_time(upload.kept_at),
        "kept_by": upload.kept_by,
        "url": f"{room}/{upload.sha256}",
    }


def make_upload_list(sort: str, describe: Any = describe_upload) -> PagedList[UploadRow]:  # noqa: ANN401 - a function that describes an upload
    """List the uploads of one sort."""
    where, store = get_club(), get_service().store
    return PagedList(
        lambda after, limit: store.list_uploads(where, sort=sort, after=after, limit=limit),
        lambda upload: upload.sha256,
        describe,
    )


def format_time(when: datetime) -> str:
    """Format a time in UTC."""
    return when.isoformat().replace("+00:00", "Z")
