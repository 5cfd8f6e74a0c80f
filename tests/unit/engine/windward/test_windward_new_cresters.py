"""New Cresters of Windward: findings on wrong ones; no player is accused of what the record leaves open."""

from __future__ import annotations

import pytest

from audit import AuditOptions, audit
from audit.model.findings import Finding
from engine.games import GAMES
from engine.games.windward.content import RECONSTRUCTED, named
from tests.support.games.windward_cheats import BESIDE

# Green's longboat beats the Grey next to it; Green's ship beats the Red next to it.
GREY_BEATEN = ("green: row 1 b53", "fate: roll attack 3", "fate: roll defend 1")
RED_BEATEN = ("green: sail a52", "fate: roll attack 3 3", "fate: roll defend 1 1 1 1 1")
EDITIONS = pytest.mark.parametrize("layers", ["", "layers: classic\n"], ids=["full", "classic"])


def findings(header: str, *lines: str) -> list[Finding]:
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    return list(audit(raw.encode(), GAMES).findings)


def told(header: str, *lines: str) -> list[tuple[str, int | None, str]]:
    return [(one.status, one.seq, one.rule) for one in findings(header, *lines)]


@EDITIONS
def test_a_longboat_that_may_be_anywhere_may_have_kept_the_grey_away(layers: str) -> None:
    unseen = BESIDE.replace("blue.boat.1=aboard", "blue.boat.1=??") + layers
    assert not [one for one in told(unseen, *GREY_BEATEN, "fate: grey 4", "fate: grey 5") if one[0] != "unverifiable"]
    assert told(unseen, *GREY_BEATEN, "fate: grey 4 space=d52") == [("unverifiable", 4, "WW-SPWN-04")]
    # It cannot be on six feeding grounds at once, so a Grey is due in any case.
    assert told(unseen, *GREY_BEATEN, "green: order speed") == [("illegal", 4, "WW-CON-09")]


@EDITIONS
def test_a_ship_that_may_be_anywhere_may_be_where_the_red_is_put(layers: str) -> None:
    unseen = BESIDE.replace("orange.place=port", "orange.place=??") + layers
    assert told(unseen, *RED_BEATEN, "green: respawn a33") == [("unverifiable", 4, "WW-SPWN-08")]
    assert told(BESIDE + layers, *RED_BEATEN, "green: respawn a33") == []


@EDITIONS
def test_a_seat_or_a_space_that_nobody_wrote_down_accuses_nobody(layers: str) -> None:
    assert told(BESIDE + layers, *GREY_BEATEN, "fate: grey 4 seat=??") == [("unverifiable", 4, "WW-SPWN-03")]
    assert {one[2] for one in told(BESIDE + layers, *GREY_BEATEN, "fate: grey 4 space=??")} == {
        "WW-SPWN-04",
        "WW-SPWN-06",
    }


@pytest.mark.parametrize(
    ("space", "says"),
    [
        ("b22", "green, whose ship is on a52, puts a new Red on b22, which is in another territory."),
        ("a32", "green, whose ship is on a52, puts a new Red on a32, which is drift."),
        ("a52", "green, whose ship is on a52, puts a new Red on a52, where green's ship is."),
    ],
)
def test_what_is_wrong_with_the_place_of_a_red_is_said(space: str, says: str) -> None:
    (finding,) = findings(BESIDE, *RED_BEATEN, f"green: respawn {space}")
    assert finding.breach == says
    assert finding.instead == "A free space of that territory, such as a11."


@pytest.mark.parametrize(
    ("items", "where", "says"),
    [
        ("none", "grey 3 space=c55", "On c55 is a Grey Crester."),
        ("none", "grey 2 space=b53", "On b53 is green's longboat 1."),
        ("d52.grey", "grey 4 space=d52", "On d52 is a defeated Grey."),
    ],
)
def test_who_is_on_the_ground_of_a_new_grey_is_said(items: str, where: str, says: str) -> None:
    header = BESIDE.replace("items=none", f"items={items}")
    (finding,) = findings(header, *GREY_BEATEN, f"fate: {where}")
    assert (finding.rule, finding.breach, finding.instead) == ("WW-SPWN-04", says, "Another roll.")


# By other readings


def read_as(ruling: str, header: str, *lines: str, pack: str = "") -> list[tuple[str, int | None, str]]:
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    asked = AuditOptions(rulings=dict([ruling.split("=")]), packs={RECONSTRUCTED: pack} if pack else {})
    return [(one.status, one.seq, one.rule) for one in audit(raw.encode(), GAMES, asked).findings]


def test_of_two_grounds_the_roller_chooses_or_the_order_of_the_pack_decides() -> None:
    """Tile d has a second feeding ground, which its pack lists first."""
    pack = named(RECONSTRUCTED).pack.text.replace('feeding_ground = ["52"]', 'feeding_ground = ["52", "51"]')
    at_52, at_51 = (f"fate: grey 4 space=d{spot}" for spot in (52, 51))
    claim = "claim: greys c55 d52"
    for ruling, said in (("roller-chooses", []), ("pack-order", [("illegal", 4, "WW-SPWN-06")])):
        ask = f"WW-AMB-037={ruling}"
        assert read_as(ask, BESIDE, *GREY_BEATEN, at_52, claim, pack=pack) == []
        assert read_as(ask, BESIDE, *GREY_BEATEN, at_51, pack=pack) == said
        # If the log does not say it, the order of the lines does, or nothing.
        told_of = read_as(ask, BESIDE, *GREY_BEATEN, "fate: grey 4", claim, pack=pack)
        assert {one[0] for one in told_of} == ({"unverifiable"} if not said else set())


ALL_TAKEN = BESIDE.replace("items=none", "items=a54.grey d52.grey e43.grey f42.grey")


@EDITIONS
def test_where_no_ground_is_free_a_roll_that_brings_none_accuses_nobody(layers: str) -> None:
    assert told(ALL_TAKEN + layers, *GREY_BEATEN, "fate: grey 4", "fate: grey 2", "claim: greys c55") == []
    assert told(ALL_TAKEN + layers, *GREY_BEATEN, "fate: grey 4 space=d52")[0][1:] == (4, "WW-SPWN-04")


@EDITIONS
def test_by_a_reading_a_grey_comes_to_some_free_space(layers: str) -> None:
    ask = "WW-AMB-091=any-free-space"
    free = ("fate: grey 4 space=d51", "claim: greys c55 d51")
    assert read_as(ask, ALL_TAKEN + layers, *GREY_BEATEN, *free) == []
    # The roll says of which territory it is; only the log says where it is.
    assert read_as(ask, ALL_TAKEN + layers, *GREY_BEATEN, "fate: grey 3 space=d51")[0][2] == "WW-SPWN-06"
    assert {one[0] for one in read_as(ask, ALL_TAKEN + layers, *GREY_BEATEN, "fate: grey 4", free[1])} == {
        "unverifiable"
    }


# Eight Reds: six on the planet, one in Blue's hold, and one on a space.
NONE_LEFT = BESIDE.replace("blue.crester=none", "blue.crester=red").replace("items=none", "items=c21.red")


@EDITIONS
def test_a_red_that_lacked_is_put_by_whoever_was_to_put_it_into_its_territory(layers: str) -> None:
    ask, turns = "WW-AMB-093=when-available", ("green: rest morale", "orange: rest", "fate: wind 2")
    header = NONE_LEFT + layers
    brought = (*RED_BEATEN, *turns, "blue: order process")
    assert read_as(ask, header, *brought, "green: respawn a31", "blue: rest morale") == []
    assert read_as(ask, header, *brought, "blue: respawn a31")[0][2] == "WW-SPWN-09"
    assert read_as(ask, header, *brought, "green: respawn b22") == [("illegal", 8, "WW-SPWN-08")]
    assert read_as(ask, header, *brought, "blue: order speed") == [("illegal", 8, "WW-SPWN-09")]
    assert told(header, *brought, "blue: order speed") == []
    assert told(header, *brought, "green: respawn a31")[0][1:] == (8, "WW-SPWN-09")


def test_whether_a_red_has_lacked_before_the_record_begins_nobody_knows() -> None:
    few = BESIDE.replace("reds=a52 b54", "reds=b54")
    assert told(few, "green: respawn a31") == [("illegal", 1, "WW-SPWN-09")]
    assert {one[0] for one in read_as("WW-AMB-093=when-available", few, "green: respawn a31")} == {"unverifiable"}
