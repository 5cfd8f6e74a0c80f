"""Derived data is trusted only as it was signed: over HTTP, and by `deadreckon serve` when it starts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from audit.store import Role, Store
from tests.support.command_line import BROKEN
from tests.support.games import pebbles
from tests.support.servers.api_client import CLUB, Asker, code_of
from tests.support.servers.fixtures import Served, served
from tests.support.servers.stocked_club import take
from tests.support.stores.tampering import SECRET, changed


@pytest.fixture
def here(url: str) -> Iterator[Served]:
    """Serve a fresh database of each kind in turn, with signatures."""
    with Store.open(url, secret=SECRET) as store:
        store.sign_everything_anew(SECRET)
        yield served(store)


def test_an_edited_audit_is_never_served_and_asked_again_it_is_made_again(here: Served, url: str) -> None:
    admin = here.asker()
    log = admin.kept(pebbles.log(*BROKEN))
    kept = admin.post(f"/logs/{log}/audits", json={}).get_json()
    report = admin.get(f"{kept['url'].removeprefix('/api/v1')}/report").get_data()
    changed(url, "UPDATE audits SET verdict = 'clean', report = :report", report=report.replace(b"broken", b"clean"))
    changed(url, "DELETE FROM findings")
    for end in ("", "/report", "/findings", "/findings/1", "/findings/1/readings"):
        answer = admin.get(f"/audits/{kept['id']}{end}")
        assert (answer.status_code, code_of(answer)) == (410, "not-as-kept"), end
    assert admin.told(f"/logs/{log}/audits")["items"] == []
    again = admin.post(f"/logs/{log}/audits", json={}).get_json()
    assert (again["id"], again["verdict"]) == (kept["id"], "broken")
    assert admin.get(f"/audits/{kept['id']}/report").get_data() == report


def test_edited_bytes_are_never_given_out_and_what_is_no_time_fails_no_list(here: Served, url: str) -> None:
    admin = here.asker()
    log = admin.kept(pebbles.log(*BROKEN))
    live = admin.written("/live-games", {"text": pebbles.log().decode()}).get_json()["id"]
    changed(url, "UPDATE uploads SET raw = :raw, kept_at = 9223372036854775807", raw=pebbles.log())
    changed(url, "UPDATE games SET created_at = -9223372036854775807")
    assert [one["sha256"] for one in admin.told("/logs")["items"]] == [log]
    assert [one["id"] for one in admin.told("/live-games")["items"]] == [live]
    changed(url, "UPDATE games SET header = :raw", raw=b"{")
    for place in (f"/logs/{log}/original", f"/logs/{log}/as/text", f"/live-games/{live}", "/live-games"):
        answer = admin.get(place)
        assert (answer.status_code, code_of(answer)) == (410, "not-as-kept"), place
        assert "db verify" in answer.get_data(as_text=True)


# Values of other types that SQLite accepts in a column, but none of our rows has; PostgreSQL accepts only numbers.
ODD = ("'x'", "X'00'", "1.5", "''", "2147483647", "9223372036854775807", "-1")
COLUMNS = ("uploads.size", "uploads.kept_at", "uploads.kept_by", "uploads.raw", "uploads.sort", "games.header")
MORE = ("games.rulebook", "games.created_at", "heads.hash", "heads.seq", "heads.closed", "heads.rulebook")
OF_EVENTS = ("events.kind", "events.body", "events.hash", "events.recorded_at", "events.rulebook")


@pytest.mark.parametrize("column", [*COLUMNS, *MORE, *OF_EVENTS])
def test_a_cell_of_another_kind_is_no_fault_of_ours(here: Served, url: str, column: str) -> None:
    admin = here.asker()
    log = admin.kept(pebbles.log(*BROKEN))
    live = admin.written("/live-games", {"text": pebbles.log().decode()}).get_json()["id"]
    game = f"/live-games/{live}"
    begun = admin.get(game).headers["ETag"]
    tag = admin.written(f"{game}/events", {"events": [take("ada", 1)]}, begun).headers["ETag"]
    looked = ("/logs", f"/logs/{log}", f"/logs/{log}/original", "/live-games", game, f"{game}/events", f"{game}/report")
    for odd in ODD:
        with suppress(DBAPIError):
            changed(url, "UPDATE {} SET {} = {}".format(*column.split("."), odd))
        # An answer of 500 fails any test of ours.
        answers = [admin.get(place) for place in looked]
        tags = {tag, answers[4].headers.get("ETag", tag)}
        answers += [admin.written(f"{game}/events", {"events": [take("ben", 1)]}, one) for one in tags]
        assert {one.status_code for one in answers} <= {200, 201, 400, 404, 409, 410, 412, 422}, odd


def test_an_edited_token_is_no_token_and_is_listed_as_such(here: Served, url: str) -> None:
    admin, viewer = here.asker(), here.asker(Role.VIEWER)
    assert {one["sound"] for one in admin.told("/tokens")["items"]} == {True}
    changed(url, "UPDATE tokens SET role = 'admin' WHERE role = 'viewer'")
    answer = viewer.get("/token")
    assert (answer.status_code, code_of(answer)) == (401, "bad-token")
    assert sorted(one["sound"] for one in admin.told("/tokens")["items"]) == [False, True]


TOKEN_EDITS = {
    "no role": "role = 'king'",
    "later than any time": "issued_at = 9223372036854775807",
    "before any time": "revoked_at = -9223372036854775807",
    "until after all times": "expires_at = 9223372036854775807",
    "a number for a role": "role = 5",
    "bytes for an id": "id = X'ff', label = X'ff'",
    "a word for a time": "issued_at = 'soon', expires_at = 'later'",
}


@pytest.mark.parametrize("edit", TOKEN_EDITS)
def test_a_token_is_listed_and_revoked_whatever_somebody_has_made_of_it(here: Served, url: str, edit: str) -> None:
    admin = here.asker()
    odd, _ = here.store.issue_token(CLUB, Role.JUDGE, label="edited")
    try:
        changed(url, f"UPDATE tokens SET {TOKEN_EDITS[edit]} WHERE label = 'edited'")
    except DBAPIError:
        # PostgreSQL accepts no value of another type.
        return
    listed = admin.told("/tokens")["items"]
    assert [one["sound"] for one in listed if one["label"] != "test"].count(False) == 1
    if edit != "bytes for an id":
        assert admin.ask("DELETE", f"/tokens/{odd.id}").status_code in {200, 204}
        assert {one["sound"] for one in admin.told("/tokens")["items"]} == {True}


def test_once_the_key_is_another_nobody_is_sent_away_for_a_wrong_token(here: Served, url: str) -> None:
    admin = here.asker()
    admin.told("/token")
    with Store.open(url, secret=SECRET) as other:
        other.sign_everything_anew("the next key")
    answer = admin.get("/token")
    assert (answer.status_code, code_of(answer)) == (503, "unavailable")


def test_a_damaged_file_is_unavailable_and_no_fault_of_ours(here: Served, url: str) -> None:
    if url.startswith("sqlite"):
        admin = here.asker()
        changed(url, "PRAGMA writable_schema = ON")
        changed(url, "PRAGMA wal_checkpoint(TRUNCATE)")
        file = Path(url.removeprefix("sqlite:///"))
        raw = bytearray(file.read_bytes())
        raw[4096:] = b"\xff" * (len(raw) - 4096)
        with file.open("r+b") as opened:
            opened.write(raw)
        assert admin.get("/token").status_code == 503


def test_what_a_seat_and_a_list_were_given_is_still_good_after_a_restart(here: Served) -> None:
    admin = here.asker()
    live = admin.written("/live-games", {"text": "game: pebbles\nplayers: ada=Ada, ben=Ben\n"}).get_json()["id"]
    _, seat = here.store.issue_token(CLUB, Role.RECORDER, seat="ada", game=live)
    state = Asker(here.app, seat).get(f"/live-games/{live}").headers["ETag"]
    cursor = admin.told("/tokens?limit=1")["next"]
    again = served(here.store)
    assert Asker(again.app, seat).get(f"/live-games/{live}").headers["ETag"] == state
    taken = {"events": [{"do": "take", "by": "ada", "count": 1}]}
    assert Asker(again.app, seat).written(f"/live-games/{live}/events", taken, state).status_code == 201
    assert Asker(again.app, admin.token).told(f"/tokens?limit=1&cursor={cursor}")["items"]
