"""The logs of a kept tournament, audited as it reads them: each once, for as long as what that rests on stays."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from api.jobs import tournaments as tournament_job
from api.jobs.dispatch import done_beside
from api.jobs.tournaments import WantedLog
from api.logs import uploads
from api.problems import Problem
from api.service import club, service
from api.tournaments.record import KeptTournament, rulebook_of
from audit.model.auditor_version import auditor
from audit.store import StoreError
from audit.tournaments.count.submission import HandedLog
from audit.tournaments.count.with_rulings import ruled_everywhere
from audit.tournaments.events.events import RuleOn, TournamentRecord
from engine.kernel.fingerprint.code import digested

# So many logs, of so many bytes, go to one process at a time; and so many are audited for one request: whoever asks
# again finds these audited, and the next ones are.
AT_ONCE, AT_ONCE_BYTES, A_REQUEST = 8, 60_000, 120
SHORT = 12
SOON = {"Retry-After": "1"}
LOGS = "logs"
TOO_COSTLY = "It takes more work to audit than is allowed here."
DECODER = msgspec.json.Decoder(dict[str, HandedLog], dec_hook=lambda kind, value: kind(value))
Audits = Mapping[str, HandedLog]


class NamedLog(NamedTuple):
    """A log of a table: what it is called, what was ruled on it, and a digest of all that its audit rests on."""

    name: str
    sha256: str
    ruled: tuple[RuleOn, ...]
    key: str


def makers(found: KeptTournament) -> str:
    """Name all that a count rests on beside file, events and logs: the auditor, and the rules as they are now."""
    return f"{auditor()} {digested('audit.tournaments')} {rulebook_of(found.laid)}"


def digest(*parts: str) -> str:
    """Name several things by one word."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def named_logs(found: KeptTournament, record: TournamentRecord) -> tuple[list[NamedLog], list[NamedLog]]:
    """Name the logs that count, as they are; and once more those on whose table something was ruled."""
    beside = service().store.beside_all(club(), list(record.logs))
    plain, ruled = [], []
    for sha256, table in sorted(record.logs.items()):
        head = beside.get(sha256, "")
        plain.append(_named(found, record, (table, sha256), head))
        if said := record.ruled(table):
            ruled.append(_named(found, record, (table, sha256), head, said))
    return plain, ruled


def _named(
    found: KeptTournament,
    record: TournamentRecord,
    log: tuple[str, str],
    beside: str,
    ruled: tuple[RuleOn, ...] = (),
) -> NamedLog:
    table, sha256 = log
    rulings = msgspec.json.encode([record.ruled(""), ruled]).decode()
    name = named(table, sha256)
    return NamedLog(name, sha256, ruled, digest(makers(found), found.id, name, sha256, beside, rulings))


def audited_one(found: KeptTournament, record: TournamentRecord, table: str, sha256: str) -> HandedLog:
    """Audit one log of a table, or take it as it was audited."""
    head = service().store.beside_all(club(), [sha256]).get(sha256, "")
    one = _named(found, record, (table, sha256), head, record.ruled(table))
    there = _there(found)
    return there[one.key] if one.key in there else next(_made(found, record, [one]))[1]


def audited_raw(found: KeptTournament, record: TournamentRecord, table: str, raw: bytes) -> HandedLog:
    """Audit a log that nobody has kept yet as one of a table."""
    log = WantedLog(named(table, uploads.digest(raw)), raw, (), record.ruled(table))
    return _alone(ruled_everywhere(found.laid, record), found, log)


def named(table: str, sha256: str) -> str:
    """Call a log by its table and what tells it from others."""
    return f"{table}-{sha256[:SHORT]}"


def audited(found: KeptTournament, record: TournamentRecord, wanted: Sequence[NamedLog]) -> Audits:
    """Audit logs, or take them as they were audited; what is not wanted any more is forgotten."""
    there = {key: log for key, log in _there(found).items() if key in {one.key for one in wanted}}
    lacking = [one for one in wanted if one.key not in there]
    if not lacking:
        return there
    try:
        there.update(_made(found, record, lacking[:A_REQUEST]))
    finally:
        # They can be audited again: where they cannot be kept, nobody fails for that.
        with suppress(StoreError):
            service().store.put_latest(found.id, 0, LOGS, msgspec.json.encode(there, enc_hook=str))
    if len(lacking) > A_REQUEST:
        says = f"{len(there)} of {len(wanted)} logs are audited by now. Ask again, and the next ones are."
        raise Problem("too-many-audits", says, headers=SOON)
    return there


def _there(found: KeptTournament) -> dict[str, HandedLog]:
    kept = service().store.snapshot_before(found.id, 0, LOGS)
    if kept is None:
        return {}
    try:
        return DECODER.decode(kept.body)
    except msgspec.DecodeError:
        # Of another version, which had other things to say of a log.
        return {}


def _made(
    found: KeptTournament, record: TournamentRecord, wanted: Sequence[NamedLog]
) -> Iterator[tuple[str, HandedLog]]:
    """Audit logs, some at a time; one that alone takes too much is told so."""
    event = ruled_everywhere(found.laid, record)
    for part in _parted([(one, _wanted(one)) for one in wanted]):
        logs = [log for _, log in part]
        try:
            made = done_beside(tournament_job.audited_logs, event, dict(found.packs), logs)
        except Problem as wrong:
            if wrong.kind.code != "audit-too-costly":
                raise
            made = [_alone(event, found, log) for log in logs]
        yield from zip((one.key for one, _ in part), made, strict=True)


def _alone(event: Any, found: KeptTournament, log: WantedLog) -> HandedLog:  # noqa: ANN401 - a tournament
    try:
        (made,) = done_beside(tournament_job.audited_logs, event, dict(found.packs), [log])
    except Problem as wrong:
        if wrong.kind.code != "audit-too-costly":
            raise
        return HandedLog(path=log.name, sha256=hashlib.sha256(log.raw).hexdigest(), refused=TOO_COSTLY)
    one: HandedLog = made
    return one


def _wanted(one: NamedLog) -> WantedLog:
    return wanted_log(one.name, one.sha256, one.ruled)


def wanted_log(name: str, sha256: str, ruled: tuple[RuleOn, ...]) -> WantedLog:
    """Fetch a log that is kept, with what is recorded beside it."""
    store = service().store
    beside = tuple(row.body for row in store.events_beside(club(), sha256))
    return WantedLog(name, store.upload(club(), sha256), beside, ruled)


def _parted(wanted: Sequence[tuple[NamedLog, WantedLog]]) -> Iterator[list[tuple[NamedLog, WantedLog]]]:
    part: list[tuple[NamedLog, WantedLog]] = []
    for one in wanted:
        if part and (len(part) == AT_ONCE or sum(len(log.raw) for _, log in (*part, one)) > AT_ONCE_BYTES):
            yield part
            part = []
        part.append(one)
    if part:
        yield part
