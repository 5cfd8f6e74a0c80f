"""Audit the logs of a stored tournament with its options. Each audit is cached until its inputs change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from api.jobs import tournaments
from api.jobs.dispatch import run_in_pool
from api.jobs.tournaments import WantedLog
from api.logs import uploads
from api.problems import Problem
from api.service import get_club, get_service
from api.tournaments.record import StoredTournament, name_rulebook
from audit.model.auditor_version import name_auditor
from audit.store import StoreError
from audit.tournaments.count.submission import Submission
from audit.tournaments.count.with_rulings import pin_general_rulings
from audit.tournaments.events.events import RuleOn, TournamentRecord
from engine.kernel.fingerprint.code import digest_package

# Limits of one job (logs and bytes), and of one request (logs). The next request finds these logs cached, and audits
# more.
AT_ONCE, AT_ONCE_BYTES, A_REQUEST = 8, 60_000, 120
SHORT = 12
SOON = {"Retry-After": "1"}
LOGS = "logs"
TOO_COSTLY = "It takes more work to audit than is allowed here."
DECODER = msgspec.json.Decoder(dict[str, Submission], dec_hook=lambda kind, value: kind(value))
Audits = Mapping[str, Submission]


class NamedLog(NamedTuple):
    """A log of a table: its name, the rulings on it, and a digest of all inputs of its audit."""

    name: str
    sha256: str
    ruled: tuple[RuleOn, ...]
    key: str


def name_auditor_and_rules(found: StoredTournament) -> str:
    """Name the inputs of a count other than file, events and logs: the auditor, and the current rules."""
    return f"{name_auditor()} {digest_package('audit.tournaments')} {name_rulebook(found.laid)}"


def hash_parts(*parts: str) -> str:
    """Hash several texts into one key."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def name_logs(found: StoredTournament, record: TournamentRecord) -> tuple[list[NamedLog], list[NamedLog]]:
    """Name the logs that count, first without rulings. Logs of tables with rulings follow, with these."""
    beside = get_service().store.read_decisions_heads(get_club(), list(record.logs))
    plain, ruled = [], []
    for sha256, table in sorted(record.logs.items()):
        head = beside.get(sha256, "")
        plain.append(_name_log(found, record, (table, sha256), head))
        if said := record.rulings_on(table):
            ruled.append(_name_log(found, record, (table, sha256), head, said))
    return plain, ruled


def _name_log(
    found: StoredTournament,
    record: TournamentRecord,
    log: tuple[str, str],
    beside: str,
    ruled: tuple[RuleOn, ...] = (),
) -> NamedLog:
    table, sha256 = log
    rulings = msgspec.json.encode([record.rulings_on(""), ruled]).decode()
    name = make_log_name(table, sha256)
    return NamedLog(
        name, sha256, ruled, hash_parts(name_auditor_and_rules(found), found.id, name, sha256, beside, rulings)
    )


def audit_table_log(found: StoredTournament, record: TournamentRecord, table: str, sha256: str) -> Submission:
    """Audit one log of a table, or take its audit from the cache."""
    head = get_service().store.read_decisions_heads(get_club(), [sha256]).get(sha256, "")
    one = _name_log(found, record, (table, sha256), head, record.rulings_on(table))
    there = _load_cache(found)
    return there[one.key] if one.key in there else next(_audit_in_batches(found, record, [one]))[1]


def audit_unsaved_log(found: StoredTournament, record: TournamentRecord, table: str, raw: bytes) -> Submission:
    """Audit a log that is not stored yet as the log of a table."""
    log = WantedLog(make_log_name(table, uploads.hash_bytes(raw)), raw, (), record.rulings_on(table))
    return _audit_alone(pin_general_rulings(found.laid, record), found, log)


def make_log_name(table: str, sha256: str) -> str:
    """Name a log by its table and its digest."""
    return f"{table}-{sha256[:SHORT]}"


def audit_named_logs(found: StoredTournament, record: TournamentRecord, wanted: Sequence[NamedLog]) -> Audits:
    """Audit logs, or take their audits from the cache. Audits that are no longer wanted leave the cache."""
    there = {key: log for key, log in _load_cache(found).items() if key in {one.key for one in wanted}}
    lacking = [one for one in wanted if one.key not in there]
    if not lacking:
        return there
    try:
        there.update(_audit_in_batches(found, record, lacking[:A_REQUEST]))
    finally:
        # A failure to store them does no harm, because they can be made again.
        with suppress(StoreError):
            get_service().store.put_latest(found.id, 0, LOGS, msgspec.json.encode(there, enc_hook=str))
    if len(lacking) > A_REQUEST:
        says = f"{len(there)} of {len(wanted)} logs are audited so far. Ask again to audit the next ones."
        raise Problem("too-many-audits", says, headers=SOON)
    return there


def _load_cache(found: StoredTournament) -> dict[str, Submission]:
    kept = get_service().store.find_snapshot_before(found.id, 0, LOGS)
    if kept is None:
        return {}
    try:
        return DECODER.decode(kept.body)
    except msgspec.DecodeError:
        # Another version wrote it, with other fields.
        return {}


def _audit_in_batches(
    found: StoredTournament, record: TournamentRecord, wanted: Sequence[NamedLog]
) -> Iterator[tuple[str, Submission]]:
    """Audit logs in batches. A log that is too costly even alone is refused."""
    event = pin_general_rulings(found.laid, record)
    for part in _split_batches([(one, _load_named_log(one)) for one in wanted]):
        logs = [log for _, log in part]
        try:
            made = run_in_pool(tournaments.audit_logs, event, dict(found.packs), logs)
        except Problem as wrong:
            if wrong.kind.code != "audit-too-costly":
                raise
            made = [_audit_alone(event, found, log) for log in logs]
        yield from zip((one.key for one, _ in part), made, strict=True)


def _audit_alone(event: Any, found: StoredTournament, log: WantedLog) -> Submission:  # noqa: ANN401 - a tournament
    try:
        (made,) = run_in_pool(tournaments.audit_logs, event, dict(found.packs), [log])
    except Problem as wrong:
        if wrong.kind.code != "audit-too-costly":
            raise
        return Submission(path=log.name, sha256=hashlib.sha256(log.raw).hexdigest(), refused=TOO_COSTLY)
    one: Submission = made
    return one


def _load_named_log(one: NamedLog) -> WantedLog:
    return load_wanted_log(one.name, one.sha256, one.ruled)


def load_wanted_log(name: str, sha256: str, ruled: tuple[RuleOn, ...]) -> WantedLog:
    """Load a stored log with its corrections."""
    store = get_service().store
    beside = tuple(row.body for row in store.list_decisions(get_club(), sha256))
    return WantedLog(name, store.read_upload(get_club(), sha256), beside, ruled)


def _split_batches(wanted: Sequence[tuple[NamedLog, WantedLog]]) -> Iterator[list[tuple[NamedLog, WantedLog]]]:
    part: list[tuple[NamedLog, WantedLog]] = []
    for one in wanted:
        if part and (len(part) == AT_ONCE or sum(len(log.raw) for _, log in (*part, one)) > AT_ONCE_BYTES):
            yield part
            part = []
        part.append(one)
    if part:
        yield part
