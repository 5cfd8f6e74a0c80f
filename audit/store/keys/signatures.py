"""Computes MACs with a key outside the database, to detect changes of tokens and derived data."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence

from audit.store.records import FindingRow
from audit.store.session import Cell

# The first bytes of every MAC input name the kind of data, so that one kind cannot pass as another.
MARK, TOKEN, SNAPSHOT = b"deadreckon.key/1\n", b"deadreckon.token/1\n", b"deadreckon.snapshot/1\n"
NOTICE, ANSWER, UPKEEP = b"deadreckon.notice/1\n", b"deadreckon.answer/1\n", b"deadreckon.upkeep/1\n"
AUDIT, REPORT, FINDINGS = b"deadreckon.audit/1\n", b"deadreckon.report/1\n", b"deadreckon.findings/1\n"
# Columns are listed by name, so that a new column changes no MAC.
OF_TOKEN = (
    *("id", "club", "role", "label", "seat", "game", "digest"),
    *("issued_at", "expires_at", "revoked_at"),
)
OF_SNAPSHOT = ("game", "engine", "seq", "body")
OF_NOTICE = ("id", "address", "body", "made_at")
OF_ANSWER = ("principal", "key", "fingerprint", "answer", "game", "seq", "head", "kept_at")
OF_UPKEEP = ("act", "at")
OF_AUDIT = ("club", "id", "upload", "rulebook", "engine", "asked", "verdict", "made_at")


class SigningKey:
    """A key made from a secret text. Without it, a valid MAC cannot be made."""

    def __init__(self, secret: str) -> None:
        self._key = hmac.digest(b"deadreckon.signing/1\n", secret.encode("utf-8", "surrogatepass"), "sha256")

    @property
    def mark(self) -> bytes:
        """A value that identifies this key and reveals nothing else about it."""
        return self._make_mac(MARK, ())

    def sign_token(self, row: Cell) -> bytes:
        """Sign a token: its role, restrictions, expiry and revocation."""
        return self._make_mac(TOKEN, [row[name] for name in OF_TOKEN])

    def sign_snapshot(self, row: Cell) -> bytes:
        """Sign a folded state and its place."""
        return self._make_mac(SNAPSHOT, [row[name] for name in OF_SNAPSHOT])

    def sign_notice(self, row: Cell) -> bytes:
        """Sign a notice, without its number of tries."""
        return self._make_mac(NOTICE, [row[name] for name in OF_NOTICE])

    def sign_answer(self, row: Cell) -> bytes:
        """Sign a first answer and the request that it answers."""
        return self._make_mac(ANSWER, [row[name] for name in OF_ANSWER])

    def sign_upkeep(self, row: Cell) -> bytes:
        """Sign the time of an upkeep task."""
        return self._make_mac(UPKEEP, [row[name] for name in OF_UPKEEP])

    def sign_audit(self, row: Cell) -> bytes:
        """Sign the columns of an audit."""
        return self._make_mac(AUDIT, [row[name] for name in OF_AUDIT])

    def sign_report(self, club: str, audit: str, report: bytes) -> bytes:
        """Sign the report of an audit."""
        return self._make_mac(REPORT, [club, audit, report])

    def sign_findings(self, club: str, audit: str, found: Sequence[FindingRow]) -> bytes:
        """Sign all findings of an audit, so that none can be changed, added or removed."""
        cells = (getattr(one, name) for one in found for name in FindingRow.__slots__)
        return self._make_mac(FINDINGS, [club, audit, *cells])

    def _make_mac(self, kind: bytes, cells: Iterable[Cell]) -> bytes:
        return hmac.digest(self._key, kind + b"".join(map(_encode_cell, cells)), "sha256")


def is_right_mac(mac: Cell, right: bytes) -> bool:
    """Compare a stored MAC, which may have any type, with the right one."""
    return isinstance(mac, bytes) and hmac.compare_digest(mac, right)


def _encode_cell(cell: Cell) -> bytes:
    """Encode a cell with its type and length, so that different rows have different encodings."""
    if cell is None:
        return b"n"
    if isinstance(cell, bytes):
        sort, raw = b"b", cell
    elif isinstance(cell, str):
        sort, raw = b"s", cell.encode("utf-8", "surrogatepass")
    else:
        sort, raw = b"i", str(cell).encode()
    return sort + len(raw).to_bytes(8, "big") + raw
