"""Audits by a server, with the answers of a local audit: the same bytes and exit codes."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec

from audit import Summary, report_unreadable_log
from audit.intake.preparation import prepare_log
from audit.model.document import ENGINE, EngineMark
from audit.model.failure import Failure
from audit.report.json_form import escape_hidden_characters
from cli import inputs, options, output
from cli.audit.batch import AuditAnswer, Order, answer_failure, choose_exit_code, write_answer
from cli.remote import reports
from cli.remote.client import ABSENT, BYTES, JSON, Client
from cli.remote.errors import TAMPERED, RefusedError, RemoteFault, make_stranger_error
from engine.kernel.log import Fault, LogError

if TYPE_CHECKING:
    from audit import Report
    from cli.remote.connection import Reply

SHA256 = re.compile(r"[0-9a-f]{64}")
HTML = "text/html"
# The problem code for a failure of the server, as opposed to an invalid request.
FAILED = "internal"


class StoredAudit(msgspec.Struct):
    """An audit that the server stores."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-zA-Z]{1,64}\\Z")]


def is_sha256(name: str) -> bool:
    """Say whether a name is the SHA-256 of a log on the server, and not a local file."""
    return SHA256.fullmatch(name) is not None and not os.path.exists(name)  # noqa: PTH110 - as cli.inputs has it


def fetch_original(client: Client, sha256: str) -> bytes:
    """Download a log as uploaded, and check its SHA-256."""
    absent = f"There is no log {sha256} in your club."
    raw = client.get(f"/logs/{sha256}/original", absent=absent, accept=BYTES).body
    if hashlib.sha256(raw).hexdigest() != sha256:
        raise RemoteFault("The server sent other bytes than this SHA-256 is of.", "Do not rely on them.", code=TAMPERED)
    return raw


class Auditor:
    """Audits logs on a server, all with the same options."""

    def __init__(self, client: Client, order: Order) -> None:
        self.client, self.order = client, order
        self.packs = [self._ensure_pack(text) for text in order.asked.packs.values()]
        self._compared = False

    def answer_all(self, names: Iterable[str]) -> Iterator[AuditAnswer]:
        """Audit each file or SHA-256, in order."""
        for name in names:
            if is_sha256(name):
                yield self._answer_despite_failure(name, name, partial(self._audit_stored_log, name))
            else:
                yield self._audit_file(name)

    def _audit_file(self, path: str) -> AuditAnswer:
        """Send a file to be audited. The server does not store it."""
        try:
            raw = inputs.read_bytes(path)
        except LogError as wrong:
            return write_answer(path, report_unreadable_log(b"", wrong), self.order, wrong.faults)

        def ask_server(form: str) -> Reply:
            return self.client.post("/audits", raw, self._make_query(path, form), kind=BYTES, accept=form)

        return self._answer_despite_failure(
            path, hashlib.sha256(raw).hexdigest(), lambda: self._make_answer(path, lambda: raw, ask_server)
        )

    def _answer_despite_failure(self, name: str, sha256: str, seen: Callable[[], AuditAnswer]) -> AuditAnswer:
        """Return an answer even if the server fails on this log, because it may audit the next one."""
        try:
            return seen()
        except RefusedError as wrong:
            if wrong.problem != FAILED:
                raise
            failure = Failure(wrong.message, self.client.who.server.url)
            return answer_failure(name, sha256, self.order, failure, (wrong.message, *wrong.hints))

    def _audit_stored_log(self, sha256: str) -> AuditAnswer:
        """Audit a log that is stored on the server, which stores the audit, too."""
        asked = self.order.asked
        body = {
            "policy": asked.policy,
            "book": asked.book,
            "layers": asked.layers,
            "rulings": dict(asked.rulings),
            "packs": self.packs,
            "readings": asked.readings,
            **({"strict": True} if asked.strict else {}),
            **({"settled": True} if asked.settled else {}),
        }
        absent = f"There is no log {sha256} in your club."
        reply = self.client.post(f"/logs/{sha256}/audits", msgspec.json.encode(body), absent=absent)
        place = f"/audits/{self.client.read(reply, StoredAudit).id}/report"

        def ask_server(form: str) -> Reply:
            return self.client.get(place, accept=form)

        return self._make_answer(sha256, lambda: fetch_original(self.client, sha256), ask_server)

    def _make_answer(self, name: str, log: Callable[[], bytes], ask: Callable[[str], Reply]) -> AuditAnswer:
        page = ask(HTML) if self.order.form == "html" else None
        if page is not None and page.headers.get("Deadreckon-Verdict") != "unreadable":
            return self._make_page_answer(name, page)
        reply = ask(JSON)
        report = self._read_report(reply)
        faults = self._drop_false_places(reports.find_faults(report), log)
        body = None
        if page is not None:
            body = _decode_text(page.body)
        elif self.order.form == "json":
            body = escape_hidden_characters(_decode_text(reply.body))
        return write_answer(name, report, self.order, faults, body)

    def _drop_false_places(self, faults: tuple[Fault, ...], log: Callable[[], bytes]) -> tuple[Fault, ...]:
        """Remove the place of a fault if it has none: a report gives line 1 to faults of a whole log."""
        if not faults or (faults[0].line, faults[0].column) != (1, 1):
            return faults
        try:
            prepare_log(log(), options.load_games(), self.order.asked)
        except LogError as wrong:
            return wrong.faults if wrong.fault.says == faults[0].says else faults
        return faults

    def _make_page_answer(self, name: str, page: Reply) -> AuditAnswer:
        """Make the answer from a page, with the verdict from its header."""
        verdict = page.headers.get("Deadreckon-Verdict", "")
        if page.kind != HTML or not verdict:
            raise make_stranger_error(self.client.who.server.url, page.status, page.kind)
        return AuditAnswer(name, choose_exit_code(verdict), Summary(verdict, "", 0, 0, ""), _decode_text(page.body))  # type: ignore[arg-type] # one of the five verdicts

    def _read_report(self, reply: Reply) -> Report:
        try:
            report = reports.parse_report(reply.body)
        except reports.ForeignReportError:
            raise make_stranger_error(self.client.who.server.url, reply.status, reply.kind) from None
        self._compare_versions(report.found.engine)
        return report

    def _compare_versions(self, judge: EngineMark) -> None:
        """Warn once if the server runs another version, because its results may differ from local ones."""
        there, here = judge.version, ENGINE.version
        if there != here and not self._compared:
            self._compared = True
            output.tell(f"The server runs Deadreckon {there}, this is {here}: results may differ from local ones.")

    def _make_query(self, path: str, form: str) -> list[tuple[str, str]]:
        asked = self.order.asked
        query: list[tuple[str, str]] = [("policy", asked.policy), ("book", asked.book)]
        query += [("layer", layer) for layer in asked.layers]
        query += [("ruling", f"{question}={reading}") for question, reading in asked.rulings.items()]
        query += [("pack", sha256) for sha256 in self.packs]
        query += [("readings", "true")] if asked.readings else []
        query += [("strict", "true")] if asked.strict else []
        query += [("settled", "true")] if asked.settled else []
        # Only a page contains the name of its log.
        return [*query, ("name", inputs.name_input(path))] if form == HTML else query

    def _ensure_pack(self, text: str) -> str:
        """Upload a content pack unless the server has it."""
        raw = text.encode()
        sha256 = hashlib.sha256(raw).hexdigest()
        try:
            self.client.get(f"/packs/{sha256}", accept="*/*")
        except RefusedError as wrong:
            if wrong.problem != ABSENT:
                raise
            self._upload_pack(raw)
        return sha256

    def _upload_pack(self, pack: bytes) -> None:
        try:
            self.client.post("/packs", pack, kind="application/toml")
        except RefusedError as wrong:
            if wrong.problem != "unreadable-pack":
                raise
            raise RemoteFault(wrong.message, *wrong.hints, code=inputs.UNREADABLE) from None


def _decode_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogatepass")
