"""What logs and content packs share: bytes that are kept as they came, found by their SHA-256 within the club."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from api.http.pagination import PagedList
from api.logs import options as asking
from api.problems import Problem, absent
from api.service import bearer, club, service
from audit.store import NotAsKept, UploadRow
from engine.kernel.basics.json_types import Document

LOG, PACK = "log", asking.PACK
CHANGED = "These are not the bytes that were kept: somebody has changed them since. `deadreckon db verify` tells more."
ROOMS = {LOG: "/api/v1/logs", PACK: "/api/v1/packs"}


def kept(raw: bytes, sort: str, name: str = "") -> UploadRow:
    """Keep bytes; those that are kept as something else already stay what they are."""
    if not raw:
        raise Problem("invalid", "The body is empty.", [{"pointer": "", "says": "There is nothing to keep."}])
    upload = service().store.keep(club(), raw, by=bearer().id, sort=sort, name=name)
    if upload.sort != sort:
        where = f": {ROOMS[upload.sort]}/{upload.sha256}" if upload.sort in ROOMS else ""
        says = f"These bytes are kept already, as {_named(upload.sort)}{where}."
        raise Problem("invalid", says, [{"pointer": "", "says": says}])
    return upload


def _named(sort: str) -> str:
    return f"a {sort}" if sort in ROOMS else "a photo beside a log"


def filed(sha256: str, sort: str) -> UploadRow:
    """Find an upload of one sort."""
    upload = service().store.filed(club(), sha256)
    if upload.sort != sort:
        raise absent()
    return upload


def raw_of(sha256: str, sort: str) -> bytes:
    """Give the bytes of an upload of one sort."""
    filed(sha256, sort)
    return as_kept(sha256)


def as_kept(sha256: str) -> bytes:
    """Give the bytes of an upload, if they still are those that it is named after. Raises NotAsKept."""
    raw = service().store.upload(club(), sha256)
    if digest(raw) != sha256:
        raise NotAsKept(CHANGED)
    return raw


def document(upload: UploadRow) -> Document:
    """Spell an upload for a program."""
    return about(upload, ROOMS[upload.sort])


def digest(raw: bytes) -> str:
    """Name what is or would be kept."""
    return hashlib.sha256(raw).hexdigest()


def about(upload: UploadRow, room: str) -> Document:
    """Spell an upload that is found in this place."""
    return {
        "sha256": upload.sha256,
        "size": upload.size,
        "kept_at": moment(upload.kept_at),
        "kept_by": upload.kept_by,
        "url": f"{room}/{upload.sha256}",
    }


def listing(sort: str, describe: Any = document) -> PagedList[UploadRow]:  # noqa: ANN401 - how an upload of this sort is told
    """List the uploads of one sort."""
    where, store = club(), service().store
    return PagedList(
        lambda after, limit: store.uploads(where, sort=sort, after=after, limit=limit),
        lambda upload: upload.sha256,
        describe,
    )


def moment(when: datetime) -> str:
    """Spell a time in UTC."""
    return when.isoformat().replace("+00:00", "Z")
