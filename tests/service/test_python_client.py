"""A client generated from the API document: it compiles, uploads a log, has it audited, and reads the reasons."""

from __future__ import annotations

import compileall
import importlib
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.openapi import document
from audit.store import Role
from tests.support.games.pebbles import log
from tests.support.servers.fixtures import Served
from tests.support.servers.http_servers import listening
from tests.support.servers.stocked_club import HEADER, PHOTO, operations, take

NAME = "made_for_the_test"
BROKEN = log("ada: take 3", "ben: take 5")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Generate a client as its authors describe, and make it importable."""
    place = tmp_path_factory.mktemp("generated")
    ask = ["-m", "openapi_python_client", "generate", "--meta", "none", "--output-path", str(place / NAME)]
    made = subprocess.run(  # noqa: S603 - the interpreter that runs this
        [sys.executable, *ask, "--path", str(document.WRITTEN)], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout
    # It prints what it leaves out; a form of a picture may be missing, an operation may not.
    assert "Endpoint will not be generated" not in made.stdout
    sys.path.insert(0, str(place))
    yield str(place / NAME)
    sys.path.remove(str(place))


def part(name: str) -> Any:
    return importlib.import_module(f"{NAME}.{name}")


def file_of(raw: bytes) -> Any:
    return part("types").File(payload=io.BytesIO(raw))


def test_every_operation_is_in_it_and_compiles(generated: str) -> None:
    assert compileall.compile_dir(generated, quiet=2)
    modules = {file.stem for file in Path(generated, "api").glob("*/*.py")}
    assert set(operations()) <= modules


@pytest.mark.usefixtures("generated")
def test_it_keeps_a_log_and_has_it_audited(here: Served) -> None:
    with listening(here.app) as url:
        client = part("client").AuthenticatedClient(base_url=url, token=here.asker(Role.RECORDER).token)
        kept = part("api.logs.upload_log").sync(client=client, body=file_of(BROKEN))
        assert kept.readable
        request = part("models.audit_request").AuditRequest()
        audited = part("api.audits.audit_log").sync(kept.sha256, client=client, body=request)
        findings = part("api.audits.list_findings").sync(audited.id, client=client)
    assert str(audited.verdict) == "broken"
    assert [finding.rule for finding in findings.items] == ["PB-HEAP-01"]


@pytest.mark.usefixtures("generated")
def test_a_report_comes_to_it_as_what_it_is_and_not_as_text(here: Served) -> None:
    with listening(here.app) as url:
        client = part("client").AuthenticatedClient(base_url=url, token=here.asker(Role.VIEWER).token)
        report = part("api.audits.run_audit").sync(client=client, body=file_of(BROKEN))
    assert [finding.rule for finding in report.findings] == ["PB-HEAP-01"]


@pytest.mark.usefixtures("generated")
def test_it_corrects_a_log_keeps_a_photo_and_records_a_game(here: Served) -> None:
    with listening(here.app) as url:
        client = part("client").AuthenticatedClient(base_url=url, token=here.asker(Role.JUDGE).token)
        kept = part("api.logs.upload_log").sync(client=client, body=file_of(BROKEN))
        before = part("api.corrections.list_corrections").sync_detailed(kept.sha256, client=client)
        ruling = part("models.correct_log_request").CorrectLogRequest.from_dict({"events": [{"do": "ruling", "at": 2}]})
        how = {"client": client, "if_match": before.headers["ETag"], "idempotency_key": "ruled"}
        assert part("api.corrections.correct_log").sync(kept.sha256, body=ruling, **how).seq == 1
        photo = part("api.attachments.upload_attachment").sync(kept.sha256, client=client, body=file_of(PHOTO))
        ask = part("api.attachments.read_attachment").sync_detailed(kept.sha256, photo.sha256, client=client)
        assert (photo.kind, ask.content) == ("image/gif", PHOTO)
        game = part("models.live_game_request").LiveGameRequest.from_dict({"text": HEADER})
        begun = part("api.recording.create_live_game").sync_detailed(client=client, body=game, idempotency_key="begun")
        events = part("models.events_request").EventsRequest.from_dict({"events": [take("ada", 3)]})
        how = {"client": client, "if_match": begun.headers["ETag"], "idempotency_key": "taken"}
        assert part("api.recording.append_events").sync(begun.parsed.id, body=events, **how).seq == 1
        seen = part("api.live_games.list_live_events").sync(begun.parsed.id, client=client)
        nowhere = part("api.live_games.follow_live_game").sync(begun.parsed.id, client=client)
    assert ([event.text for event in seen.items], nowhere.code) == (["ada: take 3"], "no-stream")
