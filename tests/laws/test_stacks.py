"""Stacks of layers: which ones the laws cover, the effect of another stack on a log, and refusals."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from audit import AuditOptions
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.live import advance_game, begin_game, fold_game
from engine.games import GAMES as SHIPPED
from engine.kernel.layers import LayerError
from engine.kernel.log import LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.rulebook import can_stack, stack_layers
from engine.kernel.spellings import parse_log, write
from fixtures.kits import GAMES, Stack, kit, meetings, permitted, stacks
from fixtures.simulate import Session, company
from tests.support.command_line import asked
from tests.support.requests.log_pages import Reader
from tests.support.servers.api_client import Asker
from tests.support.servers.fixtures import Served

STACKS = [(name, layers) for name in GAMES for layers in stacks(name)]
# How far a game is replayed under other stacks (the set-up and some rounds), and how far it is audited.
LINES, FEW = 120, 40
of_shipped = pytest.mark.parametrize(("name", "layers"), [one for one in STACKS if one[0] in SHIPPED])
over_stacks = pytest.mark.parametrize(("name", "layers"), STACKS, ids=lambda v: str(v) or "base")


@cache
def begun(name: str, layers: Stack, lines: int = FEW) -> bytes:
    """The first rounds of a legal game."""
    game, number = GAMES[name], len(" ".join(layers))
    session = Session(game, company(game, number, layers), number, layers=layers)
    while len(session.events) < lines and (event := session.next()) is not None:
        session.happen(event)
    return write(session.log, "text", game.vocabulary).encode()


# Which stacks


@pytest.mark.parametrize("name", list(GAMES))
def test_every_two_layers_that_may_meet_do_and_part_in_the_stacks_of_the_laws(name: str) -> None:
    names = [layer.id for layer in GAMES[name].layers]
    assert meetings(names, stacks(name)) == meetings(names, permitted(GAMES[name]))
    assert set(stacks(name)) <= set(permitted(GAMES[name]))


@pytest.mark.parametrize("name", list(GAMES))
def test_layers_that_agree_are_those_that_can_be_stacked(name: str) -> None:
    names = [layer.id for layer in GAMES[name].layers]
    subsets = {some for number in range(len(names) + 1) for some in combinations(names, number)}
    assert {some for some in subsets if can_stack(GAMES[name], some)} == set(permitted(GAMES[name]))


# Another stack


@over_stacks
def test_a_log_is_replayed_under_every_other_stack_or_said_to_be_none_of_it(name: str, layers: Stack) -> None:
    log = prepare_log(begun(name, layers, LINES), GAMES)
    assert replay_log(log).outcome.judgements == ()
    assert all(replayed(log, other) for other in stacks(name))


def replayed(log: PreparedLog, layers: Stack) -> bool:
    try:
        return bool(replay_log(log.prepare_with_layers(layers)).outcome.places or True)
    except (LayerError, LogError, PackError) as wrong:
        return bool(str(wrong))


@over_stacks
def test_layers_that_are_laid_over_those_of_a_log_are_judged_or_refused(name: str, layers: Stack) -> None:
    for layer in GAMES[name].layers:
        more = AuditOptions(layers=(layer.id,))
        if can_stack(GAMES[name], (*layers, layer.id)):
            laid = prepare_log(begun(name, layers, LINES), GAMES, more)
            assert layer.id in laid.program.rulebook.layers
            assert replay_log(laid).outcome.work > 0
        else:
            with pytest.raises(LogError, match=r"contradict each other|needs layer"):
                prepare_log(begun(name, layers), GAMES, more)


@of_shipped
def test_readings_and_editions_are_asked_of_a_log_of_any_stack(name: str, layers: Stack, tmp_path: Path) -> None:
    place = tmp_path / "begun.log"
    place.write_bytes(begun(name, layers))
    for options in (["--editions"], ["--readings=all"]):
        answer = asked("audit", str(place), *options, "--format", "json")
        assert answer.exit_code in {0, 1}, answer.output
        assert json.loads(answer.stdout)["schema"].startswith("deadreckon.")


def test_a_log_of_either_planet_is_seen_under_the_other_on_its_page(here: Served) -> None:
    large, small = (Reader(here, begun("windward", layers)) for layers in ((), ("classic", "small-world")))
    assert [large.look(f"layer={layer}").status_code for layer in ("small-world", "classic")] == [200, 200]
    assert [small.look(f"layer={layer}").status_code for layer in ("full", "achievements")] == [200, 200]


def test_a_page_offers_only_layers_that_can_be_laid_beside_those_of_the_log(here: Served) -> None:
    page = Reader(here, begun("windward", ("classic", "solo", "naturalist"))).look().text
    offered = set(re.findall(r'name="layer" value="([a-z-]+)"', page))
    assert "small-world" in offered
    assert offered.isdisjoint({"solo", "great-white", "achievements"})


@over_stacks
def test_a_live_game_under_any_stack_tells_what_its_log_tells(name: str, layers: Stack) -> None:
    log = parse_log(begun(name, layers), lambda game: GAMES[game].vocabulary)
    live = begin_game(msgspec.json.encode(log.header), GAMES)
    _, answers = advance_game(fold_game(live), log.events)
    assert [finding for answer in answers for finding in answer.findings] == []


# What the command line knows of a stack


@of_shipped
def test_a_new_log_under_a_stack_seats_whom_it_is_for_and_is_clean(name: str, layers: Stack) -> None:
    written = asked("new", name, *(part for layer in layers for part in ("--layer", layer))).stdout
    log = prepare_log(written.encode(), GAMES)
    assert log.program.rulebook.layers == stack_layers(GAMES[name], layers).layers
    assert len(log.header.players) in kit(name).company(layers)
    assert (log.log.faults, replay_log(log).outcome.breach_count) == ([], 0)


def test_facts_and_sheets_are_those_of_the_layers_named() -> None:
    assert "With --layer naturalist also tagged, tags." in asked("facts", "windward").stdout
    under = json.loads(asked("facts", "windward", "--layer", "naturalist", "--format", "json").stdout)
    assert {"tagged", "tags"} <= {one["fact"] for one in under}
    assert (
        "<dt>Layers</dt><dd>classic, solo</dd>"
        in asked("sheet", "windward", "--layer", "solo", "--layer", "classic").stdout
    )


@pytest.mark.parametrize("command", ["new", "facts", "sheet"])
def test_what_a_game_cannot_be_played_by_has_no_facts_sheet_or_beginning(command: str) -> None:
    answer = asked(command, "windward", "--layer", "solo", "--layer", "great-white")
    assert (answer.exit_code, bool(sentence(answer.output))) == (2, True)


# Forbidden stacks


FORBIDDEN = [
    (name, pair)
    for name, game in SHIPPED.items()
    for pair in combinations([layer.id for layer in game.layers], 2)
    if not can_stack(game, pair)
]
# One sentence, with the rulebook's statement and its place.
REFUSED = re.compile(r"Layers '[a-z-]+' and '[a-z-]+' contradict each other: [^.]+ \([A-Z][^()]* p\. ?\d[^()]*\)\.")
over_forbidden = pytest.mark.parametrize(("name", "pair"), FORBIDDEN, ids=str)


def headed(name: str, *layers: str) -> str:
    said = f"layers: {' '.join(layers)}\n" if layers else ""
    return GAMES[name].sample.replace(f"game: {name}\n", f"game: {name}\n{said}", 1)


def sentence(said: str) -> str:
    """Return the refusal in an answer, whose lines may be broken anywhere."""
    found = REFUSED.search(" ".join(said.split()))
    return found[0] if found else ""


def test_there_are_layers_that_the_rulebooks_forbid_beside_each_other() -> None:
    assert ("windward", ("solo", "great-white")) in FORBIDDEN


@over_forbidden
def test_two_layers_that_the_rulebooks_forbid_are_refused_in_one_sentence_that_cites_them(
    name: str, pair: Stack, tmp_path: Path
) -> None:
    with pytest.raises(LayerError) as wrong:
        stack_layers(GAMES[name], pair)
    says = str(wrong.value)
    assert sentence(says) == says
    both, one = tmp_path / "both.log", tmp_path / "one.log"
    both.write_text(headed(name, *pair), "utf-8")
    one.write_text(headed(name, pair[0]), "utf-8")
    for arguments, code in (
        (("audit", str(both)), 3),
        (("audit", str(one), "--layer", pair[1]), 3),
        (("simulate", name, "--layer", pair[0], "--layer", pair[1]), 2),
    ):
        answer = asked(*arguments)
        assert (sentence(answer.output), answer.exit_code) == (says, code), arguments


@over_forbidden
def test_the_service_refuses_them_in_the_same_sentence(name: str, pair: Stack, admin: Asker) -> None:
    with pytest.raises(LayerError) as wrong:
        stack_layers(GAMES[name], pair)
    header = headed(name, *pair).partition("---")[0]
    for answer, code in (
        (admin.sent("/audits", headed(name, *pair).encode()), 200),
        (admin.sent(f"/audits?layer={pair[1]}", headed(name, pair[0]).encode()), 200),
        (admin.written("/live-games", {"text": header}), 422),
    ):
        assert (sentence(answer.get_data(as_text=True)), answer.status_code) == (str(wrong.value), code)
