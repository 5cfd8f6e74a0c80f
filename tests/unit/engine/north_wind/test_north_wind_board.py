"""The task board of North Wind if the record or the pack leaves something open, and if the table plays on."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from audit import AuditOptions, Report, audit
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.games.north_wind.content import RECONSTRUCTED, named
from engine.kernel.game import Game

HEADER = f"""\
game: north-wind
pack: {RECONSTRUCTED}
players: green=Ada, orange=Ben
"""
AT_CAPE = (
    "position: phase=voyage, turn=green, first=green, stack=north_cape, row=nc, green.hold=wine wine, green.gold=9\n"
)
EMPTY = """\
position: column.fort_haven=none, column.olsand=none, most.fort_haven=none, most.olsand=none
position: bonus.supply=none, bonus.crew=none, green.crew=none, orange.crew=none
"""
CHOICE = "2 = { any_of = [{ gold = 3 }, { wine = 2 }] }"


def told(report: Report) -> list[tuple[int | None, str, str]]:
    return [(f.seq, f.rule, f.status) for f in report.findings]


def broken(report: Report) -> list[tuple[int | None, str]]:
    return [(f.seq, f.rule) for f in report.findings if f.status in {"illegal", "contested", "mismatch"}]


def facts(log: str, pack: str = "") -> dict[str, object]:
    table = prepare_log(*asked_of(log, pack)).replay_all().table
    return {name: reckon(table) for name, reckon in GAMES["north-wind"].reckoners(table).items()}


def asked_of(log: str, pack: str = "", **rulings: str) -> tuple[bytes, Mapping[str, Game], AuditOptions]:
    packs = {"own": pack} if pack else {}
    text = log.replace(RECONSTRUCTED, "own") if pack else log
    named_so = {key.replace("_", "-"): value for key, value in rulings.items()}
    return text.encode(), GAMES, AuditOptions(rulings=named_so, packs=packs)


def audited(log: str, pack: str = "", **rulings: str) -> Report:
    return audit(*asked_of(log, pack, **rulings))


def own_pack(*changes: tuple[str, str]) -> str:
    """Return the components of the invented pack, with some values replaced."""
    text = named(RECONSTRUCTED).pack.text.replace(f'id = "{RECONSTRUCTED}"', 'id = "own"')
    for before, now in changes:
        assert before in text
        text = text.replace(before, now)
    return text


SECOND_AT_CAPE = f"{HEADER}{AT_CAPE}{EMPTY}position: column.north_cape=orange, most.north_cape=orange\n---\n"
SECOND_FIELD = '2 = { gold = 3, provenance_of = { gold = "rulebook" } }'


@pytest.mark.parametrize(("reading", "expected"), [("fixed-per-field", [(1, "NW-TASK-02")]), ("choice-per-field", [])])
def test_a_field_with_a_choice_leaves_it_to_the_player_by_one_reading(
    reading: str, expected: list[tuple[int, str]]
) -> None:
    pack = own_pack((SECOND_FIELD, CHOICE))
    log = f"{SECOND_AT_CAPE}green: task north_cape wine wine\n"
    report = audited(log, pack, NW_AMB_42=reading)
    assert broken(report) == expected


def test_payment_by_the_other_reading_is_contested() -> None:
    report = audited(f"{SECOND_AT_CAPE}green: task north_cape wine wine\n", own_pack((SECOND_FIELD, CHOICE)))
    assert told(report) == [(1, "NW-TASK-02", "contested")]


def test_the_first_task_is_known_whatever_the_pack_leaves_open() -> None:
    pack = own_pack(('1 = { wine = 1, provenance = "rulebook" }', '1 = "??"'))
    start = f"{HEADER}{AT_CAPE}{EMPTY}position: column.north_cape=none, most.north_cape=none\n---\n"
    assert broken(audited(f"{start}green: task north_cape gold\n", pack)) == [(1, "NW-TASK-09")]
    log = f"{start}green: task north_cape\n"
    assert audited(log, pack).findings == []
    assert facts(log, pack)["green.wine"] == 1


def test_a_column_that_nobody_wrote_down_accuses_nobody() -> None:
    report = audited(f"{HEADER}{AT_CAPE}{EMPTY}---\ngreen: task north_cape wine wine field=7\n")
    assert broken(report) == []
    assert {status for _, _, status in told(report)} == {"unverifiable"}


def test_two_tokens_of_unknown_owners_are_two_fields_done() -> None:
    report = audited(f"{HEADER}{AT_CAPE}{EMPTY}position: column.north_cape=?? ??\n---\ngreen: task north_cape gold\n")
    assert broken(report) == [(1, "NW-TASK-08")]


def test_a_task_at_a_harbor_not_written_down_leaves_the_board_open() -> None:
    log = f"{SECOND_AT_CAPE}green: task ??\nclaim: green.placed 3\nclaim: column.olsand green\n"
    assert broken(audited(log)) == []
    assert str(facts(log)["field.olsand"]) == "??"


@pytest.mark.parametrize("claim", ["winner green", "phase over", "turn none", "ending task"])
def test_who_may_have_won_by_unknown_tokens_is_not_refuted(claim: str) -> None:
    log = f"{HEADER}{AT_CAPE}{EMPTY}---\ngreen: task north_cape\nclaim: {claim}\n"
    assert (2, "unverifiable") in [(seq, status) for seq, _, status in told(audited(log))]


def test_a_claim_that_no_end_of_the_game_explains_is_refuted_all_the_same() -> None:
    log = f"{HEADER}{AT_CAPE}{EMPTY}---\ngreen: task north_cape\nclaim: phase fog\n"
    assert broken(audited(log)) == [(2, "NW-LOG-02")]


def test_tokens_that_are_known_win_whatever_else_lies_there() -> None:
    most = "most.north_cape=green, most.fort_haven=green, most.olsand=green, bonus.supply=green"
    columns = "column.north_cape=green, column.fort_haven=green green, column.olsand=green green ??"
    start = f"{HEADER}{AT_CAPE}position: {columns}\nposition: {most}, bonus.crew=none\n---\n"
    log = f"{start}green: task north_cape\nclaim: winner green\n"
    assert broken(audited(log)) == []
    assert facts(log)["winner"] == "green"


def test_a_face_that_the_pack_says_is_not_there_is_not_rolled() -> None:
    pack = own_pack(
        ("blank = { copies = 2 }", "blank = { copies = 0 }"), ("silver = { copies = 3", "silver = { copies = 5")
    )
    start = f"{HEADER}position: phase=voyage, turn=green, stack=olsand, green.gold=3, green.cannons=1, green.brig=0\n"
    events = "fate: tile fog\nfate: event skull1\ngreen: fight\nfate: shots blank\n"
    log = f"{start}position: green.crew=none, green.sail=4\n---\n{events}"
    assert broken(audited(log, pack)) == [(4, "NW-LOG-05")]
    bare = audited(log.replace(RECONSTRUCTED, "north-wind-bare"))
    assert (4, "NW-LOG-05", "unverifiable") in told(bare)


def test_a_bonus_named_without_its_harbor_is_the_one_just_earned() -> None:
    start = f"{HEADER}{AT_CAPE}{EMPTY}position: column.north_cape=none, most.north_cape=none\n---\n"
    report = audited(f"{start}green: task north_cape\ngreen: bonus most\nclaim: green.placed 2\n")
    assert report.findings == []


def test_a_token_forgotten_before_the_record_begins_may_still_be_placed() -> None:
    start = f"{HEADER}{AT_CAPE}{EMPTY}position: column.north_cape=green, most.north_cape=none\n---\n"
    report = audited(f"{start}green: bonus most north_cape\nclaim: green.placed 2\n")
    assert report.findings == []


LEVEL = "green green green orange orange orange"
BOTH_AT_NINE = f"""{HEADER}position: phase=voyage, turn=green, first=green, stack=north_cape, row=eq-1, green.gold=9
position: green.letters=1, orange.letters=1, orange.gold=9, green.sail=4, orange.sail=4, green.brig=0, orange.brig=0
position: green.hold=none, orange.hold=none, green.cannons=1, orange.cannons=1
position: green.crew=boatswain lookout treasurer, orange.crew=boatswain lookout treasurer
position: column.north_cape={LEVEL}, column.fort_haven={LEVEL}, column.olsand=green green orange orange
position: most.north_cape=none, most.fort_haven=none, most.olsand=none, bonus.supply=green orange, bonus.crew=none
---
"""
PLAYED_ON = f"""{BOTH_AT_NINE}green: equip crew cannoneer
orange: sail olsand
fate: tile eq-1
orange: equip crew cannoneer
"""


def test_whoever_has_won_first_has_won_although_the_table_plays_on() -> None:
    report = audited(f"{PLAYED_ON}claim: winner orange\n")
    assert broken(report) == [(2, "NW-WIN-01"), (5, "NW-WIN-01")]
    assert broken(audited(f"{PLAYED_ON}claim: winner green\n")) == [(2, "NW-WIN-01")]


def test_a_game_played_on_ends_again_with_the_next_to_have_the_tokens() -> None:
    report = audited(f"{PLAYED_ON}green: sail olsand\n")
    assert broken(report) == [(2, "NW-WIN-01"), (5, "NW-WIN-01")]


def test_whoever_may_have_lost_a_bonus_token_is_not_told_that_none_is_left() -> None:
    report = audited(f"{BOTH_AT_NINE}fate: tile nc\ngreen: task ??\nclaim: orange.tokens 0\n")
    assert (3, "unverifiable") in [(seq, status) for seq, _, status in told(report)]
    assert all(seq != 3 for seq, _ in broken(report))
