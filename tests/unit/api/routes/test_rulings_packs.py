"""Rulings packs in the service: stored by their SHA-256 like content packs, and named by logs and requests."""

from __future__ import annotations

import json

import pytest

from audit.house_rulings import write_rulings_pack
from audit.store import Role
from engine.kernel.packs.pack import MAX_PACK
from tests.support.logs.house_rulings import LOG, ONE, PACK, naming
from tests.support.servers.api_client import OTHER, Asker, code_of, places_of
from tests.support.servers.fixtures import Served

TOML = "application/toml"
HEADER = "game: winds-of-plunder\nplayers: green=Ada, orange=Ben\n"


def kept(asker: Asker, text: str = PACK) -> str:
    sha256: str = asker.sent("/packs", text.encode(), TOML).get_json()["sha256"]
    return sha256


def test_it_is_checked_kept_listed_and_fetched_like_any_pack(anywhere: Served) -> None:
    admin = anywhere.asker()
    checked = admin.sent("/packs/check", PACK.encode(), TOML).get_json()
    assert (checked["good"], checked["id"], checked["faults"]) == (True, "harbour-1", [])
    sha256 = kept(admin)
    assert admin.sent("/packs", PACK.encode(), TOML).status_code == 200
    assert [(one["sha256"], one["id"]) for one in admin.told("/packs")["items"]] == [(sha256, "harbour-1")]
    assert admin.get(f"/packs/{sha256}").get_data() == PACK.encode()
    assert anywhere.asker(Role.ADMIN, OTHER).get(f"/packs/{sha256}").status_code == 404


def test_one_that_cannot_be_used_is_refused_with_its_lines(here: Served) -> None:
    admin = here.asker()
    wrong = write_rulings_pack("harbour-1", "x", "", [{**ONE, "reading": "tie-cancel"}, {**ONE, "why": " "}])
    refused = admin.sent("/packs", wrong.encode(), TOML)
    assert (refused.status_code, code_of(refused)) == (422, "unreadable-pack")
    faults = refused.get_json()["errors"]
    assert [wrong.splitlines()[one["line"] - 1].partition(" ")[0] for one in faults] == ["reading", "question", "why"]
    assert "tie-cancels" in faults[0]["hint"]
    assert admin.told("/packs")["items"] == []
    long = PACK + "#" + "x\n#" * MAX_PACK
    assert admin.sent("/packs", long.encode(), TOML).status_code == 422


def test_a_log_that_names_a_house_is_audited_by_it_where_the_request_hands_it_over(here: Served) -> None:
    admin = here.asker()
    sha256, log = kept(admin), admin.kept(naming("house=harbour-1"))
    without = admin.post(f"/logs/{log}/audits", json={}).get_json()
    assert without["verdict"] == "unreadable"
    report = admin.told(f"/audits/{without['id']}/report")
    assert "'harbour-1' is not available" in json.dumps(report)
    assert "in a request its SHA-256" in json.dumps(report)
    housed = admin.post(f"/logs/{log}/audits", json={"packs": [sha256]}).get_json()
    assert housed["verdict"] == "clean"
    assert admin.told(f"/logs/{log}/books?pack={sha256}")["adjudicated"]["verdict"] == "clean"


def test_whoever_audits_names_a_house_for_a_log_that_names_none(here: Served) -> None:
    admin = here.asker()
    sha256, log = kept(admin), admin.kept(LOG.encode())
    chosen = {"rulings": {"house": "harbour-1"}, "packs": [sha256]}
    audit = admin.post(f"/logs/{log}/audits", json=chosen).get_json()
    assert (audit["verdict"], audit["asked"]["rulings"]) == ("clean", {"house": "harbour-1"})
    assert admin.post(f"/logs/{log}/audits", json=chosen).get_json() == audit
    text = admin.get(f"/audits/{audit['id']}/report", headers={"Accept": "text/plain"})
    assert text.headers["Deadreckon-Verdict"] == "clean"
    ran = admin.sent(f"/audits?ruling=house%3Dharbour-1&pack={sha256}", LOG.encode())
    assert ran.get_json()["verdict"] == "clean"


@pytest.mark.parametrize("body", [{}, {"packs": ["shipped"]}])
def test_a_house_that_nobody_hands_over_is_missed_with_a_remedy(here: Served, body: dict[str, list[str]]) -> None:
    admin = here.asker()
    log = admin.kept(LOG.encode())
    other = kept(admin, PACK.replace("harbour-1", "harbour-2"))
    packs = [other] if body else []
    refused = admin.post(f"/logs/{log}/audits", json={"rulings": {"house": "harbour-1"}, "packs": packs})
    assert (refused.status_code, places_of(refused)) == (422, ["/rulings/house"])
    assert refused.get_json()["errors"][0]["hint"] == "Name its SHA-256 as a pack, too."


def test_a_live_game_that_names_a_house_stands_for_itself(here: Served) -> None:
    admin = here.asker()
    sha256 = kept(admin)
    named = f"{HEADER}rulings: house=harbour-1\n"
    assert admin.written("/live-games", {"text": named}).status_code == 422
    begun = admin.written("/live-games", {"text": named, "pack": sha256})
    assert begun.status_code == 201
    assert begun.get_json()["header"]["rulings"] == {"WP-AMB-31": "tie-cancels"}
    unnamed = admin.written("/live-games", {"text": HEADER, "pack": sha256})
    assert (unnamed.status_code, places_of(unnamed)) == (422, ["/pack"])


def test_a_tournament_that_pins_a_house_is_counted_with_it(here: Served) -> None:
    admin = here.asker()
    event = '[tournament]\nname = "x"\ngame = "winds-of-plunder"\n[rulings]\nhouse = "harbour-1"\n'
    event += '[players]\nada = "Ada"\nben = "Ben"\n'
    event += '[[tables]]\nround = 1\ntable = 1\nseats = { green = "ada", orange = "ben" }\n'
    missed = admin.post("/standings", json={"file": event})
    assert "is not available" in missed.get_json()["errors"][0]["says"]
    counted = admin.post("/standings", json={"file": event, "packs": [kept(admin)]}).get_json()
    assert counted["pins"]["rulings"] == {"WP-AMB-31": "tie-cancels"}
