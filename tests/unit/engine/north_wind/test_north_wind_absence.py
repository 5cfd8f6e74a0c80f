"""Unwritten lines in a North Wind log: shown and open lines accuse no player, each missing due line is one root."""

from __future__ import annotations

import pytest

from audit import audit
from audit.model.findings import Finding
from engine.games import GAMES
from engine.games.north_wind import events as e
from engine.games.north_wind.game import GAME
from engine.kernel.events import Event
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log
from engine.kernel.unknown import UNKNOWN

HEADER = "game: north-wind\npack: north-wind-reconstructed-1\nplayers: green=Ada, orange=Ben, blue=Cleo\n"
# Two cannons, five gold, a hold with two salt; two letters each, so that none more is due.
SEA = (
    HEADER + "position: phase=voyage, turn=green, first=green, stack=olsand, row=none, actions=0\n"
    "position: green.gold=5, green.letters=2, green.hold=salt salt, green.brig=0, green.crew=none, green.cannons=2\n"
    "position: green.sail=4, orange.gold=5, orange.letters=2, orange.hold=none, orange.brig=0, orange.crew=none\n"
    "position: orange.cannons=1, orange.sail=4, blue.gold=5, blue.letters=1, blue.hold=none, blue.brig=0\n"
    "position: blue.crew=none, blue.cannons=1, blue.sail=4, column.north_cape=none, column.fort_haven=none\n"
    "position: column.olsand=none, most.north_cape=none, most.fort_haven=none, most.olsand=none\n"
    "position: bonus.supply=none, bonus.crew=none\n"
)


def found(*lines: str, header: str = SEA) -> list[Finding]:
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    return [one for one in audit(raw.encode(), GAMES).roots if one.status not in {"unverifiable", "ruled"}]


def roots(*lines: str, header: str = SEA) -> list[tuple[int | None, str]]:
    return [(one.seq, one.rule) for one in found(*lines, header=header)]


def missing(*lines: str, header: str = SEA) -> list[Event | None]:
    """Return the lines that the breaches of a log name as missing."""
    raw = header + "---\n" + "".join(f"{line}\n" for line in lines)
    log = parse_log(raw.encode(), lambda name: GAMES[name].vocabulary)
    rulebook = stack_layers(GAME, (), log.header.rulings)
    table = GAME.lay(log.header, GAME.content(log.header, {}), rulebook.terms)
    if log.header.position:
        GAME.declare(table, log.header.position)
    run = Replay(Program(rulebook), table).run(enumerate(log.events, 1))
    return [one.breach.missing for one in run.judgements if one.breach is not None]


# Set-up and turns


def test_whoever_sails_first_was_named_and_the_stacks_were_built() -> None:
    assert not roots("green: sail olsand", "fate: tile salt-1", "claim: first green", header=HEADER)


def test_a_tile_in_two_stacks_is_found_though_no_stack_was_written() -> None:
    lines = ("green: sail olsand", "fate: tile wreck", "orange: sail north_cape", "fate: tile wreck")
    assert roots(*lines, header=HEADER) == [(4, "NW-VOYAGE-18")]


def test_the_next_players_turn_shows_the_end_the_letter_and_the_shuffle() -> None:
    assert not roots("fate: tile salt-1", "orange: sail north_cape", "fate: tile fish-1", "blue: sail olsand")
    claims = ("claim: blue.letters 2", "claim: turn green")
    assert not roots("fate: tile salt-1", "orange: sail olsand", "fate: tile fish-1", "blue: sail olsand",
                     "fate: tile fish-3", "green: sail olsand", *claims)  # fmt: skip


def test_a_token_placed_in_ones_own_turn_only_shows_that_the_turn_before_is_over() -> None:
    own = SEA.replace("players:", "rulings: NW-AMB-18=optional-any-time-own-turn\nplayers:")
    four = own.replace("orange.crew=none", "orange.crew=boatswain bookkeeper cannoneer lookout")
    assert not roots("fate: tile salt-1", "orange: bonus crew", "orange: sail north_cape", header=four)
    # Blue is not next.
    four = own.replace("blue.crew=none", "blue.crew=boatswain bookkeeper cannoneer lookout")
    assert roots("fate: tile salt-1", "blue: bonus crew", header=four) == [(2, "NW-BONUS-09")]


def test_a_token_taken_back_shows_that_it_was_placed_where_nobody_has_to_write_that() -> None:
    level = SEA.replace("column.olsand=none", "column.olsand=orange green")
    optional = level.replace("players:", "rulings: NW-AMB-18=optional-any-time-own-turn\nplayers:")
    assert not roots("orange: takeback most harbor=olsand", header=optional)
    # Green drew level with Orange, and never had the most; under the usual reading the token is there at once.
    assert roots("green: takeback most harbor=olsand", header=optional) == [(1, "NW-BONUS-03")]
    assert roots("orange: takeback most harbor=olsand", header=level) == [(1, "NW-BONUS-03")]


def test_a_whole_missing_turn_is_one_root_of_its_seat() -> None:
    lines = (
        "fate: tile salt-1",
        "fate: shuffle olsand",
        "blue: sail olsand",
        "fate: tile fish-1",
        "green: sail olsand",
    )
    assert roots(*lines) == [(3, "NW-TURN-03")]
    assert missing(*lines) == [e.SailInto("orange", UNKNOWN)]


def test_a_missing_sail_is_one_root_and_neither_tile_nor_act_is_accused() -> None:
    lines = ("fate: tile salt-1", "fate: shuffle olsand", "fate: tile fish-1", "orange: buy fish", "blue: letter",
             "blue: buy fish", "fate: shuffle olsand", "blue: sail olsand")  # fmt: skip
    assert roots(*lines) == [(3, "NW-VOYAGE-01")]
    assert missing(*lines) == [e.SailInto("orange", UNKNOWN)]


def test_under_the_optional_reading_an_unwritten_letter_is_open() -> None:
    optional = SEA.replace("blue.letters=1", "blue.letters=0").replace("turn=green", "turn=blue")
    lines = ("fate: tile salt-1", "fate: shuffle olsand", "green: sail olsand", "fate: tile fish-1", "green: buy fish",
             "blue: letter", "blue: buy fish")  # fmt: skip
    assert not roots(*lines, header=optional + "rulings: NW-AMB-10=optional\n")


# Fog


@pytest.mark.parametrize(
    "lines",
    [
        ("green: pay", "fate: tile salt-1", "claim: green.gold 4"),
        ("green: fight", "fate: shots silver silver", "fate: tile salt-1", "claim: green.brig 1"),
        ("fate: shots silver silver", "green: captain", "claim: green.brig 1"),
        ("green: captain", "claim: green.brig 1", "claim: green.gold 5"),
        ("green: gold", "claim: green.gold 6", "claim: green.brig 0"),
        ("green: end defeat", "claim: green.brig 0", "claim: green.gold 5"),
        ("fate: event skull2", "fate: shots silver silver", "claim: green.brig 1"),
        ("fate: event skull2", "green: fight", "fate: tile salt-1", "claim: green.brig 1"),
        ("fate: event skull2", "green: end defeat", "claim: green.brig 0"),
    ],
)
def test_what_answers_a_die_shows_that_it_was_rolled(lines: tuple[str, ...]) -> None:
    assert not roots("fate: tile fog", *lines)


def test_a_shown_battle_is_still_checked() -> None:
    full = SEA.replace("green.brig=0", "green.brig=2")
    assert roots("fate: tile fog", "fate: event skull2", "green: captain", header=full) == [(3, "NW-BATTLE-06")]
    assert roots("fate: tile fog", "fate: event skull2", "fate: shots silver silver silver") == [(3, "NW-BATTLE-01")]
    assert roots("fate: tile fog", "fate: event skull1", "green: gold 1") == [(3, "NW-BATTLE-05")]


def test_rolls_in_lines_of_their_own_add_up() -> None:
    fog = ("fate: tile fog", "fate: event skull2", "green: fight")
    assert not roots(*fog, "fate: shots silver", "fate: shots silver", "fate: tile salt-1", "claim: green.brig 1")
    assert not roots(*fog, "fate: shots silver", "fate: shots blank", "claim: battle lost", "fate: shuffle olsand")
    assert roots(*fog, "fate: shots silver", "fate: shots blank", "fate: shots silver") == [(6, "NW-BATTLE-01")]


def test_rolls_that_stop_undecided_are_one_root_at_the_next_line() -> None:
    lines = ("fate: tile fog", "fate: event skull2", "green: fight", "fate: shots silver", "fate: tile salt-1")
    assert roots(*lines[:-1]) == []
    assert roots(*lines) == [(5, "NW-BATTLE-01")]
    assert missing(*lines) == [e.RollBattle((UNKNOWN,))]


@pytest.mark.parametrize(
    ("lines", "root", "line"),
    [
        (("fate: tile fog", "fate: tile salt-1", "green: sell salt"), (2, "NW-VOYAGE-11"), e.RollEvent(UNKNOWN)),
        (("fate: tile fog", "fate: event skull2", "fate: tile salt-1"), (3, "NW-VOYAGE-06"), e.PayPirate("green")),
        (("fate: tile fog", "fate: event skull3", "green: fight", "fate: shuffle olsand", "orange: sail olsand"),
         (4, "NW-BATTLE-01"), e.RollBattle((UNKNOWN, UNKNOWN))),
        (("fate: event coin", "fate: tile salt-1"), (1, "NW-FOG-01"), e.RevealTile(UNKNOWN)),
    ],
)  # fmt: skip
def test_what_was_due_in_the_fog_is_one_root(lines: tuple[str, ...], root: tuple[int, str], line: Event) -> None:
    assert roots(*lines) == [root]
    assert missing(*lines) == [line]


def test_a_record_that_stops_owes_nothing() -> None:
    assert not roots("fate: tile fog")
    assert not roots("fate: tile fog", "fate: event skull1")
    assert not roots("fate: tile fog", "fate: event skull1", "green: fight")
    assert not roots("fate: tile salt-1", "green: sell salt", "orange: letter")


# Tiles, trade and letters


def test_a_missing_tile_is_one_root_before_the_first_act() -> None:
    lines = ("green: sell salt", "orange: letter", "orange: buy salt", "fate: tile fish-1")
    assert roots(*lines) == [(1, "NW-LOG-04")]
    assert missing(*lines) == [e.RevealTile(UNKNOWN)]


def test_a_number_in_the_row_shows_that_a_tile_was_turned_up() -> None:
    assert not roots("fate: tile fish-1", "green: sell salt index=2", "claim: revealed 2")
    assert not roots("fate: tile fish-1", "fate: tile wreck index=3", "claim: revealed 3")
    assert roots("fate: tile fish-1", "green: sell salt index=5") == [(2, "NW-LOG-04")]
    assert roots("fate: tile fish-1", "green: sell salt") == [(2, "NW-COMM-03")]


def test_a_letter_that_was_not_written_is_one_root_of_the_opponent() -> None:
    lines = ("fate: tile salt-1", "green: sell salt", "orange: buy salt", "fate: tile fish-1")
    (only,) = found(*lines)
    assert (only.seq, only.rule, only.seat) == (3, "NW-LETTER-03", "orange")
    assert missing(*lines) == [e.SpendLetter("orange")]
    assert not roots(*lines, "green: buy fish", "orange: letter", "orange: buy fish")[1:]


def test_a_letter_that_was_not_used_is_one_root() -> None:
    lines = ("fate: tile salt-1", "green: sell salt", "orange: letter", "blue: letter", "blue: buy salt",
             "fate: tile fish-1", "green: buy fish", "orange: letter", "orange: buy fish")  # fmt: skip
    assert roots(*lines) == [(4, "NW-LETTER-04")]
    assert missing(*lines) == [e.Buy("orange", (UNKNOWN,))]


@pytest.mark.parametrize(
    ("lines", "root", "line"),
    [
        (("fate: tile fish-1", "green: sell fish"), (2, "NW-COMM-06"), e.Buy("green", ("fish",))),
        (("fate: tile salt-1", "green: buy salt"), (2, "NW-HOLD-02"), e.ThrowOverboard("green", ("salt",))),
        (("fate: tile salt-1", "orange: letter", "orange: buy salt"), (2, "NW-LETTER-02"), e.Buy("green", (UNKNOWN,))),
        (("green: look keep", "fate: tile salt-1"), (1, "NW-CREW-07"), e.Equip("green", "crew", "lookout")),
        (("fate: tile fish-1", "fate: tile fish-3", "fate: tile wreck", "fate: tile salt-1", "fate: tile salt-3"),
         (5, "NW-VOYAGE-04"), e.Equip("green", "sail")),
    ],
)  # fmt: skip
def test_what_cannot_stand_without_a_free_line_is_one_root(
    lines: tuple[str, ...], root: tuple[int, str], line: Event
) -> None:
    assert roots(*lines) == [root]
    assert missing(*lines) == [line]


def test_one_unwritten_purchase_explains_what_does_not_work_out_later() -> None:
    lines = ("fate: tile fish-1", "green: sell fish", "fate: tile salt-1", "green: sell salt salt")
    poor = SEA.replace("green.gold=5", "green.gold=1")
    turns = ("fate: shuffle olsand", "orange: sail olsand", "fate: tile wreck", "blue: sail olsand", "fate: tile wreck")
    assert roots(*lines, *turns, "green: income", "green: sail olsand", header=poor) == [(2, "NW-COMM-06")]


# Acts out of turn, and acts without a seat


def test_income_out_of_turn_does_not_use_up_that_of_the_player_on_turn() -> None:
    poor = SEA.replace("phase=voyage", "phase=income").replace(
        "first=green, stack=olsand, row=none, actions=0", "first=??"
    )
    poor = poor.replace("green.gold=5", "green.gold=0").replace("orange.gold=5", "orange.gold=0")
    lines = ("orange: income", "green: sail olsand", "claim: green.gold 0")
    assert (3, "NW-INCOME-01") in roots(*lines, header=poor)
    assert (3, "NW-INCOME-01") not in roots(*lines[:-1], "claim: green.gold 1", header=poor)


def test_a_letter_received_out_of_turn_does_not_use_up_that_of_the_player_on_turn() -> None:
    due = SEA.replace("green.letters=2", "green.letters=0").replace("orange.letters=2", "orange.letters=1")
    lines = ("fate: tile salt-1", "green: end stopped", "orange: receive", "fate: shuffle olsand")
    assert roots(*lines, "claim: green.letters 1", header=due) == [(3, "NW-TURN-02")]
    raw = due + "---\n" + "".join(f"{line}\n" for line in (*lines, "claim: green.letters 0"))
    assert (5, "NW-LETTER-10") in [(one.seq, one.rule) for one in audit(raw.encode(), GAMES).findings]


def test_a_look_out_of_turn_does_not_use_up_that_of_the_player_on_turn() -> None:
    crew = SEA.replace("green.crew=none", "green.crew=lookout").replace("orange.crew=none", "orange.crew=lookout")
    lines = ("orange: look keep", "green: look keep", "fate: tile salt-1")
    assert roots(*lines, header=crew) == [(1, "NW-TURN-02")]


def test_a_trade_by_an_unknown_seat_leaves_open_what_it_may_have_changed() -> None:
    assert not roots("fate: tile fish-1", "??: buy fish", "fate: tile m-2", "green: sell fish", "claim: actions 2")
    lines = ("fate: tile fish-1", "green: buy fish", "orange: letter", "blue: letter", "??: buy fish", "??: buy fish")
    assert roots(*lines) == [(4, "NW-LETTER-04")]


def test_a_letter_by_an_unknown_seat_lets_any_opponent_trade() -> None:
    lines = (
        "fate: tile fish-1",
        "green: buy fish",
        "??: letter",
        "blue: buy fish",
        "orange: letter",
        "orange: buy fish",
    )
    assert not roots(*lines)


def test_a_turn_begun_by_an_unknown_seat_is_the_next_players() -> None:
    assert not roots("fate: tile salt-1", "??: sail north_cape", "fate: tile fish-1", "orange: buy fish")
