"""A file of any bytes is stored or refused by the API, and breaks nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.servers.api_client import places_of
from tests.support.servers.siege import Siege, besieged, refused
from tests.support.servers.spoiled_bodies import hostile_bytes


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    """Serve one store in memory to all tests of this file."""
    with besieged() as found:
        yield found


@pytest.mark.parametrize("sort", hostile_bytes())
def test_a_file_of_any_bytes_is_kept_or_refused_and_never_breaks_anything(siege: Siege, sort: str) -> None:
    raw = hostile_bytes()[sort][:900_000]
    if not raw:
        return refused(siege.send("upload_log", raw), 422, "invalid")
    document = siege.send("upload_log", raw)
    assert document.status_code in {200, 201}
    sha256, faults = document.get_json()["sha256"], document.get_json()["faults"]
    assert document.get_json()["readable"] or faults[0]["line"] >= 1
    report = siege.send("run_audit", raw)
    assert report.status_code == 200
    assert siege.admin.get(f"/logs/{sha256}/original").get_data() == raw
    for path in ("/as/jsonl", "/as/csv", "/steps", "/steps/1", "/facts", "/legal", "/picture"):
        answer = siege.admin.get(f"/logs/{sha256}{path}")
        assert answer.status_code in {200, 404, 422}
        assert answer.status_code != 422 or places_of(answer)
    kept = siege.admin.post(f"/logs/{sha256}/audits", json={})
    assert kept.get_json()["verdict"] == report.headers["Deadreckon-Verdict"]
    return None
