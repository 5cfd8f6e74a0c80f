"""Unwritten lines in a log of Winds of Plunder: what other lines show, what is open, and what was due."""

from __future__ import annotations

import pytest

from audit import AuditOptions, audit
from audit.intake.preparation import prepare_log
from audit.model.findings import Finding
from audit.pipeline import audit_with_replay
from engine.kernel.replay.replay import POLICIES, Policy
from engine.kernel.spellings.text import write_line
from fixtures.kits import GAMES

HEADER = """\
game: winds-of-plunder
pack: wop-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
"""
SET_UP = """\
fate: port green jamaica
fate: port orange puerto_rico
fate: port blue san_salvador
fate: tiles havana/t01 grand_cayman/t02 belize/t03 nassau/t04 san_salvador/t05 jamaica/t06
fate: tiles turks_caicos/t07 santo_domingo/t08 curacao/t09 puerto_rico/t10 barbados/t11 trinidad/t12
fate: bar t13 t14 t15 t16 t17 t18
fate: blackbeard green
"""
# Round 2, with the wind on North: from Jamaica it leads to Havana and Nassau, from Puerto Rico to Turks & Caicos.
POSITION = """\
position: round=2, phase=compass, wind=N, blackbeard=green, bar=t13 t14 t15 t16 t17 t18, action.deck=40, discard=none
position: green.port=jamaica, orange.port=puerto_rico, blue.port=san_salvador
position: green.wind=6, green.reserve=20, green.marks=none, green.vp=4, green.hand=none, green.treasure=havana
position: orange.wind=8, orange.reserve=18, orange.marks=none, orange.vp=3, orange.hand=none, orange.treasure=none
position: blue.wind=10, blue.reserve=16, blue.marks=none, blue.vp=0, blue.hand=none, blue.treasure=none
position: green.weapons=0, green.crew=0, green.provisions=0, green.booty=0
position: orange.weapons=0, orange.crew=0, orange.provisions=0, orange.booty=0
position: blue.weapons=0, blue.crew=0, blue.provisions=0, blue.booty=0
position: marker.weapons=none, marker.crew=none, marker.provisions=none
position: tile.havana=t01, tile.grand_cayman=t02, tile.belize=t03, tile.nassau=t04, tile.san_salvador=t05
position: tile.jamaica=t06, tile.turks_caicos=t07, tile.santo_domingo=t08, tile.curacao=t09
position: tile.puerto_rico=t10, tile.barbados=t11, tile.trinidad=t12
"""
VOTE = POSITION + "---\n"
PLUNDER = POSITION.replace("phase=compass", "phase=plunder, first=green, acted=none") + "---\n"
COMPASSES = "fate: compasses N N N\n"
BIDS = "fate: bids 2 1 0\n"
ACCUSING = {"illegal", "contested", "mismatch", "malformed"}


def roots(log: str, rulings: str = "") -> list[Finding]:
    """Audit a log; return findings that accuse a player and follow from nothing else."""
    header = HEADER + (f"rulings: {rulings}\n" if rulings else "")
    report = audit((header + log).encode(), GAMES)
    return [found for found in report.roots if found.status in ACCUSING]


def named(log: str, rulings: str = "") -> list[tuple[int | None, str, str | None]]:
    """Return where something is wrong, the rule it breaks, and the seat that owes it."""
    return [(found.seq, found.rule, found.seat) for found in roots(log, rulings)]


def missing(log: str) -> list[str]:
    """Return the lines that breaches of a log name as missing, as they would be written."""
    prepared = prepare_log((HEADER + log).encode(), GAMES)
    lines = [j.breach.missing for j in prepared.replay_all().judgements if j.breach is not None and j.breach.missing]
    return [write_line(line, prepared.game.vocabulary) for line in lines]


# Lines that others show, or that are open, accuse no player.


@pytest.mark.parametrize(
    "log",
    [
        pytest.param(VOTE + COMPASSES + BIDS + "green: first green\n", id="turned up and opened, never set or closed"),
        pytest.param(
            VOTE + "green: compass N\norange: compass N\nblue: compass N\ngreen: bid 2\norange: bid 1\nblue: bid 0\n"
            "green: first green\ngreen: sail havana\n",
            id="set and closed, never turned up and opened",
        ),
        pytest.param(VOTE + COMPASSES + "fate: bids ??\n??: first green\n", id="one ?? for all the cubes"),
        pytest.param(VOTE + "fate: compasses ??\n" + BIDS, id="one ?? for all the compasses"),
        pytest.param(VOTE + COMPASSES + BIDS + "green: sail havana\n", id="nobody named first in writing"),
        pytest.param(VOTE + COMPASSES + "fate: bids 3 3 0\norange: first blue\n", id="the new holder speaks"),
        pytest.param(
            VOTE + COMPASSES + "fate: bids 3 3 0\nclaim: blackbeard orange\norange: first blue\n", id="claimed"
        ),
        pytest.param(
            VOTE + "fate: compasses N E E\nfate: bids 2 1 1\nclaim: wind E\ngreen: first green\n",
            id="a claim tells the wind",
        ),
        pytest.param(PLUNDER + "fate: drawn misfire_1\ngreen: sail havana\n", id="the face of a card shows the draw"),
        pytest.param(PLUNDER + "green: draw\ngreen: sail nassau\norange: sail turks_caicos\n", id="no face"),
        pytest.param(
            "---\nfate: compasses N N N\nfate: bids 2 1 0\ngreen: first green\ngreen: cubes 1\n", id="no set-up"
        ),
        pytest.param(
            "---\n" + SET_UP.replace("port green", "port ??") + COMPASSES + BIDS, id="a port dealt to somebody unknown"
        ),
        pytest.param("---\n" + SET_UP.replace("bar t13 t14 t15 t16 t17 t18", "bar ??") + COMPASSES, id="a bar of ??"),
        pytest.param(
            PLUNDER + "??: cubes 1\norange: sail turks_caicos\ngreen: compass N\n", id="an act by somebody unknown"
        ),
        pytest.param(PLUNDER + "??: sail havana\norange: sail turks_caicos\n", id="a sailing by somebody unknown"),
        pytest.param(
            VOTE + "green: compass N\n??: compass E\nblue: compass S\ngreen: bid 2\n", id="a compass of somebody's"
        ),
    ],
)
def test_what_is_told_elsewhere_or_open_accuses_nobody(log: str) -> None:
    assert named(log) == []


@pytest.mark.parametrize("rulings", ["WP-AMB-28=before-wind", "WP-AMB-03=tile-and-wind-unchanged"])
def test_a_vote_told_by_one_side_is_told_under_other_readings(rulings: str) -> None:
    log = VOTE + "fate: compasses N E E\nfate: bids 2 1 1\ngreen: wind E\ngreen: cubes 1\n"
    assert named(log, rulings) == []


def test_the_fifth_port_is_the_one_that_is_left() -> None:
    header = HEADER.replace("blue=Cleo", "blue=Cleo, yellow=Dan, purple=Eve")
    dealt = "fate: port green jamaica\nfate: port orange puerto_rico\nfate: port blue san_salvador\n"
    log = header + "---\n" + dealt + "fate: port yellow santo_domingo\ngreen: compass N\nclaim: purple.port jamaica\n"
    report = audit(log.encode(), GAMES)
    # Turks & Caicos is the last of the five.
    assert [found.breach for found in report.roots if found.status == "mismatch"] == [
        "The log claims purple.port is jamaica; by our count it is turks_caicos."
    ]


def test_the_last_tile_is_the_one_that_is_left() -> None:
    log = "---\n" + SET_UP.replace(" trinidad/t12", "") + "green: compass N\nclaim: tile.trinidad t12\nclaim: wind N\n"
    assert named(log) == []
    assert named(log.replace("trinidad t12", "trinidad t11")) == [(9, "WP-SETUP-09", None)]


# An inferred event is still checked.


@pytest.mark.parametrize(
    ("log", "found"),
    [
        pytest.param(VOTE + COMPASSES + "fate: bids 7 1 0\n", [(2, "WP-VOTE-04", None)], id="a bid above the cubes"),
        pytest.param(VOTE + COMPASSES + "fate: bids 7 ?? 0\n", [(2, "WP-VOTE-04", None)], id="beside one unknown"),
        pytest.param(
            VOTE + COMPASSES + "fate: bids 3 3 0\nblue: first blue\n",
            [(3, "WP-VOTE-08", "blue")],
            id="not among the tied",
        ),
        pytest.param(VOTE + COMPASSES + BIDS + "green: award orange\n", [(3, "WP-VOTE-08", "green")], id="no tie"),
        pytest.param(
            "---\nfate: port ?? jamaica\nfate: port green jamaica\n",
            [(2, "WP-SETUP-05", None)],
            id="two ships in a port",
        ),
        pytest.param("---\nfate: port ?? havana\n", [(1, "WP-SETUP-05", None)], id="none of the five"),
        pytest.param(
            "---\nfate: tiles havana/t01\nfate: bar t01 t14 t15 t16 t17 t18\n",
            [(2, "WP-SETUP-09", None)],
            id="a tile twice",
        ),
        pytest.param(
            PLUNDER + "green: cubes 3\nfate: drawn misfire_1\n",
            [(2, "WP-TURN-01", "green")],
            id="a fourth point for a draw",
        ),
        pytest.param(
            PLUNDER + "green: sail nassau\ngreen: draw\ngreen: board orange\n",
            [(3, "WP-PORT-11", "green"), (3, "WP-BOARD-02", "green")],
            id="boarding after the arrival",
        ),
        pytest.param(PLUNDER + "green: windlock\n", [(1, "WP-SAIL-07", "green")], id="a windlock that is none"),
    ],
)
def test_what_is_shown_is_checked(log: str, found: list[tuple[int, str, str | None]]) -> None:
    assert named(log) == found


# A missing due line is one root, with the line to write, reported of the seat that owes it.


@pytest.mark.parametrize(
    ("log", "found", "line"),
    [
        pytest.param(
            PLUNDER + "green: cubes 1\norange: sail turks_caicos\nblue: cubes 1\n",
            (2, "WP-SAIL-06", "green"),
            "green: sail ??",
            id="sail",
        ),
        pytest.param(
            PLUNDER + "green: treasure havana\ngreen: arrived\ngreen: done\norange: sail turks_caicos\n",
            (1, "WP-SAIL-06", "green"),
            "green: sail havana",
            id="sail, with a treasure behind it",
        ),
        pytest.param(
            PLUNDER + "green: arrived\ngreen: draw\ngreen: done\n",
            (1, "WP-SAIL-06", "green"),
            "green: sail ??",
            id="arrived",
        ),
        pytest.param(
            PLUNDER + "green: sail nassau\nblue: cubes 1\nblue: sail nassau\ngreen: compass N\n",
            (2, "WP-ROUND-03", "orange"),
            "orange: sail ??",
            id="a whole turn, at the first act of a later seat",
        ),
        pytest.param(
            PLUNDER + "green: sail nassau\norange: sail turks_caicos\ngreen: compass N\norange: compass N\n",
            (3, "WP-ROUND-03", "blue"),
            "blue: sail ??",
            id="a whole turn, at the next vote",
        ),
        pytest.param(
            PLUNDER + "green: sail havana\ngreen: draw\norange: sail turks_caicos\n",
            (2, "WP-TREAS-02", "green"),
            "green: treasure havana",
            id="treasure",
        ),
        pytest.param(
            VOTE + "fate: compasses N E E\nfate: bids 2 1 1\ngreen: first green\ngreen: sail nassau\norange: cubes 1\n",
            (3, "WP-VOTE-13", "green"),
            "green: wind ??",
            id="wind",
        ),
        pytest.param(
            VOTE + COMPASSES + "fate: bids 3 3 0\ngreen: sail nassau\norange: sail turks_caicos\n",
            (3, "WP-VOTE-08", "green"),
            "green: award ??",
            id="award, with neither wind nor first",
        ),
        pytest.param(
            VOTE + "green: compass N\nblue: compass N\ngreen: bid 2\norange: bid 1\nblue: bid 0\nfate: bids 2 1 0\n",
            (3, "WP-VOTE-01", "orange"),
            "orange: compass ??",
            id="one compass on neither side",
        ),
        pytest.param(
            VOTE + COMPASSES + "green: bid 2\nblue: bid 0\ngreen: first green\ngreen: sail havana\n",
            (4, "WP-VOTE-05", "orange"),
            "orange: bid ??",
            id="one fist on neither side",
        ),
        pytest.param(
            VOTE + "fate: bids 2 1 0\ngreen: first green\n",
            (1, "WP-VOTE-03", None),
            "fate: compasses ?? ?? ??",
            id="no compass at all",
        ),
        pytest.param(
            VOTE + "green: sail nassau\norange: sail turks_caicos\nblue: cubes 1\n",
            (1, "WP-ROUND-02", None),
            "fate: compasses ?? ?? ??",
            id="a whole vote",
        ),
    ],
)
def test_what_was_due_is_one_root(log: str, found: tuple[int, str, str | None], line: str) -> None:
    assert named(log) == [found]
    assert missing(log) == [line]


def test_a_boarding_that_is_compulsory_is_due() -> None:
    log = PLUNDER.replace("green.weapons=0", "green.weapons=1").replace("blue.port=san_salvador", "blue.port=nassau")
    log += "green: sail nassau\ngreen: draw\norange: sail turks_caicos\n"
    log = log.replace("blue.weapons=0, blue.crew=0", "blue.weapons=0, blue.crew=1")
    assert named(log) == []
    assert named(log, "WP-AMB-18=compulsory-if-possible") == [(2, "WP-BOARD-11", "green")]


def test_a_marker_that_blackbeard_gives_is_due() -> None:
    log = PLUNDER.replace("green.crew=0", "green.crew=2").replace("orange.crew=0", "orange.crew=3")
    log = log.replace("blue.crew=0", "blue.crew=2").replace("marker.crew=none", "marker.crew=orange")
    log = log.replace("green.hand=none", "green.hand=mutiny_1 mutiny_2").replace("action.deck=40", "action.deck=38")
    log += "green: play mutiny_1 orange\ngreen: play mutiny_2 orange\ngreen: sail nassau\norange: draw\n"
    assert named(log) == []
    assert named(log, "WP-AMB-24=blackbeard-decides") == [(3, "WP-ADV-06", "green")]


@pytest.mark.parametrize("policy", POLICIES)
def test_what_was_due_is_named_once_whatever_becomes_of_illegal_moves(policy: Policy) -> None:
    log = HEADER + PLUNDER + "green: cubes 1\norange: sail turks_caicos\nblue: sail nassau\n"
    found = audit(log.encode(), GAMES, AuditOptions(policy=policy)).findings
    assert [(f.seq, f.rule) for f in found if f.status == "illegal"] == [(2, "WP-SAIL-06")]


def test_a_record_that_stops_owes_nothing() -> None:
    assert named(PLUNDER + "green: sail havana\n") == []
    assert named(PLUNDER + "green: cubes 1\n") == []
    assert named(VOTE + COMPASSES + "fate: bids 3 3 0\n") == []


def test_with_the_result_behind_it_what_was_due_is_due() -> None:
    last = (
        PLUNDER.replace("round=2", "round=9") + "green: sail nassau\norange: sail turks_caicos\nclaim: winner green\n"
    )
    assert [found.rule for found in roots(last)] == ["WP-ROUND-03"]


# An optional line is one root, at the first line that is impossible without it.


@pytest.mark.parametrize(
    ("log", "found"),
    [
        pytest.param(PLUNDER + "green: play buy_weapons_1\n", (1, "WP-CARD-02", "green"), id="a card never drawn"),
        pytest.param(
            PLUNDER + "green: sail trinidad\ngreen: done\norange: sail turks_caicos\n",
            (1, "WP-SAIL-02", "green"),
            id="a gust",
        ),
        pytest.param(
            VOTE + COMPASSES + "fate: bids 7 1 0\ngreen: first green\ngreen: sail nassau\norange: sail turks_caicos\n"
            "blue: sail nassau\n" + COMPASSES + "fate: bids 1 1 0\n",
            (2, "WP-VOTE-04", None),
            id="cubes, missed in two bids",
        ),
    ],
)
def test_what_was_free_is_one_root(log: str, found: tuple[int, str, str | None]) -> None:
    assert named(log) == [found]


def test_a_compass_that_the_record_lacked_may_be_told_late() -> None:
    log = VOTE + "green: compass N\nblue: compass N\ngreen: bid 2\norange: compass E\norange: bid 1\n"
    assert named(log) == [(3, "WP-VOTE-01", "orange")]


def test_a_turn_that_comes_late_shows_who_was_early() -> None:
    log = PLUNDER + "green: sail nassau\ngreen: done\nblue: cubes 1\nblue: sail nassau\norange: sail turks_caicos\n"
    found = [(f.seq, f.rule) for f in audit((HEADER + log).encode(), GAMES).findings if f.status == "illegal"]
    assert found == [(3, "WP-ROUND-03"), (5, "WP-TURN-04")]


def test_a_turn_in_which_nothing_could_be_done_may_be_empty() -> None:
    # With the wind on North, no port is north of Nassau.
    log = PLUNDER.replace("orange.port=puerto_rico", "orange.port=nassau") + "green: sail san_salvador\nblue: cubes 1\n"
    assert named(log) == []


# A value that a missing line made unknown is known again when a line states it.


@pytest.mark.parametrize(
    ("states", "found"),
    [
        pytest.param("claim: green.wind 3\n", [(4, "WP-VOTE-04", None)], id="Wind cubes"),
        pytest.param("claim: green.wind 5\n", [], id="enough of them"),
    ],
)
def test_a_claim_of_what_nobody_knows_is_believed(states: str, found: list[tuple[int, str, str | None]]) -> None:
    log = VOTE.replace("green.wind=6, green.reserve=20, ", "") + states + COMPASSES + "green: bid ??\n"
    assert named(log + "fate: bids 5 1 0\n") == found


@pytest.mark.parametrize("value", ["21", "none"])
@pytest.mark.parametrize("fact", ["green.port", "green.wind", "green.weapons", "marker.crew", "tile.nassau", "wind"])
def test_what_cannot_be_so_is_not_believed_and_can_be_drawn(fact: str, value: str) -> None:
    # If no pack lists the components, a port or a tile may have any name.
    log = (
        "game: winds-of-plunder\nplayers: green=Ada, orange=Ben, blue=Cleo\n"
        "position: round=4, phase=bid, blackbeard=blue, orange.wind=6\n---\n"
        f"green: bid 0\norange: bid 0\nblue: bid 0\nclaim: {fact} {value}\nfate: bids 0 0 0\n"
    )
    played = audit_with_replay(log.encode(), GAMES)[1]
    for place in range(len(played.prepared.entries) + 1):
        assert GAMES["winds-of-plunder"].draw_table(played.timeline.table_after(place)).startswith("<svg")


def test_a_line_that_nobody_wrote_is_quoted_as_it_would_be_written() -> None:
    log = (
        "game: winds-of-plunder\nplayers: green=Ada, orange=Ben, blue=Cleo\n"
        "position: round=4, phase=bid, blackbeard=blue, green.compass=N, orange.compass=E, blue.compass=E\n"
        "position: green.wind=6, orange.wind=6, blue.wind=5\n---\n"
        "green: bid 0\norange: bid 0\nblue: bid 0\nfate: bids 0 0 0\nblue: award green\ngreen: treasure puerto_rico\n"
    )
    assert "green: wind ??" in [finding.implied for finding in audit(log.encode(), GAMES).findings]


def test_where_a_ship_sails_from_tells_where_it_lay() -> None:
    dealt = SET_UP.replace("fate: port blue san_salvador\n", "")
    vote = "---\n" + dealt + COMPASSES + "fate: bids 0 0 1\n"
    assert named(vote + "blue: sail nassau start=san_salvador\n") == []
    assert named(vote + "blue: sail nassau\n") == []
    # Jamaica was dealt to green; no ship starts from Curacao; and from Turks & Caicos Barbados is south.
    assert named(vote + "blue: sail nassau start=jamaica\n") == [(9, "WP-SETUP-05", None)]
    assert named(vote + "blue: sail santo_domingo start=curacao\n") == [(9, "WP-SETUP-05", None)]
    assert named(vote + "blue: sail barbados start=turks_caicos\n") == [(9, "WP-SAIL-02", "blue")]
