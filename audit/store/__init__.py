"""The store: uploads, games and events kept for good, on SQLite or PostgreSQL; the only room that speaks SQL."""

from __future__ import annotations

from audit.store.records import (
    CLOSE,
    AuditRow,
    Damage,
    Digests,
    EventRow,
    FindingRow,
    FirstAnswer,
    GameHead,
    GameRow,
    Key,
    Readiness,
    Receipt,
    Role,
    Snapshot,
    Sought,
    TokenRow,
    UploadRow,
)
from audit.store.refusals import (
    Absent,
    Closed,
    DiskFull,
    KeyBusy,
    KeyReused,
    Misformed,
    Stale,
    StoreError,
    Unavailable,
)
from audit.store.store import Store
from audit.store.tokens import as_club

__all__ = [
    "CLOSE",
    "Absent",
    "AuditRow",
    "Closed",
    "Damage",
    "Digests",
    "DiskFull",
    "EventRow",
    "FindingRow",
    "FirstAnswer",
    "GameHead",
    "GameRow",
    "Key",
    "KeyBusy",
    "KeyReused",
    "Misformed",
    "Readiness",
    "Receipt",
    "Role",
    "Snapshot",
    "Sought",
    "Stale",
    "Store",
    "StoreError",
    "TokenRow",
    "Unavailable",
    "UploadRow",
    "as_club",
]
