"""Summaries of logs for lists: the header and the latest audit of each, cached."""

from __future__ import annotations

import json
from collections.abc import Mapping
from unicodedata import normalize

from api.http.pagination import PagedList, Part
from api.logs import options
from api.logs.uploads import LOG, describe_upload
from api.service import get_club, get_service
from audit.live.game import FILLER
from audit.model.document import convert_to_builtins
from audit.model.legacy import read_report_document
from audit.options import DEFAULT_OPTIONS
from audit.rewrite.convert import read_log_leniently
from audit.store import NotAsKept, UploadRow
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError
from engine.kernel.unknown import UNKNOWN

# The most logs to check for one page, and the most bytes of logs that are not cached.
MOST_LOGS, MOST_BYTES = 500, 20_000_000
AT_ONCE = 100
NO_HEADER: Document = {"game": None, "event": None, "date": None, "players": []}
# The winners' seats are used by the filter only. Answers show their names.
WON = "won"
NO_AUDIT: Document = {"audit": None, "verdict": None, "winner": None, WON: []}
NOBODY_KNOWN = frozenset({"none", str(UNKNOWN)})
END_OF_HEADER = b"\n---"


def describe_log(upload: UploadRow) -> Document:
    """Describe a log in a list: its header and its latest audit."""
    at_hand = get_service().glances
    header = at_hand.get_or_make(
        f"log {upload.sha256}", lambda: _read_header(get_service().store.read_upload(get_club(), upload.sha256))
    )
    return {**describe_upload(upload), **header, **_describe_audit(upload.sha256)}


def _read_header(raw: bytes) -> Document:
    for read in (_cut_header(raw), raw):
        try:
            header = read_log_leniently(read, get_service().games).header
        except LogError:
            continue
        players = [{"seat": one.seat, "name": one.name, "role": one.role} for one in header.players]
        return {"game": header.game, "event": header.event, "date": header.date, "players": players}
    return NO_HEADER


def _cut_header(raw: bytes) -> bytes:
    """Cut off everything after the header if its end is easy to find. Parsing the whole log takes much longer."""
    if raw.startswith(b"{"):
        return raw.partition(b"\n")[0] + FILLER[True]
    header, rule, _ = raw.partition(END_OF_HEADER)
    return header + rule + FILLER[False] if rule else raw


def _describe_audit(sha256: str) -> Document:
    """Find the latest stored audit of the log with all its corrections and default options."""
    store = get_service().store
    count = store.read_decisions_head(get_club(), sha256).seq
    row = store.find_latest_audit(get_club(), sha256, options.encode_audit_question(DEFAULT_OPTIONS, count))
    if row is None:
        return NO_AUDIT
    try:
        winner = get_service().glances.get_or_make(f"audit {row.id}", lambda: _name_winner(row.id))
    except NotAsKept:
        return NO_AUDIT
    return {"audit": row.id, "verdict": row.verdict, **winner}


def _name_winner(audit: str) -> Document:
    """Name the computed winner as the log does. If several share the victory, name each of them."""
    found = read_report_document(json.loads(get_service().store.read_audit_report(get_club(), audit)))
    reckoned = str(convert_to_builtins(found.result)["reckoned"].get("winner", "none"))
    won = [seat for seat in reckoned.split() if seat not in NOBODY_KNOWN]
    seated = {player.seat: player.name for player in found.log.players}
    names = [seated.get(seat) or seat for seat in won]
    return {"winner": ", ".join(names) or None, WON: [*won, *names]}


def make_log_list(sought: Mapping[str, str]) -> PagedList[Document]:
    """List the logs that match the filters.

    A page that needs too many look-ups ends early, and the next one continues.
    """

    def fetch_logs(after: str | None, limit: int) -> Part[Document]:
        found, looked = Part[Document](), 0
        bytes_left = MOST_BYTES
        while True:
            rows = get_service().store.list_uploads(get_club(), sort=LOG, after=after, limit=AT_ONCE)
            for upload in rows:
                if len(found) == limit:
                    return found
                bytes_left -= 0 if get_service().glances.has_entry(f"log {upload.sha256}") else upload.size
                if looked and (looked >= MOST_LOGS or bytes_left < 0):
                    found.resume = after
                    return found
                one, after, looked = describe_log(upload), upload.sha256, looked + 1
                if is_match(one, sought):
                    found.append(one)
            if len(rows) < AT_ONCE:
                return found

    return PagedList(fetch_logs, lambda one: one["sha256"], lambda one: {key: one[key] for key in one if key != WON})


def is_match(one: Document, sought: Mapping[str, str]) -> bool:
    """Say whether a log matches the filters. Players match by name or seat, in upper or lower case."""
    people = [player[key] for player in one["players"] for key in ("name", "seat")]
    there = {**{key: [one[key]] for key in ("game", "event", "verdict")}, "player": people}
    there["winner"] = [one["winner"], *one[WON]]
    return all(
        _normalise_text(wanted) in {_normalise_text(is_ or "") for is_ in there[key]} for key, wanted in sought.items()
    )


def _normalise_text(text: str) -> str:
    """Normalize a name: fold its case, and compose accents."""
    return normalize("NFC", text).casefold()
