"""Audits over HTTP: the same bytes as the command line, stored or not, with findings that can be filtered."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields

from api.openapi import document as openapi_document
from audit.model.document import Coverage, LogMark, ReportDocument, Result, RulebookMark, Suspicion
from audit.model.findings import Finding
from audit.store import Role
from tests.support.command_line import BROKEN, asked
from tests.support.games import pebbles
from tests.support.paths import SHORT_DEMO, SHORT_DEMOS
from tests.support.servers.api_client import Asker, code_of, places_of
from tests.support.servers.fixtures import Served

DEMO = SHORT_DEMO
FORMS = {
    "json": "application/json",
    "html": "text/html",
    "sarif": "application/sarif+json",
    "text": "text/plain",
}
NAMED = {"html": "?name={0}", "sarif": "?name={0}", "json": "", "text": ""}
BROKEN_LOG = pebbles.log(*BROKEN)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("demo", SHORT_DEMOS, ids=lambda demo: demo.parent.parent.name)
def test_a_report_has_the_bytes_of_the_command_line(
    admin: Asker, demo: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(demo.parent)
    monkeypatch.delenv("COLUMNS", raising=False)
    result = asked("audit", demo.name, "--format", form)
    answer = admin.sent("/audits" + NAMED[form].format(demo.name), demo.read_bytes(), headers={"Accept": FORMS[form]})
    assert answer.status_code == 200
    assert answer.get_data() == result.stdout_bytes
    assert answer.headers["Deadreckon-Verdict"] == "broken"


def test_the_three_spellings_and_a_packed_body_come_to_the_same_findings(admin: Asker) -> None:
    sha256 = admin.kept(BROKEN_LOG)
    found = []
    for spelling, kind in (("text", "text/plain"), ("jsonl", "application/x-ndjson"), ("csv", "text/csv")):
        raw = admin.get(f"/logs/{sha256}/as/{spelling}").get_data()
        document = admin.sent("/audits", gzip.compress(raw), kind, headers={"Content-Encoding": "gzip"}).get_json()
        found.append([(one["seq"], one["rule"], one["status"]) for one in document["findings"]])
    assert found[0] == found[1] == found[2] != []


def test_a_reading_a_layer_a_policy_and_a_book_are_taken_from_the_address(admin: Asker) -> None:
    log = pebbles.log("ada: take 4", 'record: retract 1 who=Judge why="misread"')
    as_logged = admin.sent("/audits?book=played", log).get_json()
    assert [one["rule"] for one in as_logged["findings"]] == ["PB-HEAP-01"]
    assert admin.sent("/audits", log).get_json()["findings"] == []
    assert admin.sent("/audits?book=played&ruling=PB-AMB-01%3Dfour", log).get_json()["findings"] == []
    assert admin.sent("/audits?book=played&layer=big-hands", log).get_json()["findings"] == []
    assert admin.sent("/audits?book=played&policy=stop", log).get_json()["policy"] == "stop"


def test_what_cannot_be_asked_is_named_with_its_parameter(admin: Asker) -> None:
    for query, parameter in (
        ("ruling=PB-AMB-99%3Dfour", "ruling"),
        ("ruling=PB-AMB-01%3Dsix", "ruling"),
        ("ruling=nonsense", "ruling"),
        ("layer=huge-hands", "layer"),
        ("policy=lenient", "policy"),
        ("readings=perhaps", "readings"),
        ("pack=" + "0" * 64, "pack"),
        ("pack=mine", "pack"),
        ("colour=red", "colour"),
    ):
        answer = admin.sent(f"/audits?{query}", BROKEN_LOG)
        assert (answer.status_code, code_of(answer)) == (422, "invalid"), query
        assert places_of(answer) == [parameter]


def test_a_file_that_is_no_log_gets_a_report_that_says_so(admin: Asker) -> None:
    answer = admin.sent("/audits", b"hello\n")
    assert answer.get_json()["verdict"] == "unreadable"
    assert answer.headers["Deadreckon-Verdict"] == "unreadable"


def test_a_kept_audit_is_the_same_audit_when_it_is_asked_again(anywhere: Served) -> None:
    admin = anywhere.asker()
    sha256 = admin.kept(BROKEN_LOG)
    first = admin.post(f"/logs/{sha256}/audits", json={}).get_json()
    again = admin.post(f"/logs/{sha256}/audits", json={"policy": "as-played", "rulings": {}}).get_json()
    other = admin.post(f"/logs/{sha256}/audits", json={"rulings": {"PB-AMB-01": "four"}}).get_json()
    assert first == again
    assert other["id"] != first["id"]
    assert {one["id"] for one in admin.told(f"/logs/{sha256}/audits")["items"]} == {first["id"], other["id"]}
    assert admin.told(first["url"]) == first
    report = admin.get(first["url"] + "/report").get_data()
    assert report == admin.sent("/audits", BROKEN_LOG).get_data()


def test_a_kept_audit_says_whether_only_canonical_lines_were_read(admin: Asker) -> None:
    sha256 = admin.kept(pebbles.log("Ada: take 2"))
    address = f"/logs/{sha256}/audits"
    typed, strict = (admin.post(address, json={"strict": one}).get_json() for one in (False, True))
    assert ("strict" in typed["asked"], strict["asked"]["strict"]) == (False, True)
    assert typed["verdict"] != strict["verdict"] == "unreadable"
    assert admin.told(strict["url"]) == strict
    assert {one["id"] for one in admin.told(address)["items"]} == {typed["id"], strict["id"]}


@pytest.mark.parametrize("form", ["html", "sarif", "text"])
def test_a_kept_audit_is_told_in_every_form(admin: Asker, form: str) -> None:
    sha256 = admin.kept(BROKEN_LOG)
    url = admin.post(f"/logs/{sha256}/audits", json={}).get_json()["url"]
    answer = admin.get(f"{url}/report", headers={"Accept": FORMS[form]})
    assert answer.get_data() == admin.sent(f"/audits?name={sha256}", BROKEN_LOG, headers={"Accept": FORMS[form]}).data


def test_findings_are_listed_page_by_page_and_all_at_once(anywhere: Served) -> None:
    admin = anywhere.asker()
    sha256 = admin.kept(BROKEN_LOG)
    audit = admin.post(f"/logs/{sha256}/audits", json={}).get_json()["url"]
    whole = admin.told(f"{audit}/report")["findings"]
    numbered = [{"number": number, **one} for number, one in enumerate(whole, 1)]
    paged, path = [], f"{audit}/findings?limit=1"
    while path:
        answer = admin.get(path)
        paged += answer.get_json()["items"]
        path = answer.headers["Link"].partition(">")[0][1:] if "Link" in answer.headers else ""
    lines = admin.get(f"{audit}/findings", headers={"Accept": "application/x-ndjson"}).get_data().splitlines()
    assert paged == numbered == [json.loads(line) for line in lines[:-1]]
    assert json.loads(lines[-1]) == {"end": True, "count": len(whole)}
    assert len(whole) > 1


def test_findings_are_filtered(admin: Asker) -> None:
    sha256 = admin.kept(BROKEN_LOG)
    audit = admin.post(f"/logs/{sha256}/audits", json={}).get_json()["url"]
    whole = admin.told(f"{audit}/findings")["items"]
    for query, fits in (
        ("rule=PB-HEAP-01", lambda one: one["rule"] == "PB-HEAP-01"),
        ("status=illegal", lambda one: one["status"] == "illegal"),
        ("seat=ben", lambda one: one["seat"] == "ben"),
        ("seq=2", lambda one: one["seq"] == 2),
        ("roots=true", lambda one: one["follows"] is None and one["status"] in {"illegal", "mismatch", "contested"}),
    ):
        found = admin.told(f"{audit}/findings?{query}")["items"]
        assert found == [one for one in whole if fits(one)], query
        assert found != [], query


@pytest.mark.parametrize("part", [ReportDocument, RulebookMark, LogMark, Result, Suspicion, Finding, Coverage])
def test_the_api_document_has_the_keys_of_the_typed_document_in_their_order(part: type[Struct]) -> None:
    seen = openapi_document.read_api_document()["components"]["schemas"][part.__name__]
    keys = dict(zip(part.__struct_encode_fields__, part.__struct_fields__, strict=True))
    assert list(seen["properties"]) == list(keys)
    left_out = {field.encode_name for field in fields(part) if not field.required}
    assert set(seen["required"]) == set(keys) - left_out


def test_a_finding_says_under_which_readings_it_stands(admin: Asker) -> None:
    sha256 = admin.kept(pebbles.log("ada: take 4"))
    audit = admin.post(f"/logs/{sha256}/audits", json={}).get_json()["url"]
    finding = admin.told(f"{audit}/findings/1")
    document = admin.told(f"{audit}/findings/1/readings")
    assert finding["status"] == "contested"
    assert {(one["question"], one["reading"]): one["stands"] for one in document["readings"]} == {
        ("PB-AMB-01", "three"): True,
        ("PB-AMB-01", "four"): False,
        ("PB-AMB-02", "never"): True,
        ("PB-AMB-02", "always"): True,
    }
    assert [one["reading"] for one in document["readings"] if one["in_force"]] == ["three", "never"]
    assert admin.get(f"{audit}/findings/2").status_code == 404
    assert admin.get(f"{audit}/findings/0/readings").status_code == 404


def test_what_only_another_reading_forbids_stands_only_there(admin: Asker) -> None:
    sha256 = admin.kept(pebbles.log("ada: take 4"))
    asked_for = {"rulings": {"PB-AMB-01": "four"}, "readings": True, "settled": True}
    audit = admin.post(f"/logs/{sha256}/audits", json=asked_for).get_json()["url"]
    document = admin.told(f"{audit}/findings/1/readings")["readings"]
    stands = {one["reading"]: one["stands"] for one in document if one["question"] == "PB-AMB-01"}
    assert stands == {"three": True, "four": False}


def test_a_pack_of_the_club_is_known_to_logs_that_name_it(here: Served) -> None:
    admin = here.asker()
    shipped = admin.get("/games/tailwinds/packs/tailwinds-reconstructed-1").get_data(as_text=True)
    mine = shipped.replace('id = "tailwinds-reconstructed-1"', 'id = "our-box"')
    sha256 = admin.sent("/packs", mine.encode(), "application/toml").get_json()["sha256"]
    log = DEMO.read_text().replace("tailwinds-reconstructed-1", "our-box").encode()
    assert admin.sent("/audits", log).get_json()["verdict"] == "unreadable"
    document = admin.sent(f"/audits?pack={sha256}", log).get_json()
    assert (document["verdict"], document["coverage"]["pack"]) == ("broken", "our-box")
    stranger = here.asker(club="lighthouse")
    assert places_of(stranger.sent(f"/audits?pack={sha256}", log)) == ["pack"]


def test_the_body_of_a_kept_audit_is_checked_with_pointers(admin: Asker) -> None:
    sha256 = admin.kept(BROKEN_LOG)
    for document, pointers in (
        ({"rulings": {"PB-AMB-99": "four"}}, ["/rulings/PB-AMB-99"]),
        ({"layers": ["ground", "huge-hands"]}, ["/layers/0", "/layers/1"]),
        ({"readings": "true"}, ["/readings"]),
        ({"layers": ["x"] * 65}, ["/layers"]),
        ({"sure": 1}, ["/sure"]),
        ([], [""]),
    ):
        assert places_of(admin.post(f"/logs/{sha256}/audits", json=document)) == pointers


def test_an_audit_of_another_club_is_not_there(here: Served) -> None:
    mine, theirs = here.asker(), here.asker(club="lighthouse")
    sha256 = mine.kept(BROKEN_LOG)
    url = mine.post(f"/logs/{sha256}/audits", json={}).get_json()["url"]
    for path in (url, f"{url}/report", f"{url}/findings", f"{url}/findings/1", f"{url}/findings/1/readings"):
        foreign, absent = theirs.get(path), theirs.get(path.replace(url, "/audits/nothing"))
        same = [json.loads(one.get_data()) for one in (foreign, absent)]
        for each in same:
            each.pop("request_id")
        assert same[0] == same[1]
        assert foreign.status_code == 404
    assert theirs.post(f"/logs/{sha256}/audits", json={}).status_code == 404


def test_a_viewer_audits_and_a_stranger_does_not(here: Served) -> None:
    assert here.asker(Role.VIEWER).sent("/audits", BROKEN_LOG).status_code == 200
    assert code_of(here.nobody.sent("/audits", BROKEN_LOG)) == "no-token"
