"""`deadreckon db recheck`: after an update, which stored audits have a different outcome, and its first root."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from audit import audit
from audit.model.document import convert_to_builtins
from audit.recheck import list_latest_audits
from audit.report.json_form import write_json
from audit.store import Digests, Store
from engine.games import GAMES
from tests.support.command_line import asked
from tests.support.paths import SHORT_DEMO
from tests.support.stores import older_season as older
from tests.support.stores.store_calls import BY, CLUB, OTHER

LOG = SHORT_DEMO.read_bytes()
QUESTION = {"book": "adjudicated", "layers": [], "packs": [], "policy": "as-played", "readings": False, "rulings": {}}
THEN = Digests("what-judged-then", "what-was-printed-then")


def told() -> dict[str, Any]:
    """Audit the log as this version does."""
    return convert_to_builtins(audit(LOG, GAMES).document)


def kept(store: Store, report: dict[str, Any], club: str = CLUB, rulebook: Digests = THEN, **question: Any) -> str:
    """Store a report as an earlier version may have made it, which has other digests."""
    upload = store.add_upload(club, LOG, by=BY, name="round 2").sha256
    row = store.put_audit(
        club,
        upload,
        rulebook=rulebook,
        engine="deadreckon 0.0.9",
        asked=json.dumps(QUESTION | question).encode(),
        verdict=report["verdict"],
        report=write_json(report).encode(),
    )
    return row.id


def rechecked(url: str) -> tuple[int, dict[str, Any]]:
    """Run again, and read the JSON output."""
    done = asked("db", "recheck", "--format", "json", "--database", url)
    return done.exit_code, json.loads(done.stdout)


def without(report: dict[str, Any], number: int) -> dict[str, Any]:
    """Leave one finding out, as if that version had not known the rule."""
    return report | {"findings": [one for at, one in enumerate(report["findings"]) if at != number]}


def test_where_nothing_is_kept_nothing_comes_out_otherwise(store: Store, url: str) -> None:
    done = asked("db", "recheck", "--database", url)
    assert (done.exit_code, done.stdout) == (0, "good  All 0 stored audits have the same outcome.\n")
    assert store.list_clubs() == [CLUB, OTHER]


def test_what_comes_out_as_it_did_is_not_listed(store: Store, url: str) -> None:
    kept(store, told())
    kept(store, told(), club=OTHER)
    assert rechecked(url) == (0, {"schema": "deadreckon.recheck/1", "asked": 2, "otherwise": [], "failed": []})


def test_another_verdict_is_told_with_the_first_root_that_differs(store: Store, url: str) -> None:
    now = told()
    roots = [one for one in now["findings"] if one["follows"] is None]
    audit_id = kept(store, now | {"verdict": "clean", "findings": []})
    kept(store, told(), club=OTHER)
    code, said = rechecked(url)
    ((one,), first) = said["otherwise"], roots[0]
    assert (code, said["asked"], one["club"], one["audit"], one["name"]) == (1, 2, CLUB, audit_id, "round 2")
    assert (one["before"]["verdict"], one["after"]["verdict"]) == ("clean", "broken")
    assert one["since"] == ["rules", "auditor"]
    expected = {"seq": first["seq"], "rule": first["rule"], "status": first["status"], "found": "now"}
    assert {key: one["first"][key] for key in expected} == expected
    said_so = asked("db", "recheck", "--database", url).stdout
    assert f"First at event {first['seq']}: {first['rule']} ({first['status']}) is new." in said_so
    assert "clean -> rules broken" in said_so
    assert said_so.startswith("1 of 2 stored audits comes out differently:\n")


def test_the_same_verdict_by_other_roots_is_another_one(store: Store, url: str) -> None:
    now = told()
    last = max(at for at, one in enumerate(now["findings"]) if one["follows"] is None)
    kept(store, without(now, last))
    ((one,), root) = rechecked(url)[1]["otherwise"], now["findings"][last]
    assert (one["before"], one["first"]["rule"], one["first"]["found"]) == (one["after"], root["rule"], "now")


def test_a_root_that_is_gone_is_named_too(store: Store, url: str) -> None:
    now = told()
    extra = now["findings"][0] | {"rule": "TW-MOVE-99", "seq": 1}
    kept(store, now | {"findings": [extra, *now["findings"]]})
    (one,) = rechecked(url)[1]["otherwise"]
    assert (one["first"]["seq"], one["first"]["rule"], one["first"]["found"]) == (1, "TW-MOVE-99", "then")


def test_of_the_same_question_the_latest_audit_counts(store: Store, url: str) -> None:
    kept(store, told() | {"verdict": "clean", "findings": []})
    latest = kept(store, told(), rulebook=Digests("what-has-judged-since", None))
    assert [row.id for row in list_latest_audits(store)] == [latest]
    assert rechecked(url)[0] == 0


def test_what_was_asked_is_asked_again(store: Store, url: str) -> None:
    kept(store, told(), policy="stop")
    assert rechecked(url)[1]["otherwise"][0]["first"]["found"] == "then"


def test_a_layer_that_is_gone_makes_a_log_unreadable_and_is_no_fault_of_ours(store: Store, url: str) -> None:
    kept(store, told(), layers=["no-such-layer"])
    (one,) = rechecked(url)[1]["otherwise"]
    assert one["after"]["verdict"] == "unreadable"


def test_asking_again_changes_nothing(store: Store, url: str) -> None:
    kept(store, told() | {"verdict": "clean", "findings": []})
    before = store.list_audits(CLUB)
    asked("db", "recheck", "--database", url)
    assert store.list_audits(CLUB) == before


def test_audits_that_an_older_version_kept_are_compared_like_any_other(tmp_path: Path) -> None:
    older.laid(f"sqlite:///{tmp_path}/old.db")
    url = f"sqlite:///{tmp_path}/old.db"
    asked("db", "upgrade", "--database", url)
    code, said = rechecked(url)
    assert said["asked"] == 3
    assert (code, {one["since"][0] for one in said["otherwise"]} <= {"rules"}) == (bool(said["otherwise"]), True)


def test_an_audit_on_which_we_fail_is_named_and_stops_no_other(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = kept(store, told())
    changed = kept(store, without(told(), 0), policy="skip-illegal")

    def fails(raw: bytes, games: Any, asked: Any) -> Any:
        if asked.policy == "as-played":
            raise ZeroDivisionError("planted")
        return audit(raw, games, asked)

    monkeypatch.setattr("audit.recheck.audit", fails)
    code, document = rechecked(url)
    assert (code, document["asked"], document["failed"]) == (70, 2, [failing])
    assert [one["audit"] for one in document["otherwise"]] == [changed]
    done = asked("db", "recheck", "--database", url)
    assert "1 of 2 stored audits could not be repeated" in done.stdout
    assert "planted" in done.stderr
